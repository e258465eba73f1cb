/**
 * @module
 * Terms that fill a document of 64 kB, in the shapes that cost most for the bench `signing`: an agreement is hashed
 * leaf by leaf, so what costs is how many leaves, and how long pointers, go into so many bytes.
 */

import type { Json, JsonObject } from "../src/core/json/index.js";
import { termsRefusal } from "../src/oap/documents/index.js";

/** Bytes that are left to terms in a proposal of 65,536 bytes. */
const MOST_BYTES = 64_000;

/** By name. */
export const SHAPES: Readonly<Record<string, JsonObject>> = {
  members: filled((count) =>
    Object.fromEntries(numbers(count).map((n) => [n.toString(36).padStart(3, "k"), 1])),
  ),
  elements: filled((count) => ({ a: numbers(count).map(() => 0) })),
  numbers: filled((count) => ({ a: numbers(count).map((n) => 100_000 + n) })),
  texts: filled((count) => ({ a: numbers(count).map((n) => `${n}.0123456789`) })),
  emptyObjects: filled((count) => ({ a: numbers(count).map(() => ({})) })),
  items: filled((count) => ({
    items: numbers(count).map((n) => ({ sku: `A-${n}`, price: "12.50", quantity: n })),
  })),
  longKeys: filled((count) => Object.fromEntries(numbers(count).map((n) => [`${n}`.padEnd(200, "k"), 1]))),
  escapedKeys: filled((count) =>
    Object.fromEntries(numbers(count).map((n) => [`~/${n}`.padEnd(40, "~/"), 1])),
  ),
  deep: filled((count) => ({ a: numbers(count).map((n) => nested(n, 26)) })),
  longText: filled((count) => ({ text: "x".repeat(count) })),
};

function nested(value: Json, depth: number): Json {
  return depth === 0 ? value : { k: nested(value, depth - 1) };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** With as many as fit and as terms may have; where that is less than the bytes, a text fills them. */
function filled(make: (count: number) => JsonObject): JsonObject {
  let fits = 1;
  for (let step = 32_768; step >= 1; step /= 2) {
    const terms = make(fits + step);
    if (JSON.stringify(terms).length <= MOST_BYTES && termsRefusal({ ...terms, note: "" }) === undefined)
      fits += step;
  }
  const terms = make(fits);
  return { ...terms, note: "x".repeat(Math.max(0, MOST_BYTES - JSON.stringify(terms).length)) };
}
