/**
 * @module
 * What opens an agreement's digests: for each leaf its salt and its value. They stand beside the log, so that a redaction
 * can delete them: digests, hash, signatures and log verify as before.
 */

import { demandList, demandShape } from "../../core/checks/index.js";
import { isJsonObject, type Json } from "../../core/json/index.js";
import type { LogDisclosures } from "../../ports/index.js";
import {
  canonicalize,
  type ResolvedLimits,
  refusalOfOther,
  type SigningRefusal,
  strictCopy,
} from "../canonical/index.js";
import { encodeBase64url } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";
import type { PublicForm } from "./agreement.js";

/** What opens one digest. */
export interface Disclosure {
  /** Base64url of 16 bytes. */
  readonly salt: string;
  /** The leaf. */
  readonly value: Json;
}

/** By RFC 6901 pointer into the agreement. */
export type Disclosures = Readonly<Record<string, Disclosure>>;

/**
 * The digest of a leaf: base64url SHA-256 of the canonical bytes of `[salt, pointer, value]`.
 *
 * @throws {TypeError} when the value is not strict JSON
 * @see docs/requirements/signing.md, SG-26
 */
export function leafDigest(sha256: Sha256, pointer: string, { salt, value }: Disclosure): string {
  return encodeBase64url(sha256(canonicalize([salt, pointer, value], FORM_LIMITS)));
}

/** Beyond those of a document, since a digest and a salt come with each leaf. Chosen: what `leavesOf` allows, twice. */
export const FORM_LIMITS: ResolvedLimits = { numbers: "integers", maxDepth: 40, maxBytes: 8_388_608 };

/** What a redaction leaves, and what it took away. */
export interface Redaction {
  readonly ok: true;
  readonly disclosures: Disclosures;
  /** Those that were asked for, once each, sorted by code unit. */
  readonly pointers: readonly string[];
}

/**
 * The disclosures without those of some terms, each named by the pointer to its leaf.
 *
 * Refuses with `not_redactable` each pointer that is not under `/terms`, or is to no leaf. What is hidden already may
 * be named again.
 *
 * @param digests - those of the agreement, which name all its leaves
 * @throws {TypeError} for pointers that are no list
 * @see docs/requirements/oap.md, OAP-26; docs/requirements/signing.md, SG-28
 * @example
 * const redaction = redactDisclosures(form.agreement.digests, form.disclosures, ["/terms/price"]);
 * if (redaction.ok) show({ ...form, disclosures: redaction.disclosures });
 */
export function redactDisclosures(
  digests: Readonly<Record<string, string>>,
  disclosures: Disclosures,
  pointers: readonly string[],
): Redaction | SigningRefusal {
  demandShape("digests", digests ?? null, "object");
  demandShape("disclosures", disclosures ?? null, "object");
  demandList("pointers", pointers);
  const stray = pointers.findIndex((pointer) => !isRedactable(pointer) || !Object.hasOwn(digests, pointer));
  if (stray !== -1) {
    return refusalOfOther("not_redactable", "a leaf of the terms", ["pointers", stray]);
  }
  const hidden = new Set(pointers);
  const left = Object.entries(disclosures).filter(([pointer]) => !hidden.has(pointer));
  return Object.freeze({
    ok: true,
    disclosures: Object.freeze(Object.fromEntries(left)),
    pointers: Object.freeze([...hidden].sort()),
  });
}

/**
 * The public form of an agreement without some of its terms; refuses as `redactDisclosures` does, and with
 * `document_invalid` what is no public form.
 *
 * @param pointers - each to a leaf of the terms, such as `/terms/price`
 * @see docs/requirements/oap.md, OAP-26
 * @example
 * const redacted = redact(form, ["/terms/price"]);
 * if (redacted.ok) console.log((await verifyAgreement(redacted.form, { sha256 })).ok); // true
 */
export function redact(
  form: PublicForm,
  pointers: readonly string[],
): { readonly ok: true; readonly form: PublicForm } | SigningRefusal {
  const copy = strictCopy(form, FORM_LIMITS);
  if (!copy.ok) return copy;
  const { agreement, disclosures } = (copy.value ?? {}) as Partial<PublicForm>;
  if (!isJsonObject(agreement?.digests) || !isJsonObject(disclosures)) {
    return refusalOfOther("document_invalid", "a public form");
  }
  const redaction = redactDisclosures(agreement.digests, disclosures, pointers);
  if (!redaction.ok) return redaction;
  return Object.freeze({ ok: true, form: Object.freeze({ agreement, disclosures: redaction.disclosures }) });
}

/** Whether a pointer lies under `/terms`, where some terms could have a leaf: ids, parties, period and metadata stay. */
export function isRedactable(pointer: unknown): boolean {
  return typeof pointer === "string" && pointer.startsWith("/terms/") && !NO_POINTER.test(pointer);
}

/** An escape that there is not (RFC 6901), or a member that no strict JSON has (SG-2). */
const NO_POINTER = /~(?![01])|\/(?:__proto__|constructor|prototype)(?![^/])/;

/** All of them, those of what cannot be redacted alone, or these and what is under the given pointers as well. */
export function disclosuresUnder(
  disclosures: LogDisclosures,
  shown: "all" | "none" | readonly string[],
): LogDisclosures {
  if (shown === "all") return disclosures;
  const under = Array.isArray(shown) ? shown : [];
  const isShown = (pointer: string): boolean =>
    !isRedactable(pointer) || under.some((one) => pointer === one || pointer.startsWith(`${one}/`));
  return Object.fromEntries(Object.entries(disclosures).filter(([pointer]) => isShown(pointer)));
}
