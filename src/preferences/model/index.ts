/**
 * @module
 * What is negotiated and what is wanted: issues, outcome spaces, preferences, and what is wrong with any of them.
 */

export {
  type Fault,
  type FaultKey,
  FaultList,
  type FaultSink,
  refusedWith,
  refuseUnknownKeys,
  sortOf,
} from "./faults.js";
export {
  type CategoricalIssue,
  type CompleteContinuousIssue,
  type CompleteIntegerIssue,
  type CompleteIssue,
  type ContinuousIssue,
  completeIssues,
  digitOfValue,
  type IntegerIssue,
  type IssueValue,
  MOST_ISSUES,
  MOST_VALUES,
  type NegotiationIssue,
  type OrdinalIssue,
  sizeOfIssue,
  valueOfIssue,
} from "./issues.js";
export {
  freezeClass,
  type IssueTerms,
  MOST_HELD_OUTCOMES,
  noOutcome,
  type OutcomeSpace,
  outcomeSpace,
  spaceOfComplete,
} from "./outcome-space.js";
export { completePreferences } from "./preference-checks.js";
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
  isSamePreferences,
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
