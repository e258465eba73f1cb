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

export type { Fault, FaultKey } from "./faults.js";
export { generateScenario } from "./generate-scenario.js";
export { fromGeniusWeb } from "./genius-web.js";
export { type InverseUtility, type InverseUtilityOptions, inverseUtility } from "./inverse-utility.js";
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
} from "./issues.js";
export { fromNegmas } from "./negmas.js";
export { type NormaliseOptions, normalise } from "./normalise.js";
export { type IssueTerms, type OutcomeSpace, outcomeSpace } from "./outcome-space.js";
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
} from "./preferences.js";
export { randomDraw, seedOf } from "./random.js";
export { parseScenario, type Scenario, type ScenarioParty } from "./scenario.js";
export { type JsonSchema, scenarioJsonSchema } from "./scenario-json-schema.js";
export {
  type GeniusWebDomainJson,
  type GeniusWebFiles,
  type GeniusWebProfileJson,
  toGeniusWeb,
} from "./to-genius-web.js";
export { discountedReservation, discountedUtility, type UtilityFunction, utilityOf } from "./utility.js";
export { utilityTable } from "./utility-table.js";
