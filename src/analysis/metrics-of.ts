/**
 * @module
 * How a negotiation went, from its trace and the analysis of its scenario: both plain data, so that a stored
 * negotiation gives the same metrics as one just played.
 */

import { shown } from "../errors.js";
import type { Analysis, PartyAnalysis } from "./analysis-of.js";
import { type Distances, distancesOf, distancesUndefined } from "./distances.js";
import { type Figure, figureOf, quotient, undefinedBecause } from "./figure.js";

/** Figures of one negotiation. Plain, frozen, JSON-safe. */
export interface NegotiationMetrics extends Distances {
  readonly turnCount: number;
  /** Cycles begun; a cycle is one turn of every party. */
  readonly cycleCount: number;
  readonly agreed: boolean;
  /** The index of the outcome agreed on, or `null`. */
  readonly agreement: number | null;
  /** Whether the agreement is on the frontier of the analysis; false without one. */
  readonly isPareto: boolean;
  /** The sum of what all have at the end. */
  readonly welfare: Figure;
  /** That sum as a share of the largest that was to be had. */
  readonly welfareOptimality: Figure;
  readonly parties: readonly PartyMetrics[];
}

/**
 * The metrics of a negotiation.
 *
 * Without an agreement everybody has its reservation, and welfare and distances are those of that result: if they
 * were left out, who fails often would look good by the few agreements left. Where a reservation is missing
 * they are undefined (`no-reservation`).
 *
 * @param trace - all turns in order, as recorded or as read from JSON
 * @param analysis - what `analysisOf` gave for the scenario
 * @throws {TypeError} for a trace that is not of this many parties, or no trace
 * @see docs/requirements/bargaining.md, BA-34
 * @example
 * const analysis = analysisOf(generateScenario(7, [4, 4], 2));
 * const { agreed, distance, parties } = metricsOf([], analysis);
 * console.log(agreed, distance.frontier, parties.map(({ concession }) => concession.reason));
 */
export function metricsOf(trace: readonly TracedTurn[], analysis: Analysis): NegotiationMetrics {
  const reading = readTrace(trace, analysis.parties.length);
  const { agreement } = reading;
  const utilities = valuesOf(
    analysis.parties.map((party, index) => resultFor(party, agreement?.utilities[index])),
  );
  const welfare = utilities === undefined ? undefinedBecause("no-reservation") : figureOf(sumOf(utilities));
  return Object.freeze({
    turnCount: trace.length,
    cycleCount: (trace.at(-1)?.cycle ?? -1) + 1,
    agreed: agreement !== null,
    agreement: agreement?.outcome ?? null,
    isPareto: agreement !== null && isOnFrontier(agreement.utilities, analysis),
    welfare,
    welfareOptimality: welfareOptimality(welfare, analysis),
    ...(utilities === undefined
      ? distancesUndefined(undefinedBecause("no-reservation"))
      : distancesOf(utilities, analysis)),
    parties: partyMetricsOf(reading, analysis.parties),
  });
}

function valuesOf(figures: readonly Figure[]): readonly number[] | undefined {
  const values: number[] = [];
  for (const { value } of figures) {
    if (value === null) return undefined;
    values.push(value);
  }
  return values;
}

function isOnFrontier(utilities: readonly number[], { frontier }: Analysis): boolean {
  return frontier.some((point) => point.utilities.every((utility, party) => utility === utilities[party]));
}

function welfareOptimality(welfare: Figure, { solutions }: Analysis): Figure {
  const best = solutions.maximumWelfare;
  if (welfare.value === null) return welfare;
  if (best.value === null) return undefinedBecause(best.reason);
  return quotient(welfare.value, best.value);
}

function sumOf(utilities: readonly number[]): number {
  let sum = 0;
  for (const utility of utilities) sum += utility;
  return sum;
}

/** Figures of one party. `u` is its own utility, `max` and `min` its range, `min'` = max(min, reservation). */
export interface PartyMetrics {
  readonly name: string;
  readonly offerCount: number;
  /** Of the agreement; without one the reservation. Undiscounted. */
  readonly utility: Figure;
  /** (u - reservation) / (max - reservation). */
  readonly advantage: Figure;
  /** (max - least own offered u) / (max - min'): how far it came down its scale. */
  readonly concession: Figure;
  /** The relative time at which half of its final concession was first reached. */
  readonly patience: Figure;
  /** The share of its offers after the first that were worth no more to it than the one before. */
  readonly monotonicity: Figure;
  /** Distinct offers as a share of all its offers. */
  readonly variability: Figure;
  /** Its concession as a share of everybody's, each on its own scale. */
  readonly concessionShare: Figure;
}

