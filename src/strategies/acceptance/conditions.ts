/**
 * @module
 * The acceptance conditions: by a constant, by the time, by the own offers, by those received, and by the ladders and
 * gains that offering policies go by.
 */

import { demandFlags, readOptions } from "../../core/checks/index.js";
import {
  type MicroLadder,
  microLadder,
  type ZeuthenGains,
  type ZeuthenOptions,
  zeuthenGains,
} from "../offering/index.js";
import {
  type AcceptanceCondition,
  type Aspiration,
  type AspirationCurve,
  aspirationLevel,
  aspirationOf,
  checkNumbers,
  type OfferLog,
  type PartyView,
  type RunningAcceptance,
  readNumbers,
  type Setup,
} from "../play/index.js";

/** Whether the threshold itself is enough. */
export interface StrictOption {
  /**
   * Whether the threshold must be exceeded, as in GENIUS.
   * @default false
   */
  readonly strict?: boolean | undefined;
}

/**
 * AC_const: accepts from an own utility on.
 *
 * @param options - `threshold` in utility, 0.9 by default
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptConstant(
  options: StrictOption & { readonly threshold?: number | undefined } = {},
): AcceptanceCondition {
  const keys = ["threshold", "strict"] as const;
  const { threshold = 0.9, strict = false } = readOptions("the options of AC_const", options, keys);
  demandFlags({ strict });
  checkNumbers("AC_const", { threshold });
  return condition("AC_const", () => (view) => {
    const utility = view.received.utilityAt(-1);
    return strict ? utility > threshold : utility >= threshold;
  });
}

/**
 * AC_time: accepts anything rational from a relative time on.
 *
 * @param options - `from`: relative time in [0, 1], 0.99 by default
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptTime(
  options: StrictOption & { readonly from?: number | undefined } = {},
): AcceptanceCondition {
  const keys = ["from", "strict"] as const;
  const { from = 0.99, strict = false } = readOptions("the options of AC_time", options, keys);
  demandFlags({ strict });
  checkNumbers("AC_time", { from });
  // The player asks no condition about an offer below the reservation.
  return condition(
    "AC_time",
    () => (view) => (strict ? view.relativeTime > from : view.relativeTime >= from),
  );
}

/** An acceptance condition, frozen. */
export function condition(name: string, start: AcceptanceCondition["start"]): AcceptanceCondition {
  return Object.freeze({ name, start });
}

/** How much less than the maximum still counts as it, in utility. */
const TOLERANCE = 1e-10;

/**
 * Accepts an own utility within 1e-10 of the greatest there is.
 *
 * @see docs/requirements/bargaining.md, BA-18
 */
export function acceptBest(): AcceptanceCondition {
  return condition("AC_best", ({ inverse }) => {
    const least = inverse.maximum - TOLERANCE;
    return (view) => view.received.utilityAt(-1) >= least;
  });
}

/**
 * AC_target: accepts from the level of an aspiration curve at the present time on.
 *
 * @throws {NegotiationError} `strategy_invalid` for a curve that is none
 * @see docs/requirements/bargaining.md, BA-17 and BA-27
 */
export function acceptTarget(curve: AspirationCurve): AcceptanceCondition {
  return acceptAspiration(aspirationOf(curve));
}

/** `acceptTarget` of a curve that is ready, so that it can be shared with an offering policy. */
export function acceptAspiration(aspiration: Aspiration): AcceptanceCondition {
  return condition("AC_target", ({ inverse }) => {
    const levelAt = aspirationLevel(aspiration, inverse);
    return (view) => view.received.utilityAt(-1) >= levelAt(view.relativeTime);
  });
}

/** A linear stretch of the offer's utility u: `scale u + shift`. */
export interface StretchOptions {
  /** @default 1 */
  readonly scale?: number | undefined;
  /** @default 0 */
  readonly shift?: number | undefined;
}

/**
 * AC_next: accepts when `scale u + shift` is at least the own utility of what offering would send now.
 *
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptNext(options: StretchOptions = {}): AcceptanceCondition {
  const { scale, shift } = readNumbers("AC_next", options, { scale: 1, shift: 0 });
  return condition(
    "AC_next",
    () => (view, next) => scale * view.received.utilityAt(-1) + shift >= view.inverse.utility(next()),
  );
}

/**
 * AC_prev: accepts when `scale u + shift` is at least the own utility of the own previous offer; never before one.
 *
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptPrevious(options: StretchOptions = {}): AcceptanceCondition {
  const { scale, shift } = readNumbers("AC_prev", options, { scale: 1, shift: 0 });
  // Before an own offer its utility is NaN, and nothing compares with that.
  return condition(
    "AC_prev",
    () => (view) => scale * view.received.utilityAt(-1) + shift >= view.sent.utilityAt(-1),
  );
}

/**
 * AC_gap: accepts when the offer is at most `gap` worse than the own previous one; never before one.
 *
 * @param options - `gap` in utility, 0.1 by default
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptGap(options: { readonly gap?: number | undefined } = {}): AcceptanceCondition {
  const { gap } = readNumbers("AC_gap", options, { gap: 0.1 });
  return condition("AC_gap", () => (view) => view.received.utilityAt(-1) + gap >= view.sent.utilityAt(-1));
}

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
  const { from } = readNumbers(name, options, { from: 0.98 });
  return condition(name, () => {
    const leastOf = late();
    return (view, next) => {
      const utility = view.received.utilityAt(-1);
      if (view.relativeTime >= from && utility >= leastOf(view)) return true;
      return utility >= view.inverse.utility(next());
    };
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

/**
 * Accepts what is at least as good as the next outcome from the top, where the party is ready to show a new one,
 * else as the latest new one that it showed. Past the end of its rational outcomes it accepts any of them.
 *
 * @see de Jonge, An analysis of the linear bilateral ANAC domains using the MiCRO benchmark strategy, IJCAI 2022;
 * docs/requirements/bargaining.md, BA-19
 */
export function acceptMicro(): AcceptanceCondition {
  return acceptLadder(microLadder);
}

/** `acceptMicro` on ladders that the offering policy of the same party may share. */
export function acceptLadder(ladderOf: (setup: Setup) => MicroLadder): AcceptanceCondition {
  return condition("AC_micro", (setup: Setup): RunningAcceptance => {
    const ladder = ladderOf(setup);
    const { inverse } = setup;
    return (view) => {
      ladder.see(view);
      const step = ladder.isReady ? ladder.sentCount : ladder.sentCount - 1;
      // The player asks no condition about an offer below the reservation.
      if (step >= inverse.rationalCount) return true;
      return view.received.utilityAt(-1) >= inverse.utility(inverse.at(inverse.size - 1 - step));
    };
  });
}

/**
 * Accepts what is as good as its own next offer, and what no outcome beats in the product of both sides' gains.
 *
 * Needs a model; give it the `disagreement` of the offering. At most O(n x issues).
 *
 * @throws {NegotiationError} `strategy_invalid` for a disagreement that is no finite number
 * @see docs/requirements/bargaining.md, BA-25
 */
export function acceptZeuthen(options: ZeuthenOptions = {}): AcceptanceCondition {
  const { disagreement } = readNumbers("AC_zeuthen", options, { disagreement: 0 });
  return condition("AC_zeuthen", (setup: Setup) => accepting(zeuthenGains(setup, disagreement)));
}

function accepting(gains: ZeuthenGains): RunningAcceptance {
  return ({ received, inverse }: PartyView, next) => {
    if (received.utilityAt(-1) >= inverse.utility(next())) return true;
    return gains.highestAbove(gains.productOfLatest(received)) === -1;
  };
}
