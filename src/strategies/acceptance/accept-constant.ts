/**
 * @module
 * AC_const and AC_time: conditions that look at one number only, the offer's utility or the time.
 */

import { demandFlags, readOptions } from "../../core/checks/index.js";

import { type AcceptanceCondition, checkNumbers } from "../play/index.js";

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
  return Object.freeze({
    name: "AC_const",
    start: () => (view) => {
      const utility = view.received.utilityAt(-1);
      return strict ? utility > threshold : utility >= threshold;
    },
  } satisfies AcceptanceCondition);
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
  return Object.freeze({
    name: "AC_time",
    // The player asks no condition about an offer below the reservation.
    start: () => (view) => (strict ? view.relativeTime > from : view.relativeTime >= from),
  } satisfies AcceptanceCondition);
}
