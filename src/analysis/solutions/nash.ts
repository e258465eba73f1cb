/**
 * @module
 * The Nash point: the largest product of gains, among outcomes where nobody loses.
 */

import type { DisagreementOptions, ScenarioUtilities } from "../frontier/index.js";
import { disagreementIn, disagreementOf } from "../frontier/index.js";
import { type Solution, solved } from "./solution.js";

/**
 * The outcomes of the largest product of gains u - d over the disagreement point.
 *
 * Only outcomes rational for all take part, so that two losses never make a gain. With all products 0 the value is
 * 0, all on the frontier tie, and `degenerate` is true.
 *
 * @see Nash, The bargaining problem, 1950; docs/requirements/bargaining.md, BA-32
 * @example
 * const utilities = utilitiesOf(generateScenario(7, [4, 4], 2));
 * const { points, value, reason } = nash(utilities, { disagreement: "reservation-or-minimum" });
 * console.log(points[0]?.terms ?? reason, value);
 */
export function nash(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const without = disagreementOf(utilities, disagreement);
  return solved(utilities, {
    rule: "nash",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: (position) => {
      let product = 1;
      for (let party = 0; party < without.length; party += 1) {
        product *= utilities.utility(party, position) - (without[party] as number);
      }
      return product;
    },
  });
}
