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

export { type Aggregate, aggregateOf } from "./aggregate.js";
export { type Analysis, type AnalysisOptions, analysisOf, type PartyAnalysis } from "./analysis-of.js";
export { type DisagreementOptions, type DisagreementRule, disagreementOf } from "./disagreement.js";
export { type Distances, type DistanceTarget, distancesOf } from "./distances.js";
export { type Figure, figureOf, quotient, type UndefinedReason, undefinedBecause } from "./figure.js";
export { type FrontierOptions, frontier, isEpsilonPareto, isPareto } from "./frontier.js";
export { metricsOf, type NegotiationMetrics, type PartyMetrics, type TracedTurn } from "./metrics-of.js";
export { oppositionAbsolute, oppositionOfMinimumDifference, oppositionRelative } from "./opposition.js";
export {
  type Over,
  type Point,
  type ScenarioUtilities,
  type UtilitiesOptions,
  utilitiesOf,
} from "./scenario-utilities.js";
export {
  kalaiEgalitarian,
  kalaiSmorodinsky,
  maximumRelativeWelfare,
  maximumWelfare,
  minimumGainSpread,
  minimumUtilityDifference,
  nash,
  type Solution,
  type SolutionRule,
} from "./solution-points.js";
export type { Duplicates } from "./undominated.js";
