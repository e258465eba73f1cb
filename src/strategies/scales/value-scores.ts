/**
 * @module
 * One number for each value of each issue, in one typed array, and their sum for an outcome: what opponent models
 * and similarities come down to. An outcome is taken apart by arithmetic, so a look at one makes nothing.
 */

import type { OutcomeSpace } from "../../preferences/model/index.js";

/** A number for each value of each issue. */
export interface ValueScores {
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
