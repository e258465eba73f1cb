/**
 * @module
 * Monotonic concession: a small step down at each turn, and never a step back.
 */

import type { OfferingPolicy, PartyView, RunningOffering, Setup } from "../play/index.js";
import { highestScored } from "../scales/index.js";

/**
 * Goes one distinct own utility down at each own turn, to its lowest rational one and no further. Of the outcomes of
 * a level it proposes the one that the model likes best if the strategy has a model, else the one of lowest index.
 *
 * Levels are distinct exactly, without a tolerance. O(log n) a turn; with a model O(outcomes of the level).
 *
 * @see Rosenschein, Zlotkin, Rules of encounter, 1994, chapter 3; docs/requirements/bargaining.md, BA-25
 */
export function offerMonotonicConcession(): OfferingPolicy {
  return Object.freeze({ name: "monotonic-concession", start } satisfies OfferingPolicy);
}

function start({ inverse, model }: Setup): RunningOffering {
  return Object.freeze({
    next({ sent }: PartyView) {
      const level = sent.length === 0 ? inverse.maximum : levelBelow(sent.utilityAt(-1));
      const [from, to] = inverse.range(level, level);
      return model === null || to - from === 1
        ? inverse.at(from)
        : highestScored(inverse, model.utility, from, to);
    },
  });

  /** The next lower utility, or the lowest rational one. */
  function levelBelow(utility: number): number {
    const [rank] = inverse.range(utility, inverse.maximum);
    const lowest = Math.max(0, inverse.size - inverse.rationalCount);
    return inverse.utility(inverse.at(Math.min(Math.max(rank - 1, lowest), inverse.size - 1)));
  }
}
