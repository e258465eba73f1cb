/**
 * @module
 * What opens an agreement's digests: for each leaf its salt and its value. They stand beside the log, so that they
 * can be deleted without touching it.
 */

import type { Json } from "../../core/json/index.js";
import { canonicalize, type ResolvedLimits } from "../canonical/index.js";
import { encodeBase64url } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";

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
 * @example
 * leafDigest(sha256, "/terms/price", { salt: "AAAAAAAAAAAAAAAAAAAAAA", value: "40.00" });
 */
export function leafDigest(sha256: Sha256, pointer: string, { salt, value }: Disclosure): string {
  return encodeBase64url(sha256(canonicalize([salt, pointer, value], FORM_LIMITS)));
}

/** Beyond those of a document, since a digest and a salt come with each leaf. Chosen: what `leavesOf` allows, twice. */
export const FORM_LIMITS: ResolvedLimits = { numbers: "integers", maxDepth: 40, maxBytes: 8_388_608 };
