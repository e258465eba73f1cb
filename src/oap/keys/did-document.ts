/**
 * @module
 * Which keys a DID document gives its subject for signing: those of the relation `assertionMethod`, under its own
 * control. `key-resolver.ts` asks for documents, and keeps what is found here.
 */

import { isPlainObject } from "../../core/json/index.js";
import type { MaybePromise } from "../../ports/index.js";
import type { SigningRefusal } from "../canonical/index.js";
import { decodeBase64url, readInstant } from "../encoding/index.js";
import { type PublicKeyResult, publicKeyOfMultibase, publicKeyOfPoint } from "./did-key.js";
import { keyRefusal } from "./key-refusal.js";

/**
 * Finds the document of a DID of one method: its bytes as they came, or why there are none. An exception is
 * `key_unresolvable`.
 *
 * Whoever has the document as an object gives `new TextEncoder().encode(JSON.stringify(document))`; one of a
 * deactivated DID is refused with `key_not_authorized`.
 *
 * @see docs/requirements/signing.md, SG-24
 */
export type DidDocumentResolver = (
  did: string,
  context: { readonly signal: AbortSignal },
) => MaybePromise<Uint8Array | SigningRefusal>;

/** The keys of a document by `kid`, or why none counts. */
export type SigningKeysResult =
  | { readonly ok: true; readonly keys: ReadonlyMap<string, PublicKeyResult> }
  | SigningRefusal;

/**
 * The keys with which a DID may sign, by its document: each `kid` with its key, or with `key_not_supported`.
 *
 * A method may be embedded in the relation or referenced there. Not among them are methods of other relations alone,
 * those that another DID controls, that have expired or are revoked, and two of one id. The document of another DID
 * is `key_unresolvable`, that of a deactivated one `key_not_authorized`.
 *
 * @param document - strict JSON
 * @param now - epoch ms, for methods that expire
 * @see docs/requirements/signing.md, SG-18; https://www.w3.org/TR/cid-1.0/#verification-methods for `expires`
 * and `revoked`
 */
export function signingKeysOf(document: unknown, did: string, now: number): SigningKeysResult {
  if (!isPlainObject(document) || document["id"] !== did) {
    return keyRefusal("unresolvable", "the document of this DID");
  }
  if (![undefined, false].includes(document["deactivated"] as undefined)) {
    return keyRefusal("not_authorized", "a DID that is not deactivated");
  }
  const relation = listOf(document["assertionMethod"]);
  const methods = new Map<string, Members | undefined>();
  for (const method of [...listOf(document["verificationMethod"]), ...relation].filter(isPlainObject)) {
    const kid = absoluteId(method, did);
    methods.set(kid, methods.has(kid) ? undefined : method);
  }
  const keys = new Map<string, PublicKeyResult>();
  for (const kid of new Set(relation.map((entry) => absoluteId(entry, did)))) {
    const method = methods.get(kid);
    // An instant that is not in UTC to the second or millisecond counts as over.
    const isOver = [method?.["expires"], method?.["revoked"]].some(
      (instant) => instant !== undefined && (readInstant(instant) ?? now) <= now,
    );
    if (method?.["controller"] === did && !isOver) keys.set(kid, keyOf(method));
  }
  return { ok: true, keys };
}

type Members = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Of a method or a reference to one; empty for what has no id. */
function absoluteId(entry: unknown, did: string): string {
  const id = isPlainObject(entry) ? entry["id"] : entry;
  if (typeof id !== "string") return "";
  return id.startsWith("#") ? did + id : id;
}

function keyOf({ type, publicKeyMultibase, publicKeyJwk }: Members): PublicKeyResult {
  if (type === "Multikey" || type === "Ed25519VerificationKey2020") {
    return publicKeyOfMultibase(publicKeyMultibase);
  }
  const isJwk = (type === "JsonWebKey" || type === "JsonWebKey2020") && isPlainObject(publicKeyJwk);
  const { kty, crv, x, d }: Members = isJwk ? publicKeyJwk : {};
  // One with a member `d` shows its private part to everybody.
  const isPublic = kty === "OKP" && crv === "Ed25519" && d === undefined && typeof x === "string";
  return publicKeyOfPoint(isPublic ? decodeBase64url(x) : undefined);
}
