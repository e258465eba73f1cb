/**
 * @module
 * The utilities of a scenario, what no agreement leaves, and the Pareto frontier.
 */

export {
  type DisagreementOptions,
  type DisagreementRule,
  disagreementIn,
  disagreementOf,
  relativeGainsOf,
} from "./disagreement.js";
export { type Figure, figureOf, quotient, type UndefinedReason, undefinedBecause } from "./figure.js";
export { type FrontierOptions, frontier, isEpsilonPareto, isPareto } from "./frontier.js";
export type { Duplicates } from "./frontier-of-two.js";
export { type Over, type Point, ScenarioUtilities } from "./scenario-utilities.js";
export { type UtilitiesOptions, utilitiesOf } from "./utilities-of.js";
