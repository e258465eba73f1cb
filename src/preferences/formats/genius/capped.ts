/**
 * @module
 * The cap that GENIUS puts on every utility. Preferences have none, so that where it bites, the outcomes are
 * listed one by one.
 */

import type {
  AdditivePreferences,
  MappingPreferences,
  OutcomeSpace,
  RectanglePreferences,
} from "../../model/index.js";
import { utilityTable } from "../../utility/index.js";

/** Chosen: a list of more outcomes is more than one wants to hold as data. */
const MOST_LISTED = 100_000;

/**
 * Preferences whose utilities are at most 1, all others as they were.
 *
 * @returns the same preferences when none is above 1; `undefined` when outcomes are and cannot be listed: there
 * are more than 100,000, or an issue is continuous
 * @see GENIUS 10.4, `AdditiveUtilitySpace.getUtility`; bargaining requirements, BA-9
 */
export function cappedAtOne(
  preferences: AdditivePreferences | RectanglePreferences,
  space: OutcomeSpace,
): AdditivePreferences | RectanglePreferences | MappingPreferences | undefined {
  if (upperBound(preferences) <= 1) return preferences;
  if (space.cardinality > MOST_LISTED) return undefined;
  const utilities = utilityTable(preferences, space);
  const isContinuous = space.issues.some(({ kind }) => kind === "continuous");
  // Between the levels of a continuous issue a utility may be above those at them.
  if (isContinuous) return undefined;
  if (utilities.every((utility) => utility <= 1)) return preferences;
  const entries = Array.from(utilities, (utility, index) => ({
    outcome: space.termsAt(index),
    utility: Math.min(1, utility),
  }));
  return { kind: "mapping", entries, otherwise: 0 };
}

/** No utility is above it: summed as utilities are, and rounding keeps the order of sums. */
function upperBound(preferences: AdditivePreferences | RectanglePreferences): number {
  if (preferences.kind === "rectangles") {
    return preferences.rectangles.reduce(
      (sum, { utility, weight = 1 }) => sum + Math.max(0, weight * utility),
      0,
    );
  }
  return preferences.values.reduce((sum, value, index) => {
    const weight = preferences.weights[index] ?? 0;
    if (value.kind === "table")
      return sum + value.values.reduce((most, one) => Math.max(most, weight * one), -Infinity);
    const [least, most] =
      value.kind === "linear" && value.clamp == null ? [value.offset ?? 0, value.offset ?? 0] : [0, 1];
    return sum + Math.max(weight * least, weight * most);
  }, 0);
}
