/**
 * @module
 * The only doors into the signing core: `strictCopy` for objects, `parseStrict` for text. `JSON.parse` alone keeps the last
 * of two members of one name and reads `1.0`: so what it gives is copied strictly, and the rest is seen from the text.
 */

import type { Json } from "../../core/json/index.js";
import { type CanonicalForm, canonicalForm, demandSize } from "./canonical-json.js";
import { type SigningRefusal, signingRefusal } from "./signing-refusal.js";
import {
  type DocumentLimits,
  NotStrictJson,
  NUMBERS,
  plainCopy,
  type ResolvedLimits,
  readBy,
  refuseMember,
  resolveLimits,
  type StrictWalk,
  strictWalk,
  tooBig,
  tooDeep,
} from "./strict-json.js";

/** A strict value, deep-frozen, or `document_invalid` with the path of what is not strict JSON. */
export type StrictResult = { readonly ok: true; readonly value: Json } | SigningRefusal;

/**
 * A deep-frozen copy of a JSON value, with its members in their order; the value itself if it is such a copy already.
 *
 * Each member is read once, so that neither a getter, a proxy nor a later change can make what is signed differ
 * from what is used. What throws while it is read is refused as well.
 *
 * @throws {RangeError | TypeError} for wrong limits only
 * @see docs/requirements/signing.md, SG-5
 * @example
 * strictCopy({ price: 40 }); // { ok: true, value: { price: 40 } }
 * strictCopy({ price: undefined }); // { ok: false, code: "document_invalid", path: ["price"], ... }
 */
export function strictCopy(value: unknown, limits?: DocumentLimits): StrictResult {
  const resolved = resolveLimits(limits);
  return orRefusal(() => {
    const plain = plainCopy(value, resolved);
    demandSize(plain, resolved);
    return Object.freeze({ ok: true, value: plain.copy });
  });
}

/** A copy and its canonical bytes, which leave out the member `without` of the outermost object; or a refusal. */
export function strictForm(
  value: unknown,
  limits: ResolvedLimits,
  without?: string,
): CanonicalForm | SigningRefusal {
  return orRefusal(() => canonicalForm(value, limits, without));
}

/** What `read` gives, or the refusal of what is not strict JSON. */
export function orRefusal<T>(read: () => T): T | SigningRefusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotStrictJson) return signingRefusal("document_invalid", error.message, error.path);
    throw error;
  }
}

/**
 * The deep-frozen value of a JSON text, or `document_invalid`.
 *
 * Refused are: bytes that are no UTF-8, a byte order mark, anything after the value, two members of one name (also
 * when one is written with escapes), the names and texts that `canonicalize` refuses, and numbers of another form:
 * with `"integers"` only digits, so that `1.0` and `1e2` are refused as every language must read them alike.
 *
 * @param bytes - UTF-8; a string is refused, since it no longer shows what its bytes were
 * @throws {RangeError | TypeError} for wrong limits only
 * @see docs/requirements/signing.md, SG-4
 * @example
 * parseStrict(new TextEncoder().encode('{"price":40}')); // { ok: true, value: { price: 40 } }
 * parseStrict(new TextEncoder().encode('{"price":40,"price":1}')); // { ok: false, code: "document_invalid", ... }
 */
export function parseStrict(bytes: Uint8Array, limits?: DocumentLimits): StrictResult {
  const resolved = resolveLimits(limits);
  return orRefusal(() => {
    const before = strictWalk(resolved);
    const text = textOf(bytes, before);
    const marks = marksOf(text, before);
    const { copy, memberCount } = readBy(jsonOf(text, before), strictWalk(resolved, true, marks.isSound));
    // Only now: of a text that is no JSON the marks say nothing.
    if (resolved.numbers === "integers" && marks.hasOtherNumber) {
      refuseMember(before, NUMBERS.integers, "another number");
    }
    if (marks.colonCount !== memberCount) refuseMember(before, "member names that differ", "one twice");
    return Object.freeze({ ok: true, value: copy });
  });
}

function textOf(bytes: unknown, walk: StrictWalk): string {
  if (!ArrayBuffer.isView(bytes) || !(bytes instanceof Uint8Array)) {
    return refuseMember(walk, "bytes", "another value");
  }
  if (bytes.length > walk.limits.maxBytes) refuseMember(walk, ...tooBig(walk.limits));
  try {
    // It keeps a byte order mark, which is then no JSON.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuseMember(walk, "UTF-8", "other bytes");
  }
}

/** What a JSON text shows outside of its strings, and whether all that is within them is sound text. */
interface Marks {
  colonCount: number;
  /** One that is not of digits alone. */
  hasOtherNumber: boolean;
  isSound: boolean;
}

/** Before the text is read: whatever is too deep has taken no memory then. */
function marksOf(text: string, walk: StrictWalk): Marks {
  const marks: Marks = { colonCount: 0, hasOtherNumber: false, isSound: true };
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) isString = !isString;
    else if (unit >= FIRST_ODD) marks.isSound = false;
    else if (isString) {
      if (unit !== BACKSLASH) continue;
      // What is escaped by its number may be anything.
      index += 1;
      if (text.charCodeAt(index) === SMALL_U) marks.isSound = false;
    } else if (unit === COLON) marks.colonCount += 1;
    else if (unit > 0x20) {
      // Upper and lower case, brackets and braces differ in this bit alone.
      const either = unit | 0x20;
      if (either === BRACE) {
        depth += 1;
        if (depth > walk.limits.maxDepth) refuseMember(walk, ...tooDeep(walk.limits));
      } else if (either === BRACE + 2) depth -= 1;
      else if (unit === DOT || either === SMALL_E) {
        // The words of JSON have no digits.
        const before = text.charCodeAt(index - 1);
        if (before >= ZERO && before <= ZERO + 9) marks.hasOtherNumber = true;
      }
    }
  }
  return marks;
}

const QUOTE = 0x22;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SMALL_E = 0x65;
const SMALL_U = 0x75;
const BRACE = 0x7b;

/** Surrogates and all noncharacters come from here on. */
const FIRST_ODD = 0xd800;

function jsonOf(text: string, walk: StrictWalk): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What it says of the fault holds some of the text.
    return refuseMember(walk, "JSON", "another text");
  }
}
