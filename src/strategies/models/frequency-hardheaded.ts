/**
 * @module
 * The frequency model of the HardHeaded agent: issues that the other side leaves alone weigh more, values that it
 * names often are worth more.
 */

import type { OutcomeSpace } from "../../preferences/model/index.js";
import { type OpponentModel, type RunningModel, valueScores } from "../play/index.js";

/**
 * Weights start equal and all counts at 1; the first offer is only remembered. Each later one raises the weights of
 * the issues that it leaves as they were, up to a cap, divides all weights by what was added, and counts its values.
 * A value is worth its count over the largest count of its issue.
 *
 * The divisor counts issues at the cap too, as published, so that the weights may come to sum to less than 1.
 * `observe` and `utility` cost O(issues); the first `utility` after an `observe` costs O(values of all issues).
 *
 * @see van Krimpen, Looije, Hajizadeh, HardHeaded, in: Complex Automated Negotiations, 2013, section 4;
 * docs/requirements/bargaining.md, BA-28
 */
export function frequencyHardheaded(): OpponentModel {
  return Object.freeze({
    name: "frequency-hardheaded",
    start: ({ space }) => start(space),
  } satisfies OpponentModel);
}

/** How much all unchanged issues together gain from one offer: the published learning coefficient. */
const LEARNING = 0.2;

function start(space: OutcomeSpace): RunningModel {
  const issueCount = space.issues.length;
  const worth = valueScores(space);
  const counts = new Float64Array(worth.scores.length).fill(1);
  const largest = new Float64Array(issueCount).fill(1);
  const weights = new Float64Array(issueCount).fill(1 / issueCount);
  let previous = new Int32Array(issueCount);
  let latest = new Int32Array(issueCount);
  let hasPrevious = false;
  let isStale = true;

  function observe(offerIndex: number): void {
    worth.locate(offerIndex, latest);
    if (hasPrevious) {
      learn();
      isStale = true;
    }
    [previous, latest] = [latest, previous];
    hasPrevious = true;
  }

  function learn(): void {
    let unchanged = 0;
    for (let issue = 0; issue < issueCount; issue += 1) {
      if (latest[issue] === previous[issue]) unchanged += 1;
    }
    const gain = LEARNING / issueCount;
    const divisor = 1 + gain * unchanged;
    const cap = 1 - (issueCount * gain) / divisor;
    for (let issue = 0; issue < issueCount; issue += 1) {
      const weight = weights[issue] as number;
      const place = latest[issue] as number;
      const gains = place === previous[issue] && weight < cap;
      weights[issue] = (gains ? weight + gain : weight) / divisor;
      const count = (counts[place] as number) + 1;
      counts[place] = count;
      if (count > (largest[issue] as number)) largest[issue] = count;
    }
  }

  function refresh(): void {
    isStale = false;
    for (let issue = 0; issue < issueCount; issue += 1) {
      const weight = weights[issue] as number;
      const most = largest[issue] as number;
      const end = worth.offsets[issue + 1] as number;
      for (let place = worth.offsets[issue] as number; place < end; place += 1) {
        worth.scores[place] = weight * ((counts[place] as number) / most);
      }
    }
  }

  return Object.freeze({
    observe,
    utility(index: number) {
      if (isStale) refresh();
      // The weights of many issues may sum to 1 and a rounding.
      return Math.min(1, worth.sum(index));
    },
    weights: () => Object.freeze(Array.from(weights)),
  });
}
