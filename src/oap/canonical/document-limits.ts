/**
 * @module
 * How big, how deep and of which numbers a document may be: the options of the canonical form, of the strict
 * parser and of the strict copy, with the defaults of signed documents.
 */

import { integerIn, unmet } from "../../core/checks/index.js";

/**
 * Which numbers a document may hold: integers within 2^53 - 1 on both sides of zero, or every finite double.
 *
 * @see docs/requirements/signing.md, SG-3
 */
export type NumberForm = "integers" | "any";

/** The limits of a document. */
export interface DocumentLimits {
  /**
   * `"integers"` for what is signed, where a decimal is a string; `"any"` for DID documents and interchange.
   *
   * @default "integers"
   */
  readonly numbers?: NumberForm | undefined;
  /**
   * How many objects and arrays may lie one inside the other, 0 to 256.
   *
   * @default 32
   */
  readonly maxDepth?: number | undefined;
  /**
   * Size of the canonical form, or of the text that is read, in bytes of UTF-8; exactly so many pass.
   *
   * @default 65_536
   */
  readonly maxBytes?: number | undefined;
}

/** Limits with every default in place. */
export interface ResolvedLimits {
  readonly numbers: NumberForm;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/**
 * The limits with their defaults.
 *
 * @throws {RangeError} when a limit is no integer in its range
 * @throws {TypeError} when `numbers` is neither `"integers"` nor `"any"`
 * @see docs/requirements/signing.md, SG-1
 * @example
 * resolveLimits({ numbers: "any" }); // { numbers: "any", maxDepth: 32, maxBytes: 65_536 }
 */
export function resolveLimits(limits?: DocumentLimits): ResolvedLimits {
  if (limits === undefined) return DEFAULTS;
  const { numbers = DEFAULTS.numbers, maxDepth = DEFAULTS.maxDepth, maxBytes = DEFAULTS.maxBytes } = limits;
  if (numbers !== "integers" && numbers !== "any") {
    throw new TypeError(unmet("numbers", '"integers" or "any"', numbers));
  }
  // Chosen: each level is one call on the stack, and nobody needs more.
  integerIn("maxDepth", maxDepth, 0, 256);
  integerIn("maxBytes", maxBytes, 1);
  return { numbers, maxDepth, maxBytes };
}

const DEFAULTS: ResolvedLimits = { numbers: "integers", maxDepth: 32, maxBytes: 65_536 };
