/**
 * @module
 * The products of gains that a Zeuthen party compares: its own gain over its reservation times the modelled gain of
 * the other side. Its offers and its acceptance condition both ask here.
 */

import { neededModel } from "../models/index.js";
import type { OfferLog, Setup } from "../play/index.js";

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
  /** The product at an outcome; with two negative gains it is negative, as no party wants such an outcome. */
  readonly product: (index: number) => number;
  /** The product at the latest of the offers; -Infinity where there is none. */
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

  function product(index: number): number {
    return multiplied(inverse.utility(index) - reservation, model.utility(index) - disagreement);
  }

  /** Whether both gains of some outcome are at least 0. */
  function isAnyMutual(): boolean {
    for (let rank = inverse.size - 1; rank >= lowest; rank -= 1) {
      if (model.utility(inverse.at(rank)) >= disagreement) return true;
    }
    return false;
  }

  return Object.freeze({
    product,
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
