/**
 * @module
 * Nice tit-for-tat: moves toward the Nash point as far as the other side has come toward it.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";
import {
  highestScored,
  neededModel,
  type OfferingPolicy,
  type OwnScale,
  ownScale,
  type PartyView,
  type RunningModel,
  type RunningOffering,
  type Setup,
} from "../play/index.js";

/**
 * Opens with its best outcome. Then it estimates its utility at the Nash point, gives up the share of the way
 * there that the other side has come since its first offer, more toward the end, and of all outcomes good enough
 * proposes the one that the other side seems to like best, or the best one received if that is no worse.
 *
 * Needs a model. A turn looks at the outcomes above the Nash point or the target: at most O(n x issues).
 *
 * @see Baarslag, Hindriks, Jonker, A tit for tat negotiation strategy for real-time bilateral negotiations, 2013;
 * docs/requirements/bargaining.md, BA-22
 */
export function offerNiceTitForTat(): OfferingPolicy {
  return Object.freeze({ name: "nice-tit-for-tat", start } satisfies OfferingPolicy);
}

/** The least that a Nash point is taken to give (BA-22). */
const LEAST_NASH = 0.5;

/** How fast the bonus grows once it begins, per unit of relative time (BA-22). */
const BONUS_SLOPE = 20;

/** From this size of the space on the bonus begins earlier (BA-22). */
const LARGE_SPACE = 3000;

function start(setup: Setup): RunningOffering {
  const { inverse } = setup;
  const model = neededModel(setup, "nice-tit-for-tat");
  const scale = ownScale(inverse);
  const bonusFrom = setup.space.cardinality > LARGE_SPACE ? 0.85 : 0.91;
  const bestReceived = followBest();
  return Object.freeze({
    next(view: PartyView) {
      if (view.sent.length === 0 || view.received.length === 0) return inverse.best();
      const best = bestReceived(view);
      const target = targetAt(
        view.relativeTime,
        scale.toScale(view.received.utilityAt(0)),
        scale.toScale(best.utility),
      );
      const least = Math.max(scale.fromScale(target), inverse.floor);
      const [from, to] = inverse.range(least, inverse.maximum);
      // Nothing reaches a reservation above the best outcome; the player then proposes by itself.
      if (from === to) return inverse.best();
      const chosen = highestScored(inverse, model.utility, from, to);
      return inverse.utility(best.index) >= inverse.utility(chosen) ? best.index : chosen;
    },
  });

  /** The share of the own scale to ask for. */
  function targetAt(time: number, first: number, best: number): number {
    const nash = nashAmbition(first, scale, inverse, model);
    const factor = nash <= first ? 1 : clamp((best - first) / (nash - first), 0, 1);
    const target = 1 - factor * (1 - nash);
    const bonus = clamp(BONUS_SLOPE * (time - bonusFrom), 0, 1);
    return target - bonus * Math.max(0, target - nash);
  }
}

/** What the Nash point is taken to give, on the own scale: more than it does, if the other side opened low. */
function nashAmbition(first: number, scale: OwnScale, inverse: InverseUtility, model: RunningModel): number {
  const gap = 1 - first;
  const multiplier = 1.4 - 0.6 * gap;
  return clamp(scale.toScale(inverse.utility(nashOutcome(inverse, model))) * multiplier, LEAST_NASH, 1);
}

/**
 * The outcome of largest own gain times modelled utility; of equal ones that of higher own utility, then of lower
 * index. Goes down from the best and stops where even a modelled utility of 1 would not do.
 */
function nashOutcome(inverse: InverseUtility, model: RunningModel): number {
  const disagreement = inverse.reservation ?? inverse.minimum;
  let chosen = inverse.best();
  let own = inverse.utility(chosen);
  let largest = (own - disagreement) * model.utility(chosen);
  for (let rank = inverse.size - 2; rank >= 0; rank -= 1) {
    const index = inverse.at(rank);
    const utility = inverse.utility(index);
    const gain = utility - disagreement;
    if (gain < largest) break;
    const product = gain * model.utility(index);
    if (product > largest || (product === largest && utility === own)) {
      chosen = index;
      own = utility;
      largest = product;
    }
  }
  return chosen;
}

/** The best offer received, the first of equals, looking at each once. */
function followBest(): (view: PartyView) => { readonly index: number; readonly utility: number } {
  const best = { index: -1, utility: Number.NEGATIVE_INFINITY };
  let seen = 0;
  return ({ received }) => {
    for (; seen < received.length; seen += 1) {
      const utility = received.utilityAt(seen);
      if (utility <= best.utility) continue;
      best.index = received.indexAt(seen);
      best.utility = utility;
    }
    return best;
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
