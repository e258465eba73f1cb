/**
 * @module
 * Issues as lists of texts, which is how other formats name values.
 */

import { type CompleteIssue, type Fault, type FaultSink, sizeOfIssue, valueOfIssue } from "../model/index.js";

/** As many values as an issue of ours may list. */
const MOST_LISTED = 10_000;

/**
 * The values of an issue as texts, in their order; `undefined` with a fault when there are more than 10,000, or
 * two are written alike, such as 1 and "1".
 */
export function listedTexts(
  issue: CompleteIssue,
  path: Fault["path"],
  faults: FaultSink,
): readonly string[] | undefined {
  const size = sizeOfIssue(issue);
  if (size > MOST_LISTED) {
    faults.push({ path, expected: `at most ${MOST_LISTED} values to list`, received: `${size}` });
    return undefined;
  }
  const texts = Array.from({ length: size }, (_, digit) => String(valueOfIssue(issue, digit)));
  if (new Set(texts).size === size) return texts;
  faults.push({ path, expected: "values that differ as text", received: "two that are written alike" });
  return undefined;
}
