/**
 * @module
 * Of outcomes that are equally welcome to a party, the one that scores highest by something else: by what the other
 * side seems to like, or by likeness to what it proposed.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";

/**
 * The outcome of highest score among the ranks [from, to); of equal ones that of higher own utility, then of lower
 * index. Asks for each score once.
 *
 * @param from - below `to`
 */
export function highestScored(
  inverse: InverseUtility,
  score: (index: number) => number,
  from: number,
  to: number,
): number {
  let best = inverse.at(to - 1);
  let highest = score(best);
  for (let rank = to - 2; rank >= from; rank -= 1) {
    const index = inverse.at(rank);
    const one = score(index);
    // Going down, an equal score is preferred only while the own utility is the same: its index is lower.
    if (one > highest || (one === highest && inverse.utility(index) === inverse.utility(best))) {
      best = index;
      highest = one;
    }
  }
  return best;
}
