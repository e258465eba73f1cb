/**
 * @module
 * How a negotiation went, from its trace and the analysis of its scenario: both plain data, so that a stored
 * negotiation gives the same metrics as one just played.
 */

import { type Figure, figureOf, quotient, undefinedBecause } from "../frontier/index.js";
import type { Analysis } from "../solutions/index.js";
import { type Distances, distancesOf, distancesUndefined } from "./distances.js";
import { type PartyMetrics, partyMetricsOf, resultFor } from "./party-metrics.js";
import { readTrace, type TracedTurn } from "./traced-turn.js";

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
