/**
 * @module
 * A frequency model that looks at all offers at once: an issue weighs the more, the less its values are spread.
 */

import type { OutcomeSpace } from "../../preferences/model/index.js";
import { type OpponentModel, type RunningModel, valueScores } from "../play/index.js";

/**
 * Counts the values of every offer. A value is worth its count over the largest count of its issue, 0 where nothing
 * has been counted; an issue weighs `1 - H / ln(distinct values seen)` with H the entropy of its counts, 1 for one
 * value, and the weights are scaled to sum to 1. Where no issue weighs anything, all weigh the same.
 *
 * `observe` and `utility` cost O(issues); the first `utility` or `weights` after an `observe` costs O(values of all
 * issues).
 *
 * @see Shannon, A mathematical theory of communication, 1948, section 6 (entropy);
 * docs/requirements/bargaining.md, BA-28
 */
export function frequencyLinear(): OpponentModel {
  return Object.freeze({
    name: "frequency-linear",
    start: ({ space }) => start(space),
  } satisfies OpponentModel);
}

/** Below this a weight is the rounding of values seen equally often, which must not be scaled up (chosen). */
const ROUNDING = 1e-12;

function start(space: OutcomeSpace): RunningModel {
  const issueCount = space.issues.length;
  const worth = valueScores(space);
  const counts = new Float64Array(worth.scores.length);
  const weights = new Float64Array(issueCount);
  const places = new Int32Array(issueCount);
  let offerCount = 0;
  let isStale = true;

  function refresh(): void {
    isStale = false;
    let sum = 0;
    for (let issue = 0; issue < issueCount; issue += 1) {
      const weight = concentration(
        counts,
        worth.offsets[issue] as number,
        worth.offsets[issue + 1] as number,
        offerCount,
      );
      weights[issue] = weight;
      sum += weight;
    }
    for (let issue = 0; issue < issueCount; issue += 1) {
      const weight = sum > 0 ? (weights[issue] as number) / sum : 1 / issueCount;
      weights[issue] = weight;
      scale(issue, weight);
    }
  }

  function scale(issue: number, weight: number): void {
    const from = worth.offsets[issue] as number;
    const to = worth.offsets[issue + 1] as number;
    let largest = 1;
    for (let place = from; place < to; place += 1) largest = Math.max(largest, counts[place] as number);
    for (let place = from; place < to; place += 1) {
      worth.scores[place] = weight * ((counts[place] as number) / largest);
    }
  }

  return Object.freeze({
    observe(offerIndex: number) {
      worth.locate(offerIndex, places);
      for (let issue = 0; issue < issueCount; issue += 1) {
        const place = places[issue] as number;
        counts[place] = (counts[place] as number) + 1;
      }
      offerCount += 1;
      isStale = true;
    },
    utility(index: number) {
      if (isStale) refresh();
      // The weights of many issues may sum to 1 and a rounding.
      return Math.min(1, worth.sum(index));
    },
    weights() {
      if (isStale) refresh();
      return Object.freeze(Array.from(weights));
    },
  });
}

/** 1 - H / ln(distinct), 1 for one value, of the counts in [from, to), which sum to `offerCount`. */
function concentration(counts: Float64Array, from: number, to: number, offerCount: number): number {
  let distinct = 0;
  let entropy = 0;
  for (let place = from; place < to; place += 1) {
    const count = counts[place] as number;
    if (count === 0) continue;
    distinct += 1;
    const share = count / offerCount;
    entropy -= share * Math.log(share);
  }
  // Before the first offer nothing is concentrated.
  if (distinct === 0) return 0;
  const weight = distinct === 1 ? 1 : 1 - entropy / Math.log(distinct);
  return weight < ROUNDING ? 0 : weight;
}
