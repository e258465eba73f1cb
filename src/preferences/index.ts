/**
 * @module
 * What is negotiated and what it is worth: issues, outcome spaces, preferences, utilities and their inverse,
 * scenarios as JSON. All of it plain frozen data and pure functions.
 *
 * ```ts
 * import { inverseUtility, outcomeSpace, type Preferences } from "concordat/preferences";
 *
 * const space = outcomeSpace([
 *   { name: "price", kind: "integer", min: 10, max: 50, step: 10 },
 *   { name: "delivery", kind: "ordinal", values: ["today", "tomorrow", "next week"] },
 * ]);
 * const buyer: Preferences = {
 *   kind: "additive",
 *   weights: [0.75, 0.25],
 *   values: [
 *     { kind: "linear", slope: -0.025, from: 50 },
 *     { kind: "table", values: [1, 0.5, 0] },
 *   ],
 *   reservation: 0.25,
 * };
 * const inverse = inverseUtility(space, buyer);
 * console.log(space.termsAt(inverse.best()), inverse.rationalCount);
 * ```
 */

export { fromGeniusWeb } from "./formats/geniusweb/genius-web.js";
export {
  type GeniusWebDomainJson,
  type GeniusWebFiles,
  type GeniusWebProfileJson,
  toGeniusWeb,
} from "./formats/geniusweb/to-genius-web.js";
export { fromNegmas } from "./formats/negmas/negmas.js";
export {
  type InverseUtility,
  type InverseUtilityOptions,
  inverseUtility,
} from "./inverse/inverse-utility.js";
export type { Fault, FaultKey } from "./model/faults.js";
export type {
  CategoricalIssue,
  CompleteContinuousIssue,
  CompleteIntegerIssue,
  CompleteIssue,
  ContinuousIssue,
  IntegerIssue,
  IssueValue,
  NegotiationIssue,
  OrdinalIssue,
} from "./model/issues.js";
export { type IssueTerms, type OutcomeSpace, outcomeSpace } from "./model/outcome-space.js";
export {
  type AdditivePreferences,
  type AffinePreferences,
  type CompleteAdditive,
  type CompleteAffine,
  type CompleteDiscounted,
  type CompleteMapping,
  type CompletePreferences,
  type CompleteRectangle,
  type CompleteRectangles,
  type CompleteUndiscounted,
  type CompleteValueFunction,
  checkedPreferences,
  type DiscountedPreferences,
  type LinearFunction,
  type MappingEntry,
  type MappingPreferences,
  type Preferences,
  type Rectangle,
  type RectanglePreferences,
  type RectangleSide,
  reservationOf,
  type TableFunction,
  type TablePreferences,
  type TriangularFunction,
  type UndiscountedPreferences,
  undiscounted,
  type ValueFunction,
} from "./model/preferences.js";
export { randomDraw, seedOf } from "./random/random.js";
export { generateScenario } from "./scenarios/generate-scenario.js";
export { parseScenario, type Scenario, type ScenarioParty } from "./scenarios/scenario.js";
export { type JsonSchema, scenarioJsonSchema } from "./scenarios/scenario-json-schema.js";
export { type NormaliseOptions, normalise } from "./utility/normalise.js";
export {
  discountedReservation,
  discountedUtility,
  type UtilityFunction,
  utilityOf,
} from "./utility/utility.js";
export { utilityTable } from "./utility/utility-table.js";
