/**
 * @module
 * The two rules of Kalai: the least gain as large as can be, in utility or as a share of each party's largest.
 */

import type { DisagreementOptions, ScenarioUtilities } from "../frontier/index.js";
import { disagreementIn, disagreementOf, relativeGainsOf } from "../frontier/index.js";
import { type Solution, solved } from "./solution.js";

/**
 * The outcomes on the rational frontier whose least gain u - d is largest. Who counts in larger units gets less by
 * it: not scale invariant.
 *
 * @see Kalai, Proportional solutions to bargaining situations, 1977; docs/requirements/bargaining.md, BA-32
 */
export function kalaiEgalitarian(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const without = disagreementOf(utilities, disagreement);
  return solved(utilities, {
    rule: "kalaiEgalitarian",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: (position) => Math.min(...without.map((own, party) => utilities.utility(party, position) - own)),
  });
}

/**
 * The outcomes on the rational frontier whose least relative gain g = (u - d) / (max - d) is largest: the textbook
 * rule on a finite set.
 *
 * GENIUS and ANL 2022 give this name to `minimumUtilityDifference`, NegMAS gives it to `minimumGainSpread`.
 * Undefined (`no-range`) where a party's maximum is its disagreement.
 *
 * @see Kalai and Smorodinsky, Other solutions to Nash's bargaining problem, 1975;
 * docs/requirements/bargaining.md, BA-32
 */
export function kalaiSmorodinsky(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const gainsAt = relativeGainsOf(utilities, disagreementOf(utilities, disagreement));
  return solved(utilities, {
    rule: "kalaiSmorodinsky",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: gainsAt && ((position) => Math.min(...gainsAt(position))),
  });
}