/**
 * The metrics of every party.
 *
 * @see docs/requirements/bargaining.md, BA-34
 */
export function partyMetricsOf(
  { histories, agreement }: TraceReading,
  parties: readonly PartyAnalysis[],
): readonly PartyMetrics[] {
  const concessions = parties.map((party, index) => concession(party, historyOf(histories, index)));
  return Object.freeze(
    parties.map((party, index): PartyMetrics => {
      const history = historyOf(histories, index);
      const utility = resultFor(party, agreement?.utilities[index]);
      return Object.freeze({
        name: party.name,
        offerCount: history.utilities.length,
        utility,
        advantage: advantage(party, utility),
        concession: concessions[index] as Figure,
        patience: patience(party, history),
        monotonicity: monotonicity(history),
        variability: variability(history),
        concessionShare: share(concessions[index] as Figure, concessions),
      });
    }),
  );
}

function historyOf(histories: readonly OfferHistory[], party: number): OfferHistory {
  return histories[party] as OfferHistory;
}

/** What a party has at the end: `agreed`, or its reservation where nothing was agreed. */
function resultFor({ reservation }: PartyAnalysis, agreed: number | undefined): Figure {
  if (agreed !== undefined) return figureOf(agreed);
  return reservation === null ? undefinedBecause("no-reservation") : figureOf(reservation);
}

function advantage({ reservation, maximum }: PartyAnalysis, utility: Figure): Figure {
  if (reservation === null) return undefinedBecause("no-reservation");
  if (utility.value === null) return utility;
  return quotient(utility.value - reservation, maximum - reservation);
}

function concession({ reservation, minimum, maximum }: PartyAnalysis, { utilities }: OfferHistory): Figure {
  if (utilities.length === 0) return undefinedBecause("no-offer");
  return quotient(maximum - leastOf(utilities), maximum - Math.max(minimum, reservation ?? minimum));
}

function patience({ maximum }: PartyAnalysis, { relativeTimes, utilities }: OfferHistory): Figure {
  if (utilities.length === 0) return undefinedBecause("no-offer");
  const final = maximum - leastOf(utilities);
  // Half of nothing would be reached at once, and who never moved would pass for the least patient of all.
  if (final <= 0) return undefinedBecause("no-concession");
  const reached = utilities.findIndex((utility) => maximum - utility >= final / 2);
  return figureOf(relativeTimes[reached] ?? Number.NaN);
}

function monotonicity({ utilities }: OfferHistory): Figure {
  if (utilities.length === 0) return undefinedBecause("no-offer");
  let notRising = 0;
  for (let index = 1; index < utilities.length; index += 1) {
    if ((utilities[index] as number) <= (utilities[index - 1] as number)) notRising += 1;
  }
  return quotient(notRising, utilities.length - 1, "one-offer");
}

function variability({ outcomes }: OfferHistory): Figure {
  const sorted = new Float64Array(outcomes).sort();
  let distinct = 0;
  for (let index = 0; index < sorted.length; index += 1)
    if (sorted[index] !== sorted[index - 1]) distinct += 1;
  return quotient(distinct, sorted.length, "no-offer");
}

function share(own: Figure, concessions: readonly Figure[]): Figure {
  if (own.value === null) return own;
  let total = 0;
  for (const concession of concessions) {
    if (concession.value === null) return concession;
    total += concession.value;
  }
  return quotient(own.value, total, "no-concession");
}

function leastOf(utilities: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const utility of utilities) if (utility < least) least = utility;
  return least;
}

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
interface OfferHistory {
  readonly outcomes: readonly number[];
  readonly relativeTimes: readonly number[];
  /** What each was worth to the party itself. */
  readonly utilities: readonly number[];
}

/** What was agreed. */
interface TracedAgreement {
  readonly outcome: number;
  /** One a party. */
  readonly utilities: readonly number[];
}

/** What a trace tells. */
interface TraceReading {
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
function readTrace(trace: readonly TracedTurn[], partyCount: number): TraceReading {
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
