/**
 * @module
 * Two rules that look for equality alone, on the frontier: of relative gains, and of bare utilities. Other tools
 * call either of them Kalai-Smorodinsky.
 */

import type { DisagreementOptions, ScenarioUtilities } from "../frontier/index.js";
import { disagreementIn, disagreementOf, relativeGainsOf } from "../frontier/index.js";
import { type Solution, solved } from "./solution.js";

/**
 * The outcomes whose relative gains g = (u - d) / (max - d) are least far apart: largest g less smallest g.
 *
 * Among points of a finite set it may take one that is worse for all but one than another: see
 * `kalaiSmorodinsky`. Undefined (`no-range`) where a party's maximum is its disagreement.
 *
 * @see NegMAS, `ks_points`, which calls it Kalai-Smorodinsky; docs/requirements/bargaining.md, BA-32
 */
export function minimumGainSpread(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const gainsAt = relativeGainsOf(utilities, disagreementOf(utilities, disagreement));
  return solved(utilities, {
    rule: "minimumGainSpread",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "least",
    score:
      gainsAt &&
      ((position) => {
        const gains = gainsAt(position);
        return Math.max(...gains) - Math.min(...gains);
      }),
  });
}

/**
 * The outcomes on the frontier over all outcomes whose utilities differ least: the sum of abs(u_i - u_j) over
 * all pairs. Knows neither reservation nor disagreement.
 *
 * @see GENIUS 10.4 and ANL 2022, which call it Kalai-Smorodinsky; docs/requirements/bargaining.md, BA-32
 */
export function minimumUtilityDifference(utilities: ScenarioUtilities): Solution {
  return solved(utilities, {
    rule: "minimumUtilityDifference",
    disagreement: null,
    positions: utilities.frontierPositions("all", "one"),
    seeks: "least",
    score: (position) => {
      const own = utilities.utilitiesAt(position);
      let sum = 0;
      for (let party = 1; party < own.length; party += 1) {
        for (let other = 0; other < party; other += 1) {
          sum += Math.abs((own[party] as number) - (own[other] as number));
        }
      }
      return sum;
    },
  });
}
