/**
 * @module
 * The least and the greatest utility of a space, exact and, but for hyper-rectangles, without walking it.
 */

import type {
  CompleteAdditive,
  CompleteIssue,
  CompleteMapping,
  CompleteUndiscounted,
  OutcomeSpace,
} from "../model/index.js";
import { mappedAffinely } from "./utility.js";
import { completeTable } from "./utility-table.js";
import { evaluationAt } from "./value-function.js";

/**
 * `[min, max]` over all outcomes, the same bits as in the table of utilities.
 *
 * @throws {RangeError} when hyper-rectangles lie in a space of more outcomes than can be held
 */
export function utilityExtremes(
  preferences: CompleteUndiscounted,
  space: OutcomeSpace,
): readonly [number, number] {
  switch (preferences.kind) {
    case "additive":
      return additiveExtremes(preferences, space);
    case "mapping":
      return mappingExtremes(preferences, space);
    case "rectangles":
      return leastAndMost(completeTable(preferences, space));
    case "affine": {
      const [least, most] = utilityExtremes(preferences.base, space);
      return [mappedAffinely(preferences, least), mappedAffinely(preferences, most)];
    }
  }
}

/** Adding keeps the order when it rounds, so the sum of the least shares is the least of the rounded sums. */
function additiveExtremes(preferences: CompleteAdditive, space: OutcomeSpace): readonly [number, number] {
  const { bias, weights, values } = preferences;
  let least = bias;
  let most = bias;
  for (let position = 0; position < space.issues.length; position += 1) {
    const evaluation = values[position] as CompleteAdditive["values"][number];
    const issue = space.issues[position] as CompleteIssue;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let digit = 0; digit < (space.sizes[position] as number); digit += 1) {
      const share = (weights[position] as number) * evaluationAt(evaluation, issue, digit);
      low = Math.min(low, share);
      high = Math.max(high, share);
    }
    least += low;
    most += high;
  }
  return [least, most];
}

function mappingExtremes(preferences: CompleteMapping, space: OutcomeSpace): readonly [number, number] {
  const { entries, otherwise } = preferences;
  const utilities = entries.map(({ utility }) => utility);
  if (entries.length < space.cardinality) utilities.push(otherwise);
  return leastAndMost(utilities);
}

function leastAndMost(utilities: ArrayLike<number>): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < utilities.length; position += 1) {
    least = Math.min(least, utilities[position] as number);
    most = Math.max(most, utilities[position] as number);
  }
  return [least, most];
}
