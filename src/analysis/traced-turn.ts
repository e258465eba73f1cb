/**
 * @module
 * A recorded negotiation as the metrics read it: the rows of a trace, also after a journey through JSON.
 */

import { shown } from "../errors.js";

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

/** A proposal of a trace. */
export interface TracedOffer {
  readonly party: number;
  readonly relativeTime: number;
  readonly outcome: number;
  readonly utilities: readonly number[];
}

/** What a trace tells. */
export interface TraceReading {
  /** In the order made. */
  readonly offers: readonly TracedOffer[];
  /** The last offer, where all other parties accepted it one after the other; otherwise `null`. */
  readonly agreement: TracedOffer | null;
}

/**
 * Offers and agreement of a trace.
 *
 * @param partyCount - how many parties there are, and utilities in each row
 * @throws {TypeError} for a row of another shape, naming its place
 */
export function readTrace(trace: readonly TracedTurn[], partyCount: number): TraceReading {
  const offers: TracedOffer[] = [];
  let accepts = 0;
  for (const [place, row] of trace.entries()) {
    if (row.action === "accept") accepts += 1;
    else accepts = 0;
    if (row.action !== "propose" && row.action !== "counter") continue;
    offers.push(offerOf(row, place, partyCount));
  }
  const last = offers.at(-1);
  return { offers, agreement: last !== undefined && accepts === partyCount - 1 ? last : null };
}

function offerOf(row: TracedTurn, place: number, partyCount: number): TracedOffer {
  const { party, relativeTime, outcome, utilities } = row;
  const isWhole =
    Number.isInteger(party) &&
    party >= 0 &&
    party < partyCount &&
    Number.isFinite(relativeTime) &&
    Number.isInteger(outcome) &&
    Array.isArray(utilities) &&
    utilities.length === partyCount &&
    utilities.every(Number.isFinite);
  if (isWhole) return row as TracedOffer;
  throw new TypeError(
    `Expected offer ${place} of the trace to have a party below ${partyCount}, a relative time, an outcome and ` +
      `a utility for each party, got an offer by party ${shown(party)} of outcome ${shown(outcome)}.`,
  );
}
