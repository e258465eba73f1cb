/**
 * @module
 * How a hash is written in documents and logs.
 */

import type { Sha256 } from "../merkle/index.js";
import { encodeBase64 } from "./base64.js";

/**
 * The SHA-256 of bytes as text: `sha256-` and padded standard base64.
 *
 * @see docs/requirements/signing.md, SG-25
 * @example
 * import { createHash } from "node:crypto";
 * import { canonicalize, hashText } from "concordat/oap";
 * const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
 * hashText(sha256, canonicalize({ price: 40 })); // "sha256-..."
 */
export function hashText(sha256: Sha256, bytes: Uint8Array): string {
  return `sha256-${encodeBase64(sha256(bytes))}`;
}

/**
 * Whether a text is a hash in its one spelling.
 *
 * @example
 * isHashText("sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="); // true
 */
export function isHashText(value: unknown): value is string {
  // 32 bytes leave two unused bits in the last character, which are zero.
  return typeof value === "string" && /^sha256-[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(value);
}
