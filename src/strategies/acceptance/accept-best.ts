/**
 * @module
 * Accepts the party's best outcome and nothing else.
 */

import type { AcceptanceCondition } from "../play/index.js";

/** How much less than the maximum still counts as it, in utility. */
const TOLERANCE = 1e-10;

/**
 * Accepts an own utility within 1e-10 of the greatest there is.
 *
 * @see docs/requirements/bargaining.md, BA-18
 */
export function acceptBest(): AcceptanceCondition {
  return Object.freeze({
    name: "AC_best",
    start: ({ inverse }) => {
      const least = inverse.maximum - TOLERANCE;
      return (view) => view.received.utilityAt(-1) >= least;
    },
  } satisfies AcceptanceCondition);
}
