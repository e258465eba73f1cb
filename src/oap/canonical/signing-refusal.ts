/**
 * @module
 * The answer of the signing core to bad input: data with a stable code, never an exception. Its messages hold
 * nothing of what came, since that is a stranger's text.
 */

import type { Json } from "../../core/json/index.js";

/**
 * Why a document or signature is refused.
 *
 * - `document_invalid`: not strict JSON, or beyond its limits
 * - `signature_invalid`: not this signature for this purpose, signer and content
 * - `key_unresolvable`: the key could not be had
 * - `key_not_authorized`: the signer does not have that key for signing
 * - `key_not_supported`: the key is not an Ed25519 key that signatures can be checked with
 * - `terms_invalid`: terms that no agreement can be made of
 * - `period_invalid`: an effective period that does not end after it begins
 * - `agreement_mismatch`: not what the hash, the proposal or the acceptance says
 * - `salt_weak`: a salt secret that anybody could guess
 * - `assent_missing`: an agreement that does not show the assent of both its parties
 * - `not_redactable`: not a leaf of the terms
 * - `party_invalid`: not two parties
 * - `clock_skew`: an instant that its signer wrote is too far from the host's clock
 * - `terms_altered`: the user's schema would go on with other terms than those that were signed
 * - `negotiation_not_supported`: the Tool's manifest does not offer negotiation
 * - `wrong_host`, `manifest_changed`: not of the pinned host, manifest
 * - `confidentiality_unknown`: a level that the host does not know
 * - `command_conflict`: the same id with other content
 *
 * @see docs/requirements/signing.md, SG-2, SG-11 and SG-16
 */
export type SigningCode =
  | "document_invalid"
  | "signature_invalid"
  | "key_unresolvable"
  | "key_not_authorized"
  | "key_not_supported"
  | "terms_invalid"
  | "period_invalid"
  | "agreement_mismatch"
  | "salt_weak"
  | "assent_missing"
  | "not_redactable"
  | "party_invalid"
  | "clock_skew"
  | "terms_altered"
  | "negotiation_not_supported"
  | "wrong_host"
  | "manifest_changed"
  | "confidentiality_unknown"
  | "command_conflict";

/** A refused document, signature or key. */
export interface SigningRefusal {
  readonly ok: false;
  readonly code: SigningCode;
  /** What was expected and what came, without any text of the document. */
  readonly message: string;
  /** Keys and indices from the outside in, where one member is at fault; keys are the sender's own text. */
  readonly path?: readonly (string | number)[] | undefined;
  /** Hashes, DIDs, limits and the like; never terms or text of a document. */
  readonly details?: { readonly [key: string]: Json } | undefined;
}

/** A frozen refusal. */
export function signingRefusal(
  code: SigningCode,
  message: string,
  path?: readonly (string | number)[],
  details?: { readonly [key: string]: Json },
): SigningRefusal {
  return Object.freeze({ ok: false, code, message, ...(path && { path }), ...(details && { details }) });
}

/**
 * The refusal of something that came instead of the expected.
 *
 * @param expected - completes "Expected ..., got another.": no foreign text and no secrets
 */
export function refusalOfOther(
  code: SigningCode,
  expected: string,
  path?: readonly (string | number)[],
): SigningRefusal {
  return signingRefusal(code, `Expected ${expected}, got another.`, path);
}
