/**
 * @module
 * Documents with their signature inside: the signed bytes are the canonical form of the document without its
 * `signature` member.
 */

import { demandFunctions, readOptions } from "../../core/checks/index.js";
import { isJsonObject, type JsonObject, markJson } from "../../core/json/index.js";
import type { MaybePromise } from "../../ports/index.js";
import type { DocumentLimits, PlainCopy, ResolvedLimits, SigningRefusal } from "../canonical/index.js";
import { canonicalForm, resolveLimits, signingRefusal, strictForm, tooBig } from "../canonical/index.js";
import type { KeyContext, KeySnapshot, Signer, VerifierOptions } from "../keys/index.js";
import { resolveDidKey, snapshotKeys } from "../keys/index.js";
import {
  type ExpectedSignature,
  readDetached,
  type SignaturePurpose,
  signDetached,
  verifyRead,
} from "./detached-jws.js";

/** A frozen document with its signature. */
export type SignedDocument = JsonObject & { readonly signature: string };

/** A document as it came, its signature verified, or a refusal. */
export type SignedDocumentResult =
  | {
      readonly ok: true;
      readonly document: SignedDocument;
      readonly kid: string;
      /** The key it was verified with, to be stored beside it, if the resolver gave a snapshot. */
      readonly snapshot?: KeySnapshot | undefined;
    }
  | SigningRefusal;

/** The public key of a `kid`, with its snapshot if there is one, or a refusal. */
export type FoundKey =
  | { readonly ok: true; readonly publicKey: Uint8Array; readonly snapshot?: KeySnapshot | undefined }
  | SigningRefusal;

/** What `verifyDocument` checks with. */
export interface VerifyDocumentOptions extends ExpectedSignature, VerifierOptions {
  /**
   * Finds the public key of a `kid`: that of a `createKeyResolver` for what arrives, `snapshotKeys` for what is stored. An
   * exception of it is `key_unresolvable`.
   *
   * @default `did:key` alone, without a snapshot
   */
  readonly resolveKey?: ((kid: string, context: KeyContext) => MaybePromise<FoundKey>) | undefined;
  /** For the resolver, whose waiting it ends. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: DocumentLimits | undefined;
}

/**
 * The bytes of a document that are signed. Members that are `null` or empty stay.
 *
 * @throws {TypeError} as `canonicalize` does, and for what is no object
 * @see docs/requirements/signing.md, SG-9
 * @example
 * signedBytes({ price: 40, signature: "e30..AA" }); // the bytes of {"price":40}
 */
export function signedBytes(document: JsonObject, limits?: DocumentLimits): Uint8Array {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new TypeError("Expected a document that is an object, got another value.");
  }
  return canonicalForm(document, resolveLimits(limits), SIGNATURE).bytes.slice();
}

/**
 * A frozen copy of a document with its signature added or replaced; `document_invalid` when it is no strict JSON
 * object.
 *
 * @throws {TypeError} as `signDetached` does; what the signer throws goes through
 * @see docs/requirements/signing.md, SG-5 and SG-9
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
  const limits = resolveLimits();
  const form = formOf(document, limits);
  if ("ok" in form) return form;
  const signature = await signDetached(form.bytes, purpose, signer);
  if (form.bytes.length > limits.maxBytes - SIGNATURE_MEMBER - signature.length) {
    const [expected, received] = tooBig(limits);
    return signingRefusal("document_invalid", `Expected ${expected}, got ${received}.`, Object.freeze([]));
  }
  // Every member is frozen already, and a signature is plain text.
  const whole = { ...withoutSignature(form.copy), signature };
  if (!Object.hasOwn(form.copy, SIGNATURE)) {
    const { depth, leastBytes, mostBytes } = form.plain.facts;
    // Plain ASCII; the comma is counted at most.
    const bytes = SIGNATURE_MEMBER + signature.length;
    markJson(whole, { depth, leastBytes: leastBytes + bytes - 1, mostBytes: mostBytes + bytes, limits });
  }
  return Object.freeze({ ok: true, document: Object.freeze(whole), kid: signer.kid });
}

/**
 * A frozen copy of a signed document, or the document itself if it is one already, verified; or why it is refused.
 *
 * A schema comes afterwards, and what goes on is this document, not what the schema returns: some schemas drop
 * members without a word.
 *
 * @throws {TypeError | RangeError} for an unknown purpose or option, or wrong limits only
 * @see docs/requirements/signing.md, SG-7, SG-9 to SG-15
 * @example
 * const answer = await verifyDocument(received, { purpose: "proposal", signer: did });
 * if (!answer.ok) console.log(answer.code); // "signature_invalid", for example
 */
