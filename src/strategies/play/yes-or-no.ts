/**
 * @module
 * Whether an acceptance condition answered at all. A promise or a text is no answer: as a truth value it would accept
 * whatever stands.
 */

import { shown } from "../../errors.js";
import type { AcceptanceCondition } from "./strategy.js";

/**
 * The answer, if it is one.
 *
 * @throws {TypeError} for anything but `true` and `false`
 */
export function yesOrNo({ name }: AcceptanceCondition, answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  const isPromise = answer instanceof Promise;
  // Nobody waits for it, and its failure would end the process.
  if (isPromise) answer.catch(() => {});
  const got = isPromise ? "a promise" : shown(answer);
  throw new TypeError(`Expected the condition ${name} to answer true or false at once, got ${got}.`);
}
