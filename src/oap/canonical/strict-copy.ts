/**
 * @module
 * The only door for objects into the signing core: a deep-frozen copy of plain data, made in one pass. Text comes
 * in through `parse-strict.ts`.
 */

import type { Json } from "../../core/json/index.js";
import { type CanonicalForm, canonicalForm, demandSize } from "./canonical-json.js";
import { type DocumentLimits, type ResolvedLimits, resolveLimits } from "./document-limits.js";
import { plainCopy } from "./plain-copy.js";
import { type SigningRefusal, signingRefusal } from "./signing-refusal.js";
import { NotStrictJson } from "./strict-json.js";

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

/** A copy and its canonical text, which leaves out the member `without` of the outermost object; or a refusal. */
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
