/**
 * @module
 * Arbitrary terms: JSON that the engine accepts.
 */

import type { Arbitrary } from "fast-check";
import { copyJson, type Json } from "../../core/json/index.js";
import { shown } from "../../errors.js";
import { fc } from "./fast-check.js";

/** How big arbitrary terms may be. */
export interface ArbitraryTermsOptions {
  /** Bytes of JSON in UTF-8, at least 1. @default 65_536 */
  readonly maxBytes?: number | undefined;
}

/**
 * Terms that are JSON within the limits and never `null`, which would be none: mostly a small offer
 * with a price, else JSON of any shape.
 *
 * @throws {RangeError} when `maxBytes` is not an integer of at least 1
 * @example
 * fc.sample(arbitraryTerms(), 3); // [{ price: 7 }, { price: 812, note: "net 30" }, ["", true]]
 */
export function arbitraryTerms(options: ArbitraryTermsOptions = {}): Arbitrary<Json> {
  const { maxBytes = 65_536 } = options;
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new RangeError(`Expected maxBytes to be an integer of at least 1, got ${shown(maxBytes)}.`);
  }
  const offer = fc.record(
    { price: fc.nat(1_000), days: fc.nat(90), note: fc.string({ maxLength: 12 }) },
    { requiredKeys: ["price"] },
  );
  // The least JSON of all stands in for what is none or too big.
  return fc
    .oneof(
      { withCrossShrink: true },
      { arbitrary: offer, weight: 3 },
      { arbitrary: arbitraryJson(), weight: 1 },
    )
    .map((terms) => (terms !== null && copyJson(terms, maxBytes).ok ? terms : 0));
}

/** JSON of any shape that the engine accepts, at most four levels deep. */
export function arbitraryJson(): Arbitrary<Json> {
  return fc.jsonValue({ maxDepth: 3 }).map((value) => {
    // Without `-0`, which would become `0`, and without own `__proto__` keys, which are refused.
    const json = JSON.parse(JSON.stringify(value)) as Json;
    return copyJson(json, 65_536).ok ? json : 0;
  });
}
