/**
 * @module
 * AC_next: is what lies on the table as good as what I am about to propose?
 */

import { readOptions } from "../../core/checks/index.js";
import { type AcceptanceCondition, checkNumbers } from "../play/index.js";

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
  const { scale = 1, shift = 0 } = readOptions("the options of AC_next", options, ["scale", "shift"]);
  checkNumbers("AC_next", { scale, shift });
  return Object.freeze({
    name: "AC_next",
    start: () => (view, next) => scale * view.received.utilityAt(-1) + shift >= view.inverse.utility(next()),
  } satisfies AcceptanceCondition);
}
