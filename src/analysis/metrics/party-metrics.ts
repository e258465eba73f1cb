/**
 * @module
 * How one party fared and how it played, from its offers and the result.
 */

import { type Figure, figureOf, quotient, undefinedBecause } from "../frontier/index.js";
import type { PartyAnalysis } from "../solutions/index.js";
import type { OfferHistory, TraceReading } from "./traced-turn.js";

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
export function resultFor({ reservation }: PartyAnalysis, agreed: number | undefined): Figure {
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
