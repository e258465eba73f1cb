/**
 * @module
 * What a key was when a turn was taken: stored with the turn, so that the turn is verified with it forever, whatever
 * the resolver answers later.
 */

import { isHashText } from "../encoding/index.js";
import { type PublicKeyResult, publicKeyOfMultibase, resolveDidKey } from "./did-key.js";
import { partsOfKeyId } from "./key-id.js";
import { keyRefusal } from "./key-refusal.js";
import type { KeyResult } from "./key-resolver.js";

/** A key as it was found; plain data. */
export interface KeySnapshot {
  /** The DID URL of the key. */
  readonly kid: string;
  /** Multibase with base58btc, as `publicKeyMultibase` writes it. */
  readonly publicKeyMultibase: string;
  /** `hashText` over the bytes of the DID document as they came; `null` for `did:key`, which has none. */
  readonly documentHash: string | null;
  /** Epoch ms: when the document was had. */
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
  if (did === `did:key:${publicKeyMultibase}`) return resolveDidKey(kid ?? "");
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
