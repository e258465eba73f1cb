/**
 * @module
 * The hash of an agreement: over digests of its leaves, each with a salt of its own, so that leaves can be hidden one
 * by one and none can be guessed.
 */

import type { Json, JsonFacts, JsonObject } from "../../core/json/index.js";
import { MOST_BYTES_A_UNIT, markJson } from "../../core/json/index.js";
import type { SigningRefusal } from "../canonical/index.js";
import { areSoundLeaves, canonicalForm, plainCopy, refusalOfOther } from "../canonical/index.js";
import { decodeBase64url, hashText } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";
import type { Agreement, AgreementBody } from "./agreement.js";
import { type Disclosure, type Disclosures, FORM_LIMITS } from "./disclosures.js";
import { digestsOf, saltsOf } from "./leaf-hashes.js";

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
 * @throws {TypeError} when it is another text or a weak one, or when the terms have no sound leaves: ask `termsRefusal` first
 * @see docs/requirements/signing.md, SG-26
 * @example
 * const { hash } = agreementDigests(agreement, saltSecret, { sha256 });
 */
export function agreementDigests(
  agreement: AgreementBody,
  saltSecret: string,
  { sha256 }: { readonly sha256: Sha256 },
): AgreementDigests {
  const opened = openLeaves(agreement, saltSecret, sha256);
  if (opened.ok) return opened;
  throw new TypeError(opened.message);
}

/** What `openLeaves` gives. */
export interface OpenedLeaves extends AgreementDigests {
  readonly ok: true;
}

/**
 * The same, but a refusal where it would throw.
 *
 * Refuses as `saltRefusal` does, and with `document_invalid` an agreement without sound leaves.
 */
export function openLeaves(
  agreement: AgreementBody,
  saltSecret: string,
  sha256: Sha256,
): OpenedLeaves | SigningRefusal {
  const refusal = saltRefusal(saltSecret);
  if (refusal !== undefined) return refusal;
  const { agreement_hash: _, signatures: __, ...body } = agreement as Agreement;
  // No copy is made of the terms of a document that was read; of others, so that none has two faces.
  const { terms, ...rest } = plainCopy(body, FORM_LIMITS).copy as JsonObject;
  const values = new Map<string, Json>();
  const take = (pointer: string, leaf: Json): unknown => values.set(pointer, leaf);
  if (!areSoundLeaves(rest, "", take)) return unsound("metadata");
  if (!areSoundLeaves(terms as Json, "/terms", take)) return unsound("terms");
  // As they stand in the canonical form, which is written several times from now on.
  const pointers = [...values.keys()].sort();
  const salts = saltsOf(decodeBase64url(saltSecret) as Uint8Array, pointers, sha256);
  let pointerUnits = 0;
  let valueUnits = 0;
  const leaves = pointers.map((pointer, index) => {
    const value = values.get(pointer) as Json;
    pointerUnits += pointer.length;
    if (typeof value === "string") valueUnits += value.length;
    return [pointer, Object.freeze({ salt: salts[index] as string, value })] as const;
  });
  const found = digestsOf(leaves, sha256);
  const digests: Record<string, string> = {};
  const disclosures: Record<string, Disclosure> = {};
  leaves.forEach(([pointer, disclosure], index) => {
    digests[pointer] = found[index] as string;
    disclosures[pointer] = disclosure;
  });
  // Around a text: quotes, colon and comma, a salt or a digest, the names of a disclosure, a number.
  const mostBytes = (pointerUnits + valueUnits) * MOST_BYTES_A_UNIT + leaves.length * 100 + 2;
  const facts: JsonFacts = {
    depth: 3,
    leastBytes: pointerUnits + leaves.length * 45,
    mostBytes,
    limits: FORM_LIMITS,
  };
  markJson(digests, facts);
  markJson(disclosures, facts);
  const hash = hashOfDigests(sha256, Object.freeze(digests));
  return Object.freeze({ ok: true, digests, hash, disclosures: Object.freeze(disclosures) });
}

function unsound(member: string): SigningRefusal {
  return refusalOfOther("document_invalid", "sound leaves", [member]);
}

/**
 * The hash over digests: SHA-256 of the canonical bytes of the object from pointer to digest.
 *
 * @see docs/requirements/signing.md, SG-26
 */
export function hashOfDigests(sha256: Sha256, digests: Readonly<Record<string, string>>): string {
  return hashText(sha256, canonicalForm(digests, FORM_LIMITS).bytes);
}

/**
 * Why nobody should salt with a secret; `undefined` when it is one.
 *
 * Refuses with `salt_weak` bytes that are all equal, or fewer than 32; with `document_invalid` what is no base64url
 * of 32 bytes.
 *
 * @see docs/requirements/signing.md, SG-28
 */
export function saltRefusal(saltSecret: unknown): SigningRefusal | undefined {
  const isBounded = typeof saltSecret === "string" && saltSecret.length <= 43;
  const bytes = (isBounded && decodeBase64url(saltSecret)) || NO_BYTES;
  const isWeak = bytes.length > 0 && (bytes.length < 32 || bytes.every((byte) => byte === bytes[0]));
  if (bytes.length === 32 && !isWeak) return undefined;
  const code = isWeak ? "salt_weak" : "document_invalid";
  return refusalOfOther(code, "32 random bytes in base64url", ["salt_secret"]);
}

const NO_BYTES = new Uint8Array(0);