export async function verifyDocument(
  document: unknown,
  given: VerifyDocumentOptions,
): Promise<SignedDocumentResult> {
  const options = readOptions("the options of verifyDocument", given, OPTIONS);
  return verifiedBy([options.resolveKey], document, options);
}

const OPTIONS = ["purpose", "signer", "resolveKey", "verifier", "signal", "limits"] as const;

/** What stored signatures are checked with, with nobody asked. */
export interface StoredKeyOptions extends VerifierOptions {
  /**
   * The keys of DIDs other than `did:key`, whose word is taken: those of the log's entry, for who trusts the log. Of
   * one `kid` there may be several, since a rotation may keep the name.
   *
   * @default none
   */
  readonly keys?: readonly KeySnapshot[] | undefined;
}

/** The same by the resolver or, where its key does not fit, by one of the snapshots that are believed in. */
export function verifyStored(
  document: unknown,
  options: StoredKeyOptions & Omit<VerifyDocumentOptions, "limits" | "signal">,
): Promise<SignedDocumentResult> {
  const { resolveKey, keys = [] } = options;
  return verifiedBy([resolveKey, ...keys.map((key) => snapshotKeys([key]))], document, options);
}

/** By the first key that fits; else the refusal of the first that was had. */
async function verifiedBy(
  resolvers: readonly VerifyDocumentOptions["resolveKey"][],
  document: unknown,
  options: VerifyDocumentOptions,
): Promise<SignedDocumentResult> {
  const { limits, signal, verifier } = options;
  demandFunctions({ verifier, resolveKey: options.resolveKey });
  const form = formOf(document, resolveLimits(limits));
  if ("ok" in form) return form;
  const read = readDetached(form.copy[SIGNATURE], options);
  if (!read.ok) return read;
  const { kid } = read.value;
  let refusal: SigningRefusal | undefined;
  for (const resolveKey of resolvers) {
    const key = await keyOf(kid, resolveKey, signal);
    const { publicKey } = key as { readonly publicKey: Uint8Array };
    const answer = key.ok ? await verifyRead(read.value, form.bytes, { publicKey, verifier }) : key;
    if (key.ok && answer.ok) {
      const { snapshot } = key;
      return Object.freeze({ ok: true, document: form.copy as SignedDocument, kid, snapshot });
    }
    if (refusal === undefined || refusal.code === "key_unresolvable") refusal = answer as SigningRefusal;
  }
  return refusal as SigningRefusal;
}

async function keyOf(
  kid: string,
  resolveKey: VerifyDocumentOptions["resolveKey"] = resolveDidKey,
  signal: AbortSignal | undefined,
): Promise<FoundKey> {
  try {
    const key = await resolveKey(kid, { signal });
    if (typeof key.ok === "boolean") return key;
  } catch {
    // Below, as for a resolver that gives no answer: what it threw may say anything.
  }
  return signingRefusal("key_unresolvable", "Expected the resolver to give an answer, got none.");
}

/** The document and the bytes that are signed, from one reading. */
function formOf(
  document: unknown,
  limits: ResolvedLimits,
): { readonly plain: PlainCopy; readonly copy: JsonObject; readonly bytes: Uint8Array } | SigningRefusal {
  const form = strictForm(document, limits, SIGNATURE);
  if ("ok" in form) return form;
  const { plain, bytes } = form;
  const { copy } = plain;
  if (isJsonObject(copy)) return { plain, copy, bytes };
  return signingRefusal("document_invalid", "Expected a document that is an object, got another value.");
}

const SIGNATURE = "signature";

/** The bytes of `,"signature":""`. */
const SIGNATURE_MEMBER = 15;

function withoutSignature(document: JsonObject): JsonObject {
  if (!Object.hasOwn(document, SIGNATURE)) return document;
  const { [SIGNATURE]: _, ...unsigned } = document;
  return unsigned;
}
