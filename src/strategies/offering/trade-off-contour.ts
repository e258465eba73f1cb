/**
 * @module
 * The outcomes that a party holds to be as good as a level: the curve along which it trades one issue for another.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";

/** A larger contour is cut to so many outcomes, those nearest the level (BA-24). */
export const MOST_ON_CONTOUR = 10_000;

/**
 * The ranks [from, to) of the rational outcomes whose utility is at most `width` from the level; empty if there is
 * none. Of more than `most` the nearest to the level, of equally near ones those of higher utility. O(log n).
 *
 * @see docs/requirements/bargaining.md, BA-24
 */
export function contourRanks(
  inverse: InverseUtility,
  level: number,
  width: number,
  most: number = MOST_ON_CONTOUR,
): readonly [from: number, to: number] {
  const utilityAt = (rank: number): number => inverse.utility(inverse.at(rank));
  const isOn = (rank: number): boolean => Math.abs(utilityAt(rank) - level) <= width;
  const lowest = Math.max(0, inverse.size - inverse.rationalCount);
  let [from, to] = inverse.range(level - width, level + width);
  // The ends were rounded; what counts is the distance, as anyone would check it.
  while (from < to && !isOn(from)) from += 1;
  while (to > from && !isOn(to - 1)) to -= 1;
  while (from > 0 && isOn(from - 1)) from -= 1;
  while (to < inverse.size && isOn(to)) to += 1;
  from = Math.max(from, lowest);
  if (to - from <= most) return [from, Math.max(from, to)];
  const first = nearestWindow(utilityAt, level, from, to - most, most);
  return [first, first + most];
}

/** The first rank, in [low, high], of the `length` ranks nearest to the level. */
function nearestWindow(
  utilityAt: (rank: number) => number,
  level: number,
  low: number,
  high: number,
  length: number,
): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const lower = utilityAt(middle);
    const upper = utilityAt(middle + length);
    const excess = level - lower - (upper - level);
    if (excess > 0 || (excess === 0 && lower < upper)) from = middle + 1;
    else to = middle;
  }
  return from;
}
