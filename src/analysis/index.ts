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

export {
  type DisagreementOptions,
  type DisagreementRule,
  type Duplicates,
  disagreementOf,
  type Figure,
  type FrontierOptions,
  figureOf,
  frontier,
  isEpsilonPareto,
  isPareto,
  type Over,
  type Point,
  quotient,
  type ScenarioUtilities,
  type UndefinedReason,
  type UtilitiesOptions,
  undefinedBecause,
  utilitiesOf,
} from "./frontier/index.js";
export {
  type Aggregate,
  aggregateOf,
  type Distances,
  type DistanceTarget,
  distancesOf,
  metricsOf,
  type NegotiationMetrics,
  type PartyMetrics,
  type TracedTurn,
} from "./metrics/index.js";
export {
  type Analysis,
  type AnalysisOptions,
  analysisOf,
  kalaiEgalitarian,
  kalaiSmorodinsky,
  maximumRelativeWelfare,
  maximumWelfare,
  minimumGainSpread,
  minimumUtilityDifference,
  nash,
  oppositionAbsolute,
  oppositionOfMinimumDifference,
  oppositionRelative,
  type PartyAnalysis,
  type Solution,
  type SolutionRule,
} from "./solutions/index.js";
