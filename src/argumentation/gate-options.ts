/**
 * @module
 * What an argument gate is told, checked when the gate is made.
 */

import { unmet } from "../core/checks/index.js";
import type { Move } from "../core/moves/index.js";
import type { AgentCall, MaybePromise } from "../ports/index.js";
import type { AttackRelation } from "./attacks.js";
import type { FailureListener } from "./failure-notice.js";

/** When an acceptance passes, and what comes in the place of one that does not. */
export interface ArgumentGateOptions<Terms = unknown> extends FailureListener {
  /**
   * Who attacks whom.
   * @default rfcAttacks
   */
  readonly relation?: AttackRelation | undefined;
  /** What terms are worth to the party, in the unit of `outsideOption`. */
  readonly worth: (terms: Terms) => number;
  /** What the party has without an agreement; terms worth exactly that still pass. Any number but NaN. */
  readonly outsideOption: number;
  /** What to do instead of an acceptance: `counter`, `reject` or `withdraw`; all else becomes a rejection. */
  readonly otherwise: (call: AgentCall<Terms>) => MaybePromise<Move<Terms>>;
}

/**
 * The options, frozen.
 *
 * @throws {TypeError} for one of the wrong type or an unknown key; `outsideOption` is private, so it is not shown
 */
export function resolvedGateOptions<Terms>(options: ArgumentGateOptions<Terms>): ArgumentGateOptions<Terms> {
  const { relation, worth, outsideOption, otherwise, onFailure } = options;
  const stray = Object.keys(options).find((key) => !KEYS.includes(key));
  if (stray !== undefined)
    throw new TypeError(unmet("an option of a gate", `one of ${KEYS.join(", ")}`, stray));
  demandFunction("worth", worth);
  demandFunction("otherwise", otherwise);
  if (relation !== undefined) demandFunction("relation", relation);
  if (onFailure !== undefined) demandFunction("onFailure", onFailure);
  demandNumber("outsideOption to be", outsideOption);
  return Object.freeze({ relation, worth, outsideOption, otherwise, onFailure });
}

const KEYS: readonly string[] = ["relation", "worth", "outsideOption", "otherwise", "onFailure"];

/** @throws {TypeError} for anything but a function */
export function demandFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw new TypeError(unmet(name, "a function", value));
}

/**
 * Passes any number but NaN, also an infinite one; says of others only their sort, since such numbers are private.
 *
 * @param what - "outsideOption to be", "worth to answer"
 * @throws {TypeError} else
 */
export function demandNumber(what: string, value: unknown): asserts value is number {
  if (typeof value === "number" && !Number.isNaN(value)) return;
  const came = typeof value === "number" ? "NaN" : `a value of type ${typeof value}`;
  throw new TypeError(`Expected ${what} a number, got ${came}.`);
}
