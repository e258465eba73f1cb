/**
 * @module
 * Scores of outcomes: a number for each value of each issue in one typed array, and their sum, taken apart by
 * arithmetic; the own scale from 0 to 1; and the outcome of the highest score.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { OutcomeSpace } from "../../preferences/model/index.js";

/** A number for each value of each issue. */
interface ValueScores {
  /** The numbers: those of the first issue in the order of its values, then those of the second, and so on. */
  readonly scores: Float64Array;
  /** Where the numbers of each issue begin, and, as the last member, how many there are. */
  readonly offsets: readonly number[];
  /** The sum over the values of an outcome, issue by issue from the first; O(issues). */
  readonly sum: (index: number) => number;
  /** The place in `scores` of the outcome's value on each issue, written into `places`; O(issues). */
  readonly locate: (index: number, places: Int32Array) => void;
}

/** All zeros. */
export function valueScores(space: OutcomeSpace): ValueScores {
  const { sizes } = space;
  const count = sizes.length;
  const strides = new Float64Array(count);
  const offsets: number[] = [];
  let total = 0;
  let stride = space.cardinality;
  for (const [issue, size] of sizes.entries()) {
    stride /= size;
    strides[issue] = stride;
    offsets.push(total);
    total += size;
  }
  offsets.push(total);
  const starts = Int32Array.from(offsets);
  const scores = new Float64Array(total);
  return {
    scores,
    offsets,
    sum(index) {
      let rest = index;
      let sum = 0;
      for (let issue = 0; issue < count; issue += 1) {
        const stride = strides[issue] as number;
        const digit = Math.floor(rest / stride);
        rest -= digit * stride;
        sum += scores[(starts[issue] as number) + digit] as number;
      }
      return sum;
    },
    locate(index, places) {
      let rest = index;
      for (let issue = 0; issue < count; issue += 1) {
        const stride = strides[issue] as number;
        const digit = Math.floor(rest / stride);
        rest -= digit * stride;
        places[issue] = (starts[issue] as number) + digit;
      }
    },
  };
}

/** The way to the scale from 0 to 1, and back. */
export interface OwnScale {
  /** A utility on the scale; 1 where all outcomes are worth the same. */
  readonly toScale: (utility: number) => number;
  /** The utility at a place of the scale; at most the best, which roundings could else exceed. */
  readonly fromScale: (place: number) => number;
}

/** The scale of one party. */
export function ownScale({ minimum, maximum }: Pick<InverseUtility, "minimum" | "maximum">): OwnScale {
  const range = maximum - minimum;
  return {
    toScale: (utility) => (range === 0 ? 1 : (utility - minimum) / range),
    fromScale: (place) => (place >= 1 ? maximum : minimum + place * range),
  };
}

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
