/**
 * @module
 * The only door for text into the signing core: UTF-8 bytes of one strict JSON value. `JSON.parse` alone keeps the last
 * of two members of one name and reads `1.0`: so what it gives is copied strictly, and the rest is seen from the text.
 */

import { type DocumentLimits, resolveLimits } from "./document-limits.js";
import { plainCopy } from "./plain-copy.js";
import { orRefusal, type StrictResult } from "./strict-copy.js";
import { NUMBERS, refuseMember, type StrictWalk, strictWalk, tooBig, tooDeep } from "./strict-json.js";

/**
 * The deep-frozen value of a JSON text, or `document_invalid`.
 *
 * Refused are: bytes that are no UTF-8, a byte order mark, anything after the value, two members of one name (also
 * when one is written with escapes), the names and texts that `canonicalize` refuses, and numbers of another form:
 * with `"integers"` only digits, so that `1.0` and `1e2` are refused as every language must read them alike.
 *
 * @param bytes - UTF-8; a string is refused, since it no longer shows what its bytes were
 * @throws {RangeError | TypeError} for wrong limits only
 * @see spec signing, SG-4
 * @example
 * parseStrict(new TextEncoder().encode('{"price":40}')); // { ok: true, value: { price: 40 } }
 * parseStrict(new TextEncoder().encode('{"price":40,"price":1}')); // { ok: false, code: "document_invalid", ... }
 */
export function parseStrict(bytes: Uint8Array, limits?: DocumentLimits): StrictResult {
  const resolved = resolveLimits(limits);
  const walk = strictWalk(resolved);
  return orRefusal(() => {
    const text = textOf(bytes, walk);
    const marks = marksOf(text);
    demandDepth(marks, walk);
    const { copy, memberCount } = plainCopy(jsonOf(text, walk), resolved);
    // Only now: of a text that is no JSON the marks say nothing. The words of JSON have no digits.
    if (resolved.numbers === "integers" && /\d[.eE]/.test(marks)) {
      refuseMember(walk, NUMBERS.integers, "another number");
    }
    if (marks.split(":").length - 1 !== memberCount) {
      refuseMember(walk, "member names that differ", "one twice");
    }
    return Object.freeze({ ok: true, value: copy });
  });
}

function textOf(bytes: unknown, walk: StrictWalk): string {
  if (!(bytes instanceof Uint8Array)) return refuseMember(walk, "bytes", "another value");
  if (bytes.length > walk.limits.maxBytes) refuseMember(walk, ...tooBig(walk.limits));
  try {
    // It keeps a byte order mark, which is then no JSON.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuseMember(walk, "UTF-8", "other bytes");
  }
}

/** What stands outside of the strings of a JSON text: brackets, commas, colons, numbers, words and space. */
function marksOf(text: string): string {
  const pieces = text.replace(/\\./g, "").split('"');
  return pieces.filter((_, index) => index % 2 === 0).join("");
}

/** Before it is read: whatever is refused has taken no memory then. */
function demandDepth(marks: string, walk: StrictWalk): void {
  let depth = 0;
  for (let index = 0; index < marks.length; index += 1) {
    // Brackets and braces differ in this bit alone, and become "{" and "}".
    const unit = marks.charCodeAt(index) | 0x20;
    if (unit === 0x7b) depth += 1;
    else if (unit === 0x7d) depth -= 1;
    if (depth > walk.limits.maxDepth) refuseMember(walk, ...tooDeep(walk.limits));
  }
}

function jsonOf(text: string, walk: StrictWalk): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What it says of the fault holds some of the text.
    return refuseMember(walk, "JSON", "another text");
  }
}
