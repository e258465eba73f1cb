/**
 * @module
 * AC_combi and its kin: AC_next, and late in the negotiation something milder, so that a deal is not missed.
 */

import { readOptions } from "../../core/checks/index.js";
import type { AcceptanceCondition, OfferLog, PartyView, RunningAcceptance } from "../play/index.js";
import { checkNumbers } from "../play/index.js";

/** When the milder condition begins. */
export interface LateOptions {
  /**
   * Relative time in [0, 1].
   * @default 0.98
   */
  readonly from?: number | undefined;
}

/**
 * AC_combi(T): AC_next, or anything rational from relative time T on.
 *
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptCombined(options: LateOptions = {}): AcceptanceCondition {
  return combined("AC_combi", options, () => () => Number.NEGATIVE_INFINITY);
}

/**
 * AC_combi(T, max): AC_next, or from T on an offer as good as the best received so far, itself included.
 *
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptCombinedMaximum(options: LateOptions = {}): AcceptanceCondition {
  return combined("AC_combi_max", options, bestReceived);
}

/**
 * AC_combi(T, W_max): AC_next, or from T on an offer as good as the best of the latest ones, itself included: those
 * since `t - (1 - t)`, as long ago as there is time left.
 *
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptCombinedMaximumWindow(options: LateOptions = {}): AcceptanceCondition {
  return combined("AC_combi_max_window", options, () => ({ received, relativeTime }) => {
    let best = Number.NEGATIVE_INFINITY;
    for (let position = received.length - 1; isInWindow(received, position, relativeTime); position -= 1) {
      best = Math.max(best, received.utilityAt(position));
    }
    return best;
  });
}

/**
 * AC_combi(T, W_avg): AC_next, or from T on an offer as good as the mean of the latest ones, itself included.
 *
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptCombinedAverageWindow(options: LateOptions = {}): AcceptanceCondition {
  return combined("AC_combi_average_window", options, () => ({ received, relativeTime }) => {
    let sum = 0;
    let position = received.length - 1;
    for (; isInWindow(received, position, relativeTime); position -= 1) sum += received.utilityAt(position);
    return sum / (received.length - 1 - position);
  });
}

/** AC_next, or from T on at least what `late` asks for. */
function combined(
  name: string,
  options: LateOptions,
  late: () => (view: PartyView) => number,
): AcceptanceCondition {
  const { from = 0.98 } = readOptions(`the options of ${name}`, options, ["from"]);
  checkNumbers(name, { from });
  return Object.freeze({
    name,
    start: (): RunningAcceptance => {
      const leastOf = late();
      return (view, next) => {
        const utility = view.received.utilityAt(-1);
        if (view.relativeTime >= from && utility >= leastOf(view)) return true;
        return utility >= view.inverse.utility(next());
      };
    },
  });
}

/** The greatest utility received, looking at each offer once. */
function bestReceived(): (view: PartyView) => number {
  let best = Number.NEGATIVE_INFINITY;
  let seen = 0;
  return ({ received }) => {
    for (; seen < received.length; seen += 1) best = Math.max(best, received.utilityAt(seen));
    return best;
  };
}

/** Whether there is an offer at the position, made since as long ago as there is time left. */
function isInWindow(received: OfferLog, position: number, relativeTime: number): boolean {
  return position >= 0 && received.relativeTimeAt(position) >= relativeTime - (1 - relativeTime);
}
