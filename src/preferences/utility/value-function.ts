/**
 * @module
 * What one value of one issue is worth before its weight: `e_k` of BA-4.
 */

import type { CompleteIssue, CompleteValueFunction, IssueValue } from "../model/index.js";
import { digitOfValue, valueOfIssue } from "../model/index.js";

/**
 * The evaluation of a value as given, also between the levels of a continuous issue; a table's at its level.
 *
 * @param value - one of the issue
 */
export function evaluationOf(
  evaluation: CompleteValueFunction,
  issue: CompleteIssue,
  value: IssueValue,
): number {
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
