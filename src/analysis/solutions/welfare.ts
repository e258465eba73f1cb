/**
 * @module
 * Two rules that look for the most in all, whoever gets it: of utilities, and of relative gains.
 */

import type { DisagreementOptions, ScenarioUtilities } from "../frontier/index.js";
import { disagreementIn, disagreementOf, relativeGainsOf } from "../frontier/index.js";
import { type Solution, solved } from "./solution.js";

/**
 * The outcomes of the largest sum of utilities among those rational for all.
 *
 * @see docs/requirements/bargaining.md, BA-32; the utilitarian rule
 */
export function maximumWelfare(utilities: ScenarioUtilities): Solution {
  return solved(utilities, {
    rule: "maximumWelfare",
    disagreement: null,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: (position) => sumOf(utilities.utilitiesAt(position)),
  });
}

/**
 * The outcomes of the largest sum of relative gains g = (u - d) / (max - d) among those rational for all.
 *
 * Undefined (`no-range`) where a party's maximum is its disagreement.
 *
 * @see Cao, Preference functions and bargaining solutions, 1982, the relative utilitarian rule; BA-32
 */
export function maximumRelativeWelfare(
  utilities: ScenarioUtilities,
  options: DisagreementOptions = {},
): Solution {
  const disagreement = disagreementIn(options);
  const gainsAt = relativeGainsOf(utilities, disagreementOf(utilities, disagreement));
  return solved(utilities, {
    rule: "maximumRelativeWelfare",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: gainsAt && ((position) => sumOf(gainsAt(position))),
  });
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
