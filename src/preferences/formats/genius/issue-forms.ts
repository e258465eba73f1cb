/**
 * @module
 * The form in which GENIUS is told an issue, and each party's evaluation of it: as items where it can be listed,
 * with its evaluator where the values are numbers and every party's function is one that GENIUS knows.
 */

import type {
  CompleteContinuousIssue,
  CompleteIntegerIssue,
  CompleteIssue,
  CompleteValueFunction,
  FaultSink,
} from "../../model/index.js";
import { type ExportedParty, listedTexts } from "../index.js";

/** How an issue is written. */
export type IssueForm =
  | { readonly form: "discrete"; readonly texts: readonly string[] }
  | { readonly form: "integer" | "real"; readonly min: number; readonly max: number };

/** How many levels a real issue gets when it is read; a file cannot say. */
const LEVELS_READ = 11;

/**
 * The form of an issue that suits all parties; `undefined` with a fault when there is none.
 *
 * @param position - of the issue
 */
export function issueForm(
  issue: CompleteIssue,
  position: number,
  parties: readonly ExportedParty[],
  faults: FaultSink,
): IssueForm | undefined {
  const functions = parties.flatMap(({ values }) => values[position] ?? []);
  const isNative =
    (issue.kind === "integer" &&
      issue.step === 1 &&
      functions.every((one) => isIntegerEvaluator(one, issue))) ||
    (issue.kind === "continuous" && functions.every(isRealEvaluator));
  const path = ["issues", position];
  if (isNative && issue.kind === "continuous" && issue.levels !== LEVELS_READ) {
    faults.push({
      path: [...path, "levels"],
      expected: `${LEVELS_READ} levels`,
      received: `${issue.levels}`,
    });
    return undefined;
  }
  if (isNative) return numericForm(issue);
  if (issue.kind === "continuous" && functions.some(({ kind }) => kind !== "table")) {
    const expected = "functions that GENIUS knows, or tables of every party";
    faults.push({ path, expected, received: "another function" });
    return undefined;
  }
  const texts = listedTexts(issue, path, faults);
  return texts && { form: "discrete", texts };
}

function numericForm(issue: CompleteIntegerIssue | CompleteContinuousIssue): IssueForm {
  return { form: issue.kind === "integer" ? "integer" : "real", min: issue.min, max: issue.max };
}

function isIntegerEvaluator(evaluation: CompleteValueFunction, issue: CompleteIntegerIssue): boolean {
  return evaluation.kind === "linear" && evaluation.from === issue.min && isUnitClamp(evaluation.clamp);
}

function isRealEvaluator(evaluation: CompleteValueFunction): boolean {
  if (evaluation.kind === "table") return false;
  if (evaluation.kind === "triangular") return evaluation.height === 1;
  const isConstant = evaluation.slope === 0 && evaluation.clamp === null;
  return isConstant || (evaluation.from === 0 && isUnitClamp(evaluation.clamp));
}

function isUnitClamp(clamp: readonly [number, number] | null): boolean {
  return clamp !== null && clamp[0] === 0 && clamp[1] === 1;
}
