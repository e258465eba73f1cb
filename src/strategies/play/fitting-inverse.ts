/**
 * @module
 * Whether sorted preferences that a caller has at hand are those of the space and preferences at hand: a foreign
 * order would let a party accept what is worth less to it than no agreement.
 */

import { type InverseUtility, isInverseOf } from "../../preferences/inverse/index.js";
import {
  type CompleteIssue,
  type Fault,
  type FaultKey,
  type NegotiationIssue,
  type Preferences,
  reservationOf,
} from "../../preferences/model/index.js";

/**
 * What does not fit, or `null`. Preferences are compared, not utilities, which would take as long as to sort them.
 *
 * @param inverse - what a caller handed in
 * @param issues - as the space or the scenario has them
 * @param path - where it was handed in
 */
export function inverseFault(
  inverse: InverseUtility,
  issues: readonly NegotiationIssue[],
  preferences: Preferences,
  path: readonly FaultKey[],
): Fault | null {
  const own = (inverse as Partial<InverseUtility> | null | undefined)?.space?.issues;
  if (!Array.isArray(own) || own.length !== issues.length) {
    return { path, expected: "an inverse utility over these issues", received: "another" };
  }
  for (let index = 0; index < issues.length; index += 1) {
    const issue = issues[index] as NegotiationIssue;
    if (isSameIssue(own[index] as CompleteIssue, issue)) continue;
    const expected = `an inverse utility over these issues, with ${issue.name} as it is`;
    return { path, expected, received: "another issue" };
  }
  if (inverse.reservation !== reservationOf(preferences)) {
    return {
      path,
      expected: "an inverse utility with the reservation of the preferences",
      received: "another",
    };
  }
  if (isInverseOf(inverse, preferences)) return null;
  return { path, expected: "an inverse utility of the preferences", received: "one of others" };
}

/** What an issue leaves out has its default, as in `outcomeSpace`. */
function isSameIssue(complete: CompleteIssue, issue: NegotiationIssue): boolean {
  if (complete === issue) return true;
  if (complete.name !== issue.name || complete.kind !== issue.kind) return false;
  if (complete.kind === "integer" && issue.kind === "integer") {
    return complete.min === issue.min && complete.max === issue.max && complete.step === (issue.step ?? 1);
  }
  if (complete.kind === "continuous" && issue.kind === "continuous") {
    const levels = issue.levels ?? 11;
    return complete.min === issue.min && complete.max === issue.max && complete.levels === levels;
  }
  return hasSameValues(complete, issue);
}

function hasSameValues(one: NegotiationIssue, other: NegotiationIssue): boolean {
  if (!("values" in one) || !("values" in other)) return false;
  if (one.values === other.values) return true;
  if (one.values.length !== other.values.length) return false;
  for (let place = 0; place < one.values.length; place += 1) {
    if (one.values[place] !== other.values[place]) return false;
  }
  return true;
}
