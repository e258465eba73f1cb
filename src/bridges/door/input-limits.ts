/**
 * @module
 * What may come in at all: the limits of a door, and what an id is.
 */

import { type IntegerOptions, LONGEST_TIMER_MS } from "../../core/checks/index.js";

/** The limits of what comes in. */
export interface InputLimits {
  /** Bytes of a body. @default 65_536 */
  readonly bodyBytes?: number | undefined;
  /** Ms within which a body has to be there. @default 10_000 */
  readonly bodyMs?: number | undefined;
  /** Objects and lists within each other. @default 32 */
  readonly depth?: number | undefined;
  /** Members of a list. @default 1_000 */
  readonly items?: number | undefined;
}

/** What they are by default, and may be. */
export const INPUT_LIMITS: IntegerOptions<InputLimits> = {
  bodyBytes: [65_536, 1],
  bodyMs: [10_000, 1, LONGEST_TIMER_MS],
  depth: [32, 1],
  items: [1_000, 1],
};

/** Whether it is an id as they come in: 1 to 256 characters, none of them a control character. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
const ID = /^[^\u0000-\u001f\u007f-\u009f]{1,256}$/;
