/**
 * @module
 * The only door for objects into the signing core: a deep-frozen copy of plain data, made in one pass. Text comes
 * in through `parse-strict.ts`.
 */

import type { Json } from "../core/negotiation.js";
import { canonicalText } from "./canonical-json.js";
import { type DocumentLimits, type ResolvedLimits, resolveLimits } from "./document-limits.js";
import { type SigningRefusal, signingRefusal } from "./signing-refusal.js";
import {
  countBytes,
  demandKeys,
  demandLength,
  demandMember,
  demandScalar,
  NotStrictJson,
  type StrictWalk,
  strictWalk,
} from "./strict-json.js";

/** A strict value, deep-frozen, or `document_invalid` with the path of what is not strict JSON. */
export type StrictResult = { readonly ok: true; readonly value: Json } | SigningRefusal;

/**
 * A deep-frozen copy of a JSON value, with its members in their order.
 *
 * Each member is read once, so that neither a getter, a proxy nor a later change can make what is signed differ
 * from what is used. What throws while it is read is refused as well.
 *
 * @throws {RangeError | TypeError} for wrong limits only
 * @see spec signing, SG-5
 * @example
 * strictCopy({ price: 40 }); // { ok: true, value: { price: 40 } }
 * strictCopy({ price: undefined }); // { ok: false, code: "document_invalid", path: ["price"], ... }
 */
export function strictCopy(value: unknown, limits?: DocumentLimits): StrictResult {
  const resolved = resolveLimits(limits);
  const walk = strictWalk(resolved);
  try {
    const copy = copyOf(value, walk);
    demandSize(copy, walk.leastBytes, resolved);
    return Object.freeze({ ok: true, value: copy });
  } catch (error) {
    if (error instanceof NotStrictJson) return signingRefusal("document_invalid", error.message, error.path);
    // What a trap threw is a stranger's and may say anything, so it stays out of the message.
    const message = "Expected readable members, got one that throws.";
    return signingRefusal("document_invalid", message, Object.freeze([...walk.path]));
  }
}

/** Looks for the exact size only where the bound leaves it open. */
function demandSize(copy: Json, leastBytes: number, limits: ResolvedLimits): void {
  if (leastBytes * MOST_TO_LEAST > limits.maxBytes) canonicalText(copy, limits);
}

/** A control character is counted as one byte and written with six; a number is counted as one, written with 25. */
const MOST_TO_LEAST = 26;

function copyOf(value: unknown, walk: StrictWalk): Json {
  if (typeof value !== "object" || value === null) return demandScalar(value, walk);
  const keys = demandKeys(value, walk);
  return Object.freeze(keys === undefined ? copyElements(value, walk) : copyMembers(value, keys, walk));
}

function copyMembers(source: object, keys: readonly string[], walk: StrictWalk): Record<string, Json> {
  const copy: Record<string, Json> = {};
  countBytes(walk, 2);
  for (const key of keys) {
    countBytes(walk, key.length + 3);
    walk.path.push(key);
    setOwn(copy, key, copyOf(demandMember(source, key, walk), walk));
    walk.path.pop();
  }
  return copy;
}

function copyElements(source: object, walk: StrictWalk): Json[] {
  const length = demandLength(source, walk);
  const copy: Json[] = [];
  for (let index = 0; index < length; index += 1) {
    walk.path.push(index);
    copy.push(copyOf(demandMember(source, index, walk), walk));
    walk.path.pop();
  }
  return copy;
}

/** Assigns, but never to a setter or past a frozen property of `Object.prototype`. */
export function setOwn(copy: Record<string, Json>, key: string, value: Json): void {
  if (key in copy) {
    Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    copy[key] = value;
  }
}
