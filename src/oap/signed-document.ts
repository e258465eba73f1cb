/**
 * @module
 * Documents with their signature inside: the signed bytes are the canonical form of the document without its
 * `signature` member.
 */

import type { Json, JsonObject } from "../core/negotiation.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import { canonicalize } from "./canonical-json.js";
import { type ExpectedSignature, readDetached, signDetached, verifyRead } from "./detached-jws.js";
import { type PublicKeyResult, resolveDidKey } from "./did-key.js";
import type { DocumentLimits } from "./document-limits.js";
import type { SignaturePurpose } from "./signature-purpose.js";
import type { Signer, Verifier } from "./signer.js";
import { type SigningRefusal, signingRefusal } from "./signing-refusal.js";
import { strictCopy } from "./strict-copy.js";

/** A frozen document with its signature. */
export type SignedDocument = JsonObject & { readonly signature: string };

/** A document as it came, its signature verified, or a refusal. */
export type SignedDocumentResult =
  | { readonly ok: true; readonly document: SignedDocument; readonly kid: string }
  | SigningRefusal;

/** What `verifyDocument` checks with. */
export interface VerifyDocumentOptions extends ExpectedSignature {
  /**
   * Finds the public key of a `kid`. An exception of it is `key_unresolvable`.
   *
   * @default `did:key` alone
   */
  readonly resolveKey?: ((kid: string) => MaybePromise<PublicKeyResult>) | undefined;
  /**
   * Checks behind the byte guard.
   *
   * @default WebCrypto, which imports the key anew each time; hand in one `webCryptoVerifier()` to keep them
   */
  readonly verifier?: Verifier | undefined;
  readonly limits?: DocumentLimits | undefined;
}

/**
 * The bytes of a document that are signed. Members that are `null` or empty stay.
 *
 * @throws {TypeError} as `canonicalize` does, and for what is no object
 * @see spec signing, SG-9
 * @example
 * signedBytes({ price: 40, signature: "e30..AA" }); // the bytes of {"price":40}
 */
export function signedBytes(document: JsonObject, limits?: DocumentLimits): Uint8Array {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new TypeError("Expected a document that is an object, got another value.");
  }
  return canonicalize(withoutSignature(document), limits);
}

/**
 * A frozen copy of a document with its signature added or replaced; `document_invalid` when it is no strict JSON
 * object.
 *
 * @throws {TypeError} as `signDetached` does; what the signer throws goes through
 * @see spec signing, SG-5 and SG-9
 * @example
 * const signer = await didKeySigner(new Uint8Array(32).fill(7));
 * const signed = await signDocument({ price: 40 }, "proposal", signer);
 * if (signed.ok) console.log(signed.document.signature);
 */
export async function signDocument(
  document: unknown,
  purpose: SignaturePurpose,
  signer: Signer,
): Promise<SignedDocumentResult> {
  const copy = strictCopy(document);
  if (!copy.ok) return copy;
  if (!isObject(copy.value)) return refuseShape("an object");
  const unsigned = withoutSignature(copy.value);
  const signature = await signDetached(canonicalize(unsigned), purpose, signer);
  const whole = strictCopy({ ...unsigned, signature });
  if (!whole.ok) return whole;
  return Object.freeze({ ok: true, document: whole.value as SignedDocument, kid: signer.kid });
}

/**
 * A frozen copy of a signed document, verified; or why it is refused.
 *
 * A schema comes afterwards, and what goes on is this document, not what the schema returns: some schemas drop
 * members without a word.
 *
 * @throws {TypeError | RangeError} for an unknown purpose or wrong limits only
 * @see spec signing, SG-7, SG-9 to SG-15
 * @example
 * const answer = await verifyDocument(received, { purpose: "proposal", signer: did });
 * if (!answer.ok) console.log(answer.code); // "signature_invalid", for example
 */
export async function verifyDocument(
  document: unknown,
  options: VerifyDocumentOptions,
): Promise<SignedDocumentResult> {
  const copy = strictCopy(document, options.limits);
  if (!copy.ok) return copy;
  if (!isObject(copy.value)) return refuseShape("an object");
  const read = readDetached(copy.value["signature"], options);
  if (!read.ok) return read;
  const key = await keyOf(read.value.kid, options.resolveKey ?? resolveDidKey);
  if (!key.ok) return key;
  const payload = canonicalize(withoutSignature(copy.value), options.limits);
  const { publicKey } = key;
  const answer = await verifyRead(read.value, payload, { publicKey, verifier: options.verifier });
  if (!answer.ok) return answer;
  return Object.freeze({ ok: true, document: copy.value as SignedDocument, kid: answer.kid });
}

async function keyOf(
  kid: string,
  resolveKey: (kid: string) => MaybePromise<PublicKeyResult>,
): Promise<PublicKeyResult> {
  try {
    return await resolveKey(kid);
  } catch {
    return signingRefusal("key_unresolvable", "Expected the resolver to give the key, got an exception.");
  }
}

function withoutSignature(document: JsonObject): JsonObject {
  const { signature: _, ...unsigned } = document;
  return unsigned;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuseShape(expected: string): SigningRefusal {
  return signingRefusal("document_invalid", `Expected a document that is ${expected}, got another value.`);
}
