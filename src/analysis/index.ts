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
export { minimumGainSpread, minimumUtilityDifference } from "./equality.js";
export { type Figure, figureOf, quotient, type UndefinedReason, undefinedBecause } from "./figure.js";
export { type FrontierOptions, frontier, isEpsilonPareto, isPareto } from "./frontier.js";
export type { Duplicates } from "./frontier-of-two.js";
export { kalaiEgalitarian, kalaiSmorodinsky } from "./kalai.js";
export { metricsOf, type NegotiationMetrics } from "./metrics-of.js";
export { nash } from "./nash.js";
export { oppositionAbsolute, oppositionOfMinimumDifference, oppositionRelative } from "./opposition.js";
export type { PartyMetrics } from "./party-metrics.js";
export type { Over, Point, ScenarioUtilities } from "./scenario-utilities.js";
export type { Solution, SolutionRule } from "./solution.js";
export type { TracedTurn } from "./traced-turn.js";
export { type UtilitiesOptions, utilitiesOf } from "./utilities-of.js";
export { maximumRelativeWelfare, maximumWelfare } from "./welfare.js";
