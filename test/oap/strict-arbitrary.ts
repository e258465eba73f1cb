/**
 * @module
 * Strict JSON of all shapes: what the signing core accepts, generated.
 */

import fc from "fast-check";
import type { Json } from "../../src/core/json/index.js";

/** By its own rule, and not by that of the code: whole pairs, and no code point that ends with fffe or ffff. */
function isSoundText(text: string): boolean {
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    const isNoncharacter = (code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
    return !isNoncharacter && !(code >= 0xd800 && code <= 0xdfff);
  });
}

const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constantFrom("", "\u2028", "é", "é", "😀", '"\\/\b\n'),
  )
  .filter(isSoundText);

const key = fc
  .oneof(text, fc.constantFrom("toString", "valueOf", "hasOwnProperty", "toJSON", "length", "10", "9", "-0"))
  .filter((name) => !["__proto__", "constructor", "prototype"].includes(name));

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
