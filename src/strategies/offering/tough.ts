/**
 * @module
 * Never concedes.
 */

import type { OfferingPolicy, Setup } from "../play/index.js";

/**
 * Always proposes the party's best outcome; of equally good ones the last of the order.
 *
 * @see docs/requirements/bargaining.md, BA-18
 */
export function offerBest(): OfferingPolicy {
  return Object.freeze({
    name: "tough",
    start: ({ inverse }: Setup) => {
      const best = inverse.best();
      return Object.freeze({ next: () => best });
    },
  });
}
