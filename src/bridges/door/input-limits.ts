/**
 * @module
 * What may come in at all: the limits of a door, and what an id is.
 */

import { type Filled, integerIn, readOptions } from "../../core/checks/index.js";

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

/**
 * Limits with every default in its place.
 *
 * @throws {TypeError} on an unknown limit
 * @throws {RangeError} for one below 1
 */
export function resolveInputLimits(given: InputLimits): Filled<InputLimits> {
  const limits = readOptions("limits", given, ["bodyBytes", "bodyMs", "depth", "items"]);
  const { bodyBytes = 65_536, bodyMs = 10_000, depth = 32, items = 1_000 } = limits;
  return {
    bodyBytes: integerIn("bodyBytes", bodyBytes, 1),
    bodyMs: integerIn("bodyMs", bodyMs, 1, 2_147_483_647),
    depth: integerIn("depth", depth, 1),
    items: integerIn("items", items, 1),
  };
}

/** Whether it is an id as they come in: 1 to 256 characters, none of them a control character. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
const ID = /^[^\u0000-\u001f\u007f-\u009f]{1,256}$/;
