/**
 * @module
 * The hash of an agreement: over digests of its leaves, each with a salt of its own, so that leaves can be hidden one
 * by one and none can be guessed.
 */

import type { Json } from "../core/negotiation.js";
import type { Agreement, AgreementBody } from "./agreement.js";
import { decodeBase64url, encodeBase64url } from "./base64url.js";
import { canonicalize } from "./canonical-json.js";
import { type Disclosure, type Disclosures, FORM_LIMITS, leafDigest } from "./disclosures.js";
import { hashText } from "./hash-text.js";
import { hmacSha256 } from "./hmac.js";
import { leavesOf } from "./json-pointer.js";
import type { Sha256 } from "./merkle-proof.js";

/** A digest for each leaf, the hash over all of them, and what opens them. */
export interface AgreementDigests {
  /** By RFC 6901 pointer: base64url of 32 bytes. */
  readonly digests: Readonly<Record<string, string>>;
  /** The `agreement_hash`. */
  readonly hash: string;
  readonly disclosures: Disclosures;
}

/**
 * The digests and the hash of an agreement; its own `agreement_hash` and `signatures`, if it has them, are left out.
 *
 * Salts follow from `saltSecret`, so that both sides find the same: the first 16 bytes of HMAC-SHA-256 over the
 * pointer, with the 32 bytes as the key.
 *
 * @param saltSecret - 32 random bytes in base64url; they open every leaf, so they stay with the parties and the host
 * @throws {TypeError} when it is another text, or when the terms have no sound leaves: ask `termsRefusal` first
 * @see spec signing, SG-26
 * @example
 * const { hash } = agreementDigests(agreement, saltSecret, { sha256 });
 */
export function agreementDigests(
  agreement: AgreementBody,
  saltSecret: string,
  { sha256 }: { readonly sha256: Sha256 },
): AgreementDigests {
  const opened = openLeaves(agreement, saltSecret, sha256);
  if (opened !== undefined) return opened;
  throw new TypeError("Expected an agreement with sound leaves and a salt secret of 32 bytes, got others.");
}

/** The same, but `undefined` where it would throw. */
export function openLeaves(
  agreement: AgreementBody,
  saltSecret: string,
  sha256: Sha256,
): AgreementDigests | undefined {
  const { agreement_hash: _, signatures: __, terms, ...rest } = agreement as Agreement;
  const ofRest = leavesOf(rest as unknown as Json);
  const ofTerms = leavesOf(terms, "/terms");
  const key = saltKey(saltSecret);
  if (ofRest === undefined || ofTerms === undefined || key === undefined) return undefined;
  const disclosures: Record<string, Disclosure> = {};
  const digests: Record<string, string> = {};
  for (const [pointer, value] of [...ofRest, ...ofTerms]) {
    const salt = encodeBase64url(hmacSha256(sha256, key, ENCODER.encode(pointer)).subarray(0, 16));
    const disclosure = Object.freeze({ salt, value });
    disclosures[pointer] = disclosure;
    digests[pointer] = leafDigest(sha256, pointer, disclosure);
  }
  return Object.freeze({
    digests: Object.freeze(digests),
    hash: hashOfDigests(sha256, digests),
    disclosures: Object.freeze(disclosures),
  });
}

/**
 * The hash over digests: SHA-256 of the canonical bytes of the object from pointer to digest.
 *
 * @see spec signing, SG-26
 */
export function hashOfDigests(sha256: Sha256, digests: Readonly<Record<string, string>>): string {
  return hashText(sha256, canonicalize(digests, FORM_LIMITS));
}

/** The 32 bytes of a salt secret; `undefined` for every other value. */
export function saltKey(saltSecret: unknown): Uint8Array | undefined {
  const isBounded = typeof saltSecret === "string" && saltSecret.length === 43;
  return isBounded ? decodeBase64url(saltSecret) : undefined;
}

const ENCODER = new TextEncoder();
