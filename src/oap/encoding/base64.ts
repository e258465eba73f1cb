/**
 * @module
 * Padded standard base64 in one spelling only: what signed notes and their roots are written in. `@scure/base` is
 * twice as fast over 32 bytes, 0.3 us instead of 0.6 to 0.9, and takes 0.7 kB of gzip more.
 */

import { decodeBase64url } from "./base64url.js";

/**
 * The base64 text of bytes.
 *
 * @see RFC 4648, section 4
 * @example
 * encodeBase64(new Uint8Array([0, 1])); // "AAE="
 */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * The bytes of a base64 text, or `undefined` for one with other characters, without its padding, or with trailing
 * bits that are not zero.
 *
 * @example
 * decodeBase64("AAE="); // Uint8Array [0, 1]
 * decodeBase64("AAF="); // undefined: the canonical spelling is "AAE="
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) return undefined;
  return decodeBase64url(
    text
      .replace(/={1,2}$/, "")
      .replaceAll("+", "-")
      .replaceAll("/", "_"),
  );
}
