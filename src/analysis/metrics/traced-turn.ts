/**
 * @module
 * A recorded negotiation as the metrics read it: the rows of a trace, also after a journey through JSON.
 */

import { shown } from "../../errors.js";

/** What the metrics read of a row of a trace; rows may hold more. */
export interface TracedTurn {
  /** From 0; a cycle is one turn of every party. */
  readonly cycle: number;
  /** Relative time of the turn, 0 to 1. */
  readonly relativeTime: number;
  /** Who acts, from 0. */
  readonly party: number;
  readonly action: string;
  /** The outcome proposed, as its index in the space; `null` for none. What an accept holds is not looked at. */
  readonly outcome: number | null;
  /** What that outcome is worth to each party, undiscounted. */
  readonly utilities: readonly number[] | null;
}

/** The offers of one party in the order made: three lists of one length. */
export interface OfferHistory {
  readonly outcomes: readonly number[];
  readonly relativeTimes: readonly number[];
  /** What each was worth to the party itself. */
  readonly utilities: readonly number[];
}

/** What was agreed. */
export interface TracedAgreement {
  readonly outcome: number;
  /** One a party. */
  readonly utilities: readonly number[];
}

/** What a trace tells. */
export interface TraceReading {
  /** One a party. */
  readonly histories: readonly OfferHistory[];
  /** The last offer, where all other parties accepted it one after the other; otherwise `null`. */
  readonly agreement: TracedAgreement | null;
}

/**
 * The offers of each party, and the agreement, of a trace.
 *
 * @param partyCount - how many parties there are, and utilities in each row
 * @throws {TypeError} for an offer of another shape, naming its place
 */
export function readTrace(trace: readonly TracedTurn[], partyCount: number): TraceReading {
  const outcomes = listFor(partyCount);
  const relativeTimes = listFor(partyCount);
  const utilities = listFor(partyCount);
  let last: TracedAgreement | null = null;
  let accepts = 0;
  for (let place = 0; place < trace.length; place += 1) {
    const row = trace[place] as TracedTurn;
    accepts = row.action === "accept" ? accepts + 1 : 0;
    if (row.action !== "propose" && row.action !== "counter") continue;
    if (!isOffer(row, partyCount)) throw noOffer(row, place, partyCount);
    last = row;
    outcomes[row.party]?.push(row.outcome);
    relativeTimes[row.party]?.push(row.relativeTime);
    utilities[row.party]?.push(row.utilities[row.party] as number);
  }
  const histories = utilities.map((own, party) => ({
    outcomes: outcomes[party] as number[],
    relativeTimes: relativeTimes[party] as number[],
    utilities: own,
  }));
  return { histories, agreement: accepts === partyCount - 1 ? last : null };
}

type TracedOffer = TracedTurn & TracedAgreement;

function listFor(partyCount: number): number[][] {
  return Array.from({ length: partyCount }, () => []);
}

function isOffer(row: TracedTurn, partyCount: number): row is TracedOffer {
  const { party, relativeTime, outcome, utilities } = row;
  if (!Number.isInteger(party) || party < 0 || party >= partyCount) return false;
  if (!Number.isFinite(relativeTime) || !Number.isInteger(outcome)) return false;
  if (!Array.isArray(utilities) || utilities.length !== partyCount) return false;
  for (let index = 0; index < partyCount; index += 1) if (!Number.isFinite(utilities[index])) return false;
  return true;
}

function noOffer({ party, outcome }: TracedTurn, place: number, partyCount: number): TypeError {
  return new TypeError(
    `Expected offer ${place} of the trace to have a party below ${partyCount}, a relative time, an outcome and ` +
      `a utility for each party, got an offer by party ${shown(party)} of outcome ${shown(outcome)}.`,
  );
}
