/**
 * @module
 * What can be said of a scenario, and of a negotiation over it: Pareto frontier, solution points (each with the
 * name of its rule), distances, opposition, metrics. Undefined is `null` with a reason, never 0 and never NaN.
 *
 * @example
 * const scenario = generateScenario(7, [4, 4, 4], 2);
 * const analysis = analysisOf(scenario);
 * console.log(analysis.frontier.length, analysis.solutions.nash.points, analysis.oppositionRelative.value);
 */

export { type DisagreementOptions, type DisagreementRule, disagreementOf } from "./frontier/disagreement.js";
export {
  type Figure,
  figureOf,
  quotient,
  type UndefinedReason,
  undefinedBecause,
} from "./frontier/figure.js";
export { type FrontierOptions, frontier, isEpsilonPareto, isPareto } from "./frontier/frontier.js";
export type { Duplicates } from "./frontier/frontier-of-two.js";
export type { Over, Point, ScenarioUtilities } from "./frontier/scenario-utilities.js";
export { type UtilitiesOptions, utilitiesOf } from "./frontier/utilities-of.js";
export { type Aggregate, aggregateOf } from "./metrics/aggregate.js";
export { type Distances, type DistanceTarget, distancesOf } from "./metrics/distances.js";
export { metricsOf, type NegotiationMetrics } from "./metrics/metrics-of.js";
export type { PartyMetrics } from "./metrics/party-metrics.js";
export type { TracedTurn } from "./metrics/traced-turn.js";
export {
  type Analysis,
  type AnalysisOptions,
  analysisOf,
  type PartyAnalysis,
} from "./solutions/analysis-of.js";
export { minimumGainSpread, minimumUtilityDifference } from "./solutions/equality.js";
export { kalaiEgalitarian, kalaiSmorodinsky } from "./solutions/kalai.js";
export { nash } from "./solutions/nash.js";
export {
  oppositionAbsolute,
  oppositionOfMinimumDifference,
  oppositionRelative,
} from "./solutions/opposition.js";
export type { Solution, SolutionRule } from "./solutions/solution.js";
export { maximumRelativeWelfare, maximumWelfare } from "./solutions/welfare.js";
