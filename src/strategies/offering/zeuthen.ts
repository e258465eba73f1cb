/**
 * @module
 * Zeuthen's strategy: the party with the smaller product of gains concedes, just enough that the other side must
 * concede next. With what it assumes of the other side true, two of them meet at the Nash point.
 */

import { readOptions } from "../../core/checks/index.js";
import { checkNumbers, type OfferingPolicy, type PartyView, type Setup } from "../play/index.js";
import { type ZeuthenOptions, zeuthenGains } from "./zeuthen-gains.js";

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
  const { disagreement = 0 } = readOptions("the options of zeuthen", options, ["disagreement"]);
  checkNumbers("zeuthen", { disagreement });
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
