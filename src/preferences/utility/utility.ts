/**
 * @module
 * Preferences as a function of terms and time. All outcomes at once are `utility-table.ts`.
 */

import {
  type CompleteAdditive,
  type CompleteAffine,
  type CompleteIssue,
  type CompleteMapping,
  type CompleteRectangles,
  type CompleteUndiscounted,
  type CompleteValueFunction,
  checkedPreferences,
  digitOfValue,
  type IssueTerms,
  type IssueValue,
  type OutcomeSpace,
  type Preferences,
  type RectangleSide,
  refusedWith,
  valueOfIssue,
} from "../model/index.js";

/**
 * The utility of terms at a relative time in 0..1; without a time, at 0: undiscounted.
 *
 * @throws {NegotiationError} `outcome_invalid` when the terms are no outcome of the space
 * @throws {RangeError} when the time is not in 0..1
 */
export type UtilityFunction = (terms: IssueTerms, relativeTime?: number) => number;

/**
 * The utility function of preferences. Continuous values are evaluated as given, not at their level.
 *
 * @throws {NegotiationError} `preferences_invalid` with every fault
 * @see docs/requirements/bargaining.md, BA-4
 * @example
 * const space = outcomeSpace([{ name: "price", kind: "integer", min: 0, max: 10 }]);
 * const utility = utilityOf(
 *   { kind: "additive", weights: [1], values: [{ kind: "linear", slope: 0.1 }] },
 *   space,
 * );
 * utility({ price: 5 }); // 0.5
 */
export function utilityOf(preferences: Preferences, space: OutcomeSpace): UtilityFunction {
  const complete = checkedPreferences(preferences, space);
  const base = termsUtility(complete.kind === "discounted" ? complete.base : complete, space);
  return (terms, relativeTime = 0) => {
    if (space.indexOf(terms) === -1) throw noOutcome();
    return discounted(complete, base(terms), relativeTime);
  };
}

/**
 * A utility as it stands at a relative time; the same for preferences that are not discounted.
 *
 * @param utility - undiscounted
 * @param relativeTime - in 0..1, never a count of steps
 * @throws {RangeError} when the time is not in 0..1
 * @see docs/requirements/bargaining.md, BA-4
 */
export function discountedUtility(preferences: Preferences, utility: number, relativeTime: number): number {
  return discounted(preferences, utility, relativeTime);
}

/**
 * The reservation as it stands at a relative time; `null` when there is none.
 *
 * @param reservation - undiscounted, as `reservationOf` gives it
 * @param relativeTime - in 0..1
 * @throws {RangeError} when the time is not in 0..1
 * @see docs/requirements/bargaining.md, BA-5
 */
export function discountedReservation(
  preferences: Preferences,
  reservation: number | null,
  relativeTime: number,
): number | null {
  if (reservation === null) return null;
  const isKept = preferences.kind === "discounted" && preferences.discountReservation === false;
  return isKept ? reservation : discounted(preferences, reservation, relativeTime);
}

function discounted(preferences: Preferences, utility: number, relativeTime: number): number {
  if (!(relativeTime >= 0 && relativeTime <= 1)) {
    throw new RangeError(`Expected relativeTime to be a number from 0 to 1, got ${relativeTime}.`);
  }
  if (preferences.kind !== "discounted") return utility;
  const { factor, form } = preferences;
  return form === "linear" ? utility - (1 - factor) * relativeTime : utility * factor ** relativeTime;
}

type TermsUtility = (terms: IssueTerms) => number;

function termsUtility(preferences: CompleteUndiscounted, space: OutcomeSpace): TermsUtility {
  switch (preferences.kind) {
    case "additive":
      return additive(preferences, space.issues);
    case "mapping":
      return mapping(preferences, space);
    case "rectangles":
      return rectangles(preferences, space.issues);
    case "affine": {
      const base = termsUtility(preferences.base, space);
      return (terms) => mappedAffinely(preferences, base(terms));
    }
  }
}

/** An affine map that gives exactly `to[0]` at `from[0]`, never turns two utilities round, and cannot overflow. */
export function mappedAffinely({ from, to }: Pick<CompleteAffine, "from" | "to">, utility: number): number {
  const share = (utility - from[0]) / (from[1] - from[0]);
  return to[0] + share * (to[1] - to[0]);
}

function additive(
  { bias, weights, values }: CompleteAdditive,
  issues: readonly CompleteIssue[],
): TermsUtility {
  return (terms) => {
    let utility = bias;
    for (let index = 0; index < issues.length; index += 1) {
      const issue = issues[index] as CompleteIssue;
      const evaluation = values[index] as CompleteAdditive["values"][number];
      const value = terms[issue.name] as IssueValue;
      utility += (weights[index] as number) * evaluationOf(evaluation, issue, value);
    }
    return utility;
  };
}

function mapping({ entries, otherwise }: CompleteMapping, space: OutcomeSpace): TermsUtility {
  const utilities = new Map(entries.map(({ outcome, utility }) => [space.indexOf(outcome), utility]));
  return (terms) => utilities.get(space.indexOf(terms)) ?? otherwise;
}

function rectangles(preferences: CompleteRectangles, issues: readonly CompleteIssue[]): TermsUtility {
  const byName = new Map(issues.map((issue) => [issue.name, issue]));
  const holds = (within: Readonly<Record<string, RectangleSide>>, terms: IssueTerms): boolean =>
    Object.entries(within).every(([name, side]) =>
      sideHolds(side, byName.get(name) as CompleteIssue, terms[name] as IssueValue),
    );
  return (terms) => {
    let sum = preferences.bias;
    for (const { within, weight, utility } of preferences.rectangles) {
      if (holds(within, terms)) sum += weight * utility;
    }
    return sum;
  };
}

/** Whether a value lies on the side of a rectangle, ends inclusive. */
export function sideHolds(side: RectangleSide, issue: CompleteIssue, value: IssueValue): boolean {
  if ("min" in side) return (value as number) >= side.min && (value as number) <= side.max;
  const digit = digitOfValue(issue, value);
  return side.values.some((one) => digitOfValue(issue, one) === digit);
}

function noOutcome(): Error {
  return refusedWith("outcome_invalid", "the terms", [
    { path: [], expected: "one value of its range for each issue", received: "other terms" },
  ]);
}

/**
 * The evaluation of a value as given, also between the levels of a continuous issue; a table's at its level.
 *
 * @param value - one of the issue
 */
function evaluationOf(evaluation: CompleteValueFunction, issue: CompleteIssue, value: IssueValue): number {
  if (evaluation.kind === "table") return evaluation.values[digitOfValue(issue, value)] as number;
  return evaluationOfNumber(evaluation, value as number);
}

/** The evaluation of the value at a position of the issue. */
export function evaluationAt(evaluation: CompleteValueFunction, issue: CompleteIssue, digit: number): number {
  if (evaluation.kind === "table") return evaluation.values[digit] as number;
  return evaluationOfNumber(evaluation, valueOfIssue(issue, digit) as number);
}

function evaluationOfNumber(
  evaluation: Exclude<CompleteValueFunction, { readonly kind: "table" }>,
  value: number,
): number {
  if (evaluation.kind === "linear") {
    const { slope, from, offset, clamp } = evaluation;
    const height = slope * (value - from) + offset;
    return clamp === null ? height : Math.min(clamp[1], Math.max(clamp[0], height));
  }
  const { low, top, high, height } = evaluation;
  if (value < low || value >= high) return 0;
  if (value < top) return (height * (value - low)) / (top - low);
  return height * (1 - (value - top) / (high - top));
}
