/**
 * @module
 * HMAC over the SHA-256 that is handed in, so that salts need no second function from outside.
 */

import type { Sha256 } from "./merkle-proof.js";

/**
 * HMAC-SHA-256 of a message: 32 bytes.
 *
 * @see RFC 2104, section 2
 * @example
 * hmacSha256(sha256, new Uint8Array(32), canonicalize("/terms/price"));
 */
export function hmacSha256(sha256: Sha256, key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const under = (mask: number, bytes: Uint8Array): Uint8Array => {
    const input = new Uint8Array(BLOCK_BYTES + bytes.length);
    input.set(block.map((byte) => byte ^ mask));
    input.set(bytes, BLOCK_BYTES);
    return sha256(input);
  };
  return under(0x5c, under(0x36, message));
}

const BLOCK_BYTES = 64;
