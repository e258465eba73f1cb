/**
 * @module
 * `did:key`: a public key that is its own name, so that nobody has to be asked; and what a key was when a turn was taken:
 * stored with the turn, so that the turn is verified with it forever, whatever a resolver answers later.
 */

import type { SigningRefusal } from "../canonical/index.js";
import { decodeBase58btc, encodeBase58btc, isHashText } from "../encoding/index.js";
import { isSoundPoint } from "./ed25519.js";
import { keyRefusal, partsOfKeyId } from "./key-id.js";
import type { KeyResult } from "./key-resolver.js";

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
  demandPublicKey(publicKey);
  return `z${encodeBase58btc(new Uint8Array([...ED25519_CODE, ...publicKey]))}`;
}

/** @throws {TypeError} for anything but 32 bytes */
export function demandPublicKey(publicKey: unknown): void {
  if (!(publicKey instanceof Uint8Array) || publicKey.length !== 32) {
    throw new TypeError("Expected publicKey to be 32 bytes, got another value.");
  }
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
    return keyRefusal("not_supported", "at most 128 characters of base58btc");
  }
  const isEd25519 = ED25519_CODE.every((byte, index) => bytes[index] === byte);
  return publicKeyOfPoint(isEd25519 ? bytes.slice(ED25519_CODE.length) : undefined);
}

/**
 * The public key of its bytes; `key_not_supported` for all that is no sound point of 32 bytes.
 *
 * @see docs/requirements/signing.md, SG-14 and SG-17
 */
export function publicKeyOfPoint(publicKey: Uint8Array | undefined): PublicKeyResult {
  return publicKey !== undefined && isSoundPoint(publicKey)
    ? Object.freeze({ ok: true, publicKey })
    : keyRefusal("not_supported", "an Ed25519 key, canonical, not of small order");
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

/** A key as it was found; plain data. */
export interface KeySnapshot {
  /** The DID URL of the key. */
  readonly kid: string;
  /** Multibase with base58btc, as `publicKeyMultibase` writes it. */
  readonly publicKeyMultibase: string;
  /** `hashText` over the bytes of the DID document as they came; `null` for `did:key`, which has none. */
  readonly documentHash: string | null;
  /** Epoch ms: when the document was had. Of an agent's move a host takes one within 600 s of its own clock, else `not_admitted` says `clock_skew`. */
  readonly resolvedAt: number;
}

/**
 * The public key of a stored snapshot, with nobody asked.
 *
 * Refuses with `key_unresolvable` what is no snapshot, with `key_not_authorized` a `did:key` with another key than
 * its own, else as `publicKeyOfMultibase` does. That the document once said so stands in no snapshot: it is as
 * trustworthy as the record it comes from.
 *
 * @see docs/requirements/signing.md, SG-22
 * @example
 * const kid = "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK#z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
 * const publicKeyMultibase = "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
 * publicKeyOfSnapshot({ kid, publicKeyMultibase, documentHash: null, resolvedAt: 0 }).ok; // true
 */
export function publicKeyOfSnapshot(snapshot: KeySnapshot): PublicKeyResult {
  const { kid, publicKeyMultibase, documentHash, resolvedAt } = membersOf(snapshot);
  const did = partsOfKeyId(kid)?.did;
  const isOwnKey = did?.startsWith("did:key:");
  const hasHash = isOwnKey ? documentHash === null : isHashText(documentHash);
  if (did === undefined || !hasHash || !Number.isSafeInteger(resolvedAt)) {
    return keyRefusal("unresolvable", "a key snapshot");
  }
  if (!isOwnKey) return publicKeyOfMultibase(publicKeyMultibase);
  const isText = typeof publicKeyMultibase === "string";
  if (isText && did === `did:key:${publicKeyMultibase}`) return resolveDidKey(kid ?? "");
  return keyRefusal("not_authorized", "the key that the DID is");
}

/** Whether a value is a snapshot of that key; a trap that throws makes it none. */
export function isOfKid(snapshot: KeySnapshot, kid: string): boolean {
  return membersOf(snapshot).kid === kid;
}

function membersOf(snapshot: KeySnapshot): Partial<KeySnapshot> {
  try {
    const { kid, publicKeyMultibase, documentHash, resolvedAt } = snapshot;
    return { kid, publicKeyMultibase, documentHash, resolvedAt };
  } catch {
    return {};
  }
}

/**
 * The key of a `did:key` as of now, which nobody has to be asked about.
 *
 * @param key - what `resolveDidKey` says of it
 */
export function didKeyNow(
  kid: string,
  resolvedAt: number,
  key: PublicKeyResult = resolveDidKey(kid),
): KeyResult {
  if (!key.ok) return key;
  const snapshot = {
    kid,
    publicKeyMultibase: kid.slice(kid.indexOf("#") + 1),
    documentHash: null,
    resolvedAt,
  };
  return Object.freeze({ ok: true, snapshot: Object.freeze(snapshot), publicKey: key.publicKey });
}

/**
 * Finds keys in stored snapshots alone: the `resolveKey` with which stored documents are verified.
 *
 * Refuses a `kid` that is not among them with `key_unresolvable`; of two with one `kid` the first counts.
 *
 * @see docs/requirements/signing.md, SG-22
 * @example
 * const resolveKey = snapshotKeys([snapshot]);
 * const answer = await verifyDocument(stored, { purpose: "proposal", signer: did, resolveKey });
 */
export function snapshotKeys(snapshots: readonly KeySnapshot[]): (kid: string) => KeyResult {
  return (kid) => {
    const snapshot = snapshots.find((one) => isOfKid(one, kid));
    if (snapshot === undefined) return keyRefusal("unresolvable", "a key among the snapshots");
    const key = publicKeyOfSnapshot(snapshot);
    return key.ok ? Object.freeze({ ...key, snapshot }) : key;
  };
}

/**
 * What somebody's resolver answers, as it may be kept and told: of a key the members of its snapshot alone, if they are
 * sound, and the key that they name; of a refusal its code, since its words may be about the inside of the resolver.
 */
export function foundKey(kid: string, answer: KeyResult): KeyResult {
  // No log has entries of before the epoch.
  if (answer.ok && answer.snapshot.resolvedAt >= 0)
    return snapshotKeys([Object.freeze(membersOf(answer.snapshot)) as KeySnapshot])(kid);
  const { code = "" } = answer as { readonly code?: string };
  const reason = REASONS.find((one) => code.endsWith(one)) ?? "unresolvable";
  return keyRefusal(reason, "a key with which the DID signs");
}

const REASONS = ["not_authorized", "not_supported"] as const;
