/**
 * @module
 * What a Zeuthen party accepts: an offer that nothing beats in the product of gains.
 */

import { readOptions } from "../../core/checks/index.js";
import { type ZeuthenGains, type ZeuthenOptions, zeuthenGains } from "../offering/index.js";
import type { AcceptanceCondition, PartyView, RunningAcceptance, Setup } from "../play/index.js";
import { checkNumbers } from "../play/index.js";

/**
 * Accepts what is as good as its own next offer, and what no outcome beats in the product of both sides' gains.
 *
 * Needs a model; give it the `disagreement` of the offering. At most O(n x issues).
 *
 * @throws {NegotiationError} `strategy_invalid` for a disagreement that is no finite number
 * @see docs/requirements/bargaining.md, BA-25
 */
export function acceptZeuthen(options: ZeuthenOptions = {}): AcceptanceCondition {
  const { disagreement = 0 } = readOptions("the options of AC_zeuthen", options, ["disagreement"]);
  checkNumbers("AC_zeuthen", { disagreement });
  return Object.freeze({
    name: "AC_zeuthen",
    start: (setup: Setup) => accepting(zeuthenGains(setup, disagreement)),
  } satisfies AcceptanceCondition);
}

function accepting(gains: ZeuthenGains): RunningAcceptance {
  return ({ received, inverse }: PartyView, next) => {
    if (received.utilityAt(-1) >= inverse.utility(next())) return true;
    return gains.highestAbove(gains.productOfLatest(received)) === -1;
  };
}
