/**
 * @module
 * AC_prev and AC_gap: is what lies on the table as good as what I proposed last?
 */

import { readOptions } from "../../core/checks/index.js";
import { type AcceptanceCondition, checkNumbers } from "../play/index.js";
import type { StretchOptions } from "./accept-next.js";

/**
 * AC_prev: accepts when `scale u + shift` is at least the own utility of the own previous offer; never before one.
 *
 * @throws {NegotiationError} `strategy_invalid` for a number that is none
 * @see Baarslag, Hindriks, Jonker, Acceptance conditions in automated negotiation, 2011;
 * docs/requirements/bargaining.md, BA-27
 */
export function acceptPrevious(options: StretchOptions = {}): AcceptanceCondition {
  const { scale = 1, shift = 0 } = readOptions("the options of AC_prev", options, ["scale", "shift"]);
  checkNumbers("AC_prev", { scale, shift });
  return Object.freeze({
    name: "AC_prev",
    // Before an own offer its utility is NaN, and nothing compares with that.
    start: () => (view) => scale * view.received.utilityAt(-1) + shift >= view.sent.utilityAt(-1),
  } satisfies AcceptanceCondition);
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
  const { gap = 0.1 } = readOptions("the options of AC_gap", options, ["gap"]);
  checkNumbers("AC_gap", { gap });
  return Object.freeze({
    name: "AC_gap",
    start: () => (view) => view.received.utilityAt(-1) + gap >= view.sent.utilityAt(-1),
  } satisfies AcceptanceCondition);
}
