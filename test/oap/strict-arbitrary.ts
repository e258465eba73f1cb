/**
 * @module
 * Strict JSON of all shapes: what the signing core accepts, generated.
 */

import fc from "fast-check";
import type { Json } from "../../src/core/negotiation.js";
import { faultOfKey, isSoundText } from "../../src/oap/strict-json.js";

const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constantFrom("", "\u2028", "é", "é", "😀", '"\\/\b\n'),
  )
  .filter(isSoundText);

const key = fc
  .oneof(text, fc.constantFrom("toString", "valueOf", "hasOwnProperty", "toJSON", "length", "10", "9", "-0"))
  .filter((name) => faultOfKey(name) === undefined);

function jsonOf(number: fc.Arbitrary<number>): fc.Arbitrary<Json> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<Json>(null, true, false),
      number,
      text,
      fc.array(tie("value"), { maxLength: 6 }),
      fc.dictionary(key, tie("value"), { maxKeys: 6, noNullPrototype: false }),
    ),
  })).value as fc.Arbitrary<Json>;
}

/** With the numbers that may be signed. */
export const signableJson: fc.Arbitrary<Json> = jsonOf(fc.maxSafeInteger().map((value) => value + 0));

/** With every finite number; minus zero is left out, since it is read as zero. */
export const anyJson: fc.Arbitrary<Json> = jsonOf(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
