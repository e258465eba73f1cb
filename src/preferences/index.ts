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

export {
  fromGeniusWeb,
  fromNegmas,
  type GeniusWebDomainJson,
  type GeniusWebFiles,
  type GeniusWebProfileJson,
  toGeniusWeb,
} from "./formats/index.js";
export { type InverseUtility, type InverseUtilityOptions, inverseUtility } from "./inverse/index.js";
export {
  type AdditivePreferences,
  type AffinePreferences,
  type CategoricalIssue,
  type CompleteAdditive,
  type CompleteAffine,
  type CompleteContinuousIssue,
  type CompleteDiscounted,
  type CompleteIntegerIssue,
  type CompleteIssue,
  type CompleteMapping,
  type CompletePreferences,
  type CompleteRectangle,
  type CompleteRectangles,
  type CompleteUndiscounted,
  type CompleteValueFunction,
  type ContinuousIssue,
  checkedPreferences,
  type DiscountedPreferences,
  type Fault,
  type FaultKey,
  type IntegerIssue,
  type IssueTerms,
  type IssueValue,
  type LinearFunction,
  type MappingEntry,
  type MappingPreferences,
  type NegotiationIssue,
  type OrdinalIssue,
  type OutcomeSpace,
  outcomeSpace,
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
} from "./model/index.js";
export { randomDraw, seedOf } from "./random/index.js";
export {
  generateScenario,
  type JsonSchema,
  parseScenario,
  type Scenario,
  type ScenarioParty,
  scenarioJsonSchema,
} from "./scenarios/index.js";
export {
  discountedReservation,
  discountedUtility,
  type NormaliseOptions,
  normalise,
  type UtilityFunction,
  utilityOf,
  utilityTable,
} from "./utility/index.js";
