/**
 * @module
 * Concessions: by Zeuthen's strategy of the party with the smaller product of gains, just enough that the other side
 * must concede next; or one level after the other, whatever comes.
 */

import {
  highestScored,
  neededModel,
  type OfferingPolicy,
  type OfferLog,
  type PartyView,
  type RunningOffering,
  readNumbers,
  type Setup,
} from "../play/index.js";

/**
 * Opens with its best outcome of those that leave neither side a loss. Then, with x its last offer and y the
 * received one: where the product of gains at x is not above that at y, it proposes the best outcome for itself
 * whose product is above that at y; else it repeats x.
 *
 * Needs a model. A turn goes down from the best outcome to the chosen one: at most O(n x issues).
 *
 * @throws {NegotiationError} `strategy_invalid` for a disagreement that is no finite number
 * @see Zeuthen, Problems of monopoly and economic warfare, 1930; Rosenschein, Zlotkin, Rules of encounter, 1994;
 * docs/requirements/bargaining.md, BA-25
 */
export function offerZeuthen(options: ZeuthenOptions = {}): OfferingPolicy {
  const { disagreement } = readNumbers("zeuthen", options, { disagreement: 0 });
  return Object.freeze({
    name: "zeuthen",
    start: (setup: Setup) => {
      const gains = zeuthenGains(setup, disagreement);
      return Object.freeze({
        next({ sent, received, inverse }: PartyView) {
          const least = gains.productOfLatest(received);
          const isFirst = sent.length === 0;
          if (!isFirst && gains.productOfLatest(sent) > least) return sent.indexAt(-1);
          const found = gains.highestAbove(isFirst ? Number.NEGATIVE_INFINITY : least);
          if (found !== -1) return found;
          return isFirst ? inverse.best() : sent.indexAt(-1);
        },
      });
    },
  } satisfies OfferingPolicy);
}

/** What a Zeuthen party knows of the other side beside its model. */
export interface ZeuthenOptions {
  /**
   * What the other side gets without an agreement, on the scale of the model.
   * @default 0
   */
  readonly disagreement?: number | undefined;
}

/** Products of gains, by the model as it stands. */
export interface ZeuthenGains {
  /** The product at the latest of the offers; -Infinity where there is none. Two negative gains make it negative. */
  readonly productOfLatest: (offers: OfferLog) => number;
  /**
   * Of the outcomes with a product above `product` the one of highest own utility; of equal ones that of higher
   * modelled utility, then of lower index; -1 if there is none. At most O(n x issues): it goes down from the best.
   */
  readonly highestAbove: (product: number) => number;
}

/** The gains of one party in one negotiation. */
export function zeuthenGains(setup: Setup, disagreement: number): ZeuthenGains {
  const { inverse } = setup;
  const model = neededModel(setup, "zeuthen");
  const reservation = inverse.reservation ?? inverse.minimum;
  const lowest = Math.max(0, inverse.size - inverse.rationalCount);

  function multiplied(own: number, other: number): number {
    return own < 0 && other < 0 ? -(own * other) : own * other;
  }

  /** Whether both gains of some outcome are at least 0. */
  function isAnyMutual(): boolean {
    for (let rank = inverse.size - 1; rank >= lowest; rank -= 1) {
      if (model.utility(inverse.at(rank)) >= disagreement) return true;
    }
    return false;
  }

  return Object.freeze({
    productOfLatest(offers: OfferLog) {
      if (offers.length === 0) return Number.NEGATIVE_INFINITY;
      return multiplied(offers.utilityAt(-1) - reservation, model.utility(offers.indexAt(-1)) - disagreement);
    },
    highestAbove(threshold: number) {
      const leastGain = isAnyMutual() ? 0 : Number.NEGATIVE_INFINITY;
      let chosen = -1;
      let chosenOwn = 0;
      let chosenGain = 0;
      for (let rank = inverse.size - 1; rank >= lowest; rank -= 1) {
        const index = inverse.at(rank);
        const own = inverse.utility(index);
        if (chosen !== -1 && own < chosenOwn) break;
        const gain = model.utility(index) - disagreement;
        if (gain < leastGain || multiplied(own - reservation, gain) <= threshold) continue;
        if (chosen !== -1 && gain < chosenGain) continue;
        chosen = index;
        chosenOwn = own;
        chosenGain = gain;
      }
      return chosen;
    },
  } satisfies ZeuthenGains);
}

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
