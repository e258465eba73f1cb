/**
 * @module
 * Baselines: one that proposes anything it could live with, and one that never moves.
 */

import type { OfferingPolicy, PartyView, Setup } from "../play/index.js";

/**
 * Proposes a rational outcome drawn uniformly at each turn, from the party's seeded draw 0 of that turn.
 *
 * @see docs/requirements/bargaining.md, BA-26
 */
export function offerRandom(): OfferingPolicy {
  return Object.freeze({
    name: "random",
    start: ({ inverse }: Setup) => {
      const { size, rationalCount } = inverse;
      return Object.freeze({
        next: (view: PartyView) =>
          inverse.at(size - rationalCount + Math.floor(view.random(0) * rationalCount)),
      });
    },
  });
}

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
