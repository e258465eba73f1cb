/**
 * @module
 * Salts and digests of an agreement's leaves: three short hashes each. Where the platform hashes into text at once, as
 * Node does, a leaf takes 1.5 us; by objects of `createHash` it takes 5, and by SHA-256 in JavaScript as well.
 */

import { builtinModule } from "../../builtin-module.js";
import { emptyOutput, writeJson, writeText, writtenBytes } from "../canonical/index.js";
import { encodeBase64url, firstOfBase64url } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";
import type { Disclosure } from "./disclosures.js";

/**
 * The salt of each pointer: base64url of the first 16 bytes of HMAC-SHA-256 over it.
 *
 * @param key - at most 64 bytes
 * @see RFC 2104, section 2; docs/requirements/signing.md, SG-26
 */
export function saltsOf(key: Uint8Array, pointers: readonly string[], sha256: Sha256): readonly string[] {
  const hash = shortHash(sha256);
  const inner = emptyOutput(ROOM);
  const outer = new Uint8Array(BLOCK_BYTES + HASH_BYTES);
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = key[at] ?? 0;
    inner.bytes[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  return pointers.map((pointer) => {
    inner.length = BLOCK_BYTES;
    writeText(inner, pointer);
    hash.write(writtenBytes(inner), outer, BLOCK_BYTES);
    return firstOfBase64url(hash.text(outer), 16);
  });
}

/**
 * The digest of each leaf: base64url of SHA-256 over the canonical bytes of `[salt, pointer, value]`.
 *
 * @param leaves - of strict JSON
 * @see docs/requirements/signing.md, SG-26
 */
export function digestsOf(
  leaves: readonly (readonly [pointer: string, Disclosure])[],
  sha256: Sha256,
): readonly string[] {
  const hash = shortHash(sha256);
  const output = emptyOutput(ROOM);
  return leaves.map(([pointer, { salt, value }]) => {
    output.length = 0;
    writeJson(output, [salt, pointer, value]);
    return hash.text(writtenBytes(output));
  });
}

/** Chosen: for most texts, with what stands before them. */
const ROOM = 1024;
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/** SHA-256 as its readers want it. */
interface ShortHash {
  /** As base64url. */
  text(bytes: Uint8Array): string;
  write(bytes: Uint8Array, target: Uint8Array, offset: number): void;
}

/** By the platform; where it has none, by what is handed in. */
function shortHash(sha256: Sha256): ShortHash {
  const { hash } = builtinModule<{ readonly hash?: PlatformHash }>("crypto") ?? {};
  if (hash === undefined) {
    return {
      text: (bytes) => encodeBase64url(sha256(bytes)),
      write: (bytes, target, offset) => target.set(sha256(bytes), offset),
    };
  }
  return {
    text: (bytes) => hash("sha256", bytes, "base64url"),
    // A text of a character a byte: a `Buffer` takes three times as long.
    write: (bytes, target, offset) => {
      const text = hash("sha256", bytes, "latin1");
      for (let at = 0; at < HASH_BYTES; at += 1) target[offset + at] = text.charCodeAt(at);
    },
  };
}

type PlatformHash = (algorithm: "sha256", bytes: Uint8Array, encoding: "base64url" | "latin1") => string;
