/**
 * @module
 * `did:key`: a public key that is its own name, so that nobody has to be asked. Ed25519 only.
 */

import type { SigningRefusal } from "../canonical/index.js";
import { decodeBase58btc, encodeBase58btc } from "../encoding/index.js";
import { isSoundPoint } from "./ed25519-guard.js";
import { partsOfKeyId } from "./key-id.js";
import { keyRefusal } from "./key-refusal.js";

/** A public key of 32 bytes, or why there is none. */
export type PublicKeyResult = { readonly ok: true; readonly publicKey: Uint8Array } | SigningRefusal;

/**
 * An Ed25519 public key as Multibase: `z`, base58btc, the bytes `ed 01` first.
 *
 * @param publicKey - 32 bytes
 * @throws {TypeError} when they are not 32 bytes
 * @example
 * `did:key:${publicKeyMultibase(publicKey)}`; // "did:key:z6Mk..."
 */
export function publicKeyMultibase(publicKey: Uint8Array): string {
  if (!(publicKey instanceof Uint8Array) || publicKey.length !== 32) {
    throw new TypeError("Expected publicKey to be 32 bytes, got another value.");
  }
  return `z${encodeBase58btc(new Uint8Array([...ED25519_CODE, ...publicKey]))}`;
}

/**
 * The name of a public key by `did:key`: the DID, with the key's own body as the fragment.
 *
 * @param publicKey - 32 bytes
 * @throws {TypeError} when they are not 32 bytes
 * @see https://w3c-ccg.github.io/did-key-spec/
 * @example
 * didKeyId(publicKey); // "did:key:z6Mk...#z6Mk..."
 */
export function didKeyId(publicKey: Uint8Array): string {
  const body = publicKeyMultibase(publicKey);
  return `did:key:${body}#${body}`;
}

/**
 * The public key of a Multibase text; `key_not_supported` for all that is no sound Ed25519 key.
 *
 * @see docs/requirements/signing.md, SG-17
 * @example
 * const key = publicKeyOfMultibase("z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK");
 * if (key.ok) console.log(key.publicKey.length); // 32
 */
export function publicKeyOfMultibase(text: unknown): PublicKeyResult {
  const isBounded = typeof text === "string" && text.startsWith("z") && text.length <= MOST_CHARACTERS;
  const bytes = isBounded ? decodeBase58btc(text.slice(1)) : undefined;
  if (bytes === undefined) {
    return keyRefusal("not_supported", "at most 128 characters of Multibase with base58btc");
  }
  const isEd25519 = ED25519_CODE.every((byte, index) => bytes[index] === byte);
  return isEd25519
    ? publicKeyOfPoint(bytes.slice(ED25519_CODE.length))
    : keyRefusal("not_supported", "the bytes ed 01 and 32 more");
}

/**
 * The public key of its bytes; `key_not_supported` for all that is no sound point of 32 bytes.
 *
 * @see docs/requirements/signing.md, SG-14 and SG-17
 */
export function publicKeyOfPoint(publicKey: Uint8Array | undefined): PublicKeyResult {
  return publicKey !== undefined && isSoundPoint(publicKey)
    ? Object.freeze({ ok: true, publicKey })
    : keyRefusal("not_supported", "an Ed25519 key: 32 bytes, canonical, not of small order");
}

/**
 * The public key that a `kid` of `did:key` names.
 *
 * Refuses with `key_unresolvable` when it is no such DID URL, with `key_not_authorized` when the fragment is not the
 * DID's own body (it would choose another key), else as `publicKeyOfMultibase` does.
 *
 * @see docs/requirements/signing.md, SG-17
 * @example
 * resolveDidKey(didKeyId(publicKey)); // { ok: true, publicKey }
 */
export function resolveDidKey(kid: string): PublicKeyResult {
  const parts = partsOfKeyId(kid);
  if (parts === undefined || !parts.did.startsWith(PREFIX)) {
    return keyRefusal("unresolvable", "a DID URL of did:key with a fragment");
  }
  const body = parts.did.slice(PREFIX.length);
  return parts.fragment === body
    ? publicKeyOfMultibase(body)
    : keyRefusal("not_authorized", "the DID's own body as the fragment");
}

const PREFIX = "did:key:";
const MOST_CHARACTERS = 128;

/** The code of an Ed25519 public key in Multicodec, as a varint. */
const ED25519_CODE: readonly number[] = Object.freeze([0xed, 0x01]);
