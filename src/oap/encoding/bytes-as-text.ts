/**
 * @module
 * How bytes and hashes are written: base64url, padded base64 and base58btc, each in one spelling only. `@scure/base`
 * takes twice as long to write a signature, and 0.7 kB of gzip more.
 */

import { unmet } from "../../core/checks/index.js";
import type { Sha256 } from "../merkle/index.js";

/** `Uint8Array<ArrayBuffer>` in words that compilers before TypeScript 5.7 read as well. */
export type OwnBytes = ReturnType<Uint8ArrayConstructor["of"]>;

/**
 * The base64url text of bytes, without padding.
 *
 * @see RFC 4648, section 5; docs/requirements/signing.md, SG-12
 * @example
 * encodeBase64url(new Uint8Array([0, 1, 2])); // "AAEC"
 */
export function encodeBase64url(bytes: Uint8Array): string {
  const ascii = new Uint8Array(base64urlLength(bytes.length));
  writeBase64url(bytes, ascii, 0);
  return DECODER.decode(ascii);
}

/**
 * The bytes of a base64url text, or `undefined` for a text with padding, with other characters, or with trailing bits
 * that are not zero: another spelling of the same bytes.
 *
 * @see docs/requirements/signing.md, SG-12
 * @example
 * decodeBase64url("AAEC"); // Uint8Array [0, 1, 2]
 * decodeBase64url("AB"); // undefined: the canonical spelling is "AA"
 */
export function decodeBase64url(text: string): OwnBytes | undefined {
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let at = 0;
  let bits = 0;
  let bitCount = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = VALUES[text.charCodeAt(index)] ?? -1;
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[at] = bits >> bitCount;
    at += 1;
    bits &= (1 << bitCount) - 1;
  }
  return bits === 0 && bitCount < 6 ? bytes : undefined;
}

/**
 * The base64url text of an ASCII text, with padding, by the platform: several times as fast.
 *
 * @throws {DOMException} for a text with a character beyond Latin-1
 */
export function paddedBase64url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_");
}

/** The base64url text of the first so many bytes of those that a text stands for. */
export function firstOfBase64url(text: string, byteCount: number): string {
  const last = base64urlLength(byteCount) - 1;
  const bitsOfLast = byteCount * 8 - last * 6;
  const digit = (VALUES[text.charCodeAt(last)] as number) & -(1 << (6 - bitsOfLast));
  return text.slice(0, last) + String.fromCharCode(byteAt(DIGITS, digit));
}

/** The number of characters that so many bytes take. */
export function base64urlLength(byteCount: number): number {
  return Math.ceil((byteCount * 4) / 3);
}

/**
 * Writes bytes as ASCII base64url into `target` from `offset` on; `target` has to be long enough.
 *
 * Each three bytes are read before their digits are written, so that both may lie in one place.
 */
export function writeBase64url(bytes: Uint8Array, target: Uint8Array, offset: number): void {
  const { length } = bytes;
  const whole = length - (length % 3);
  let at = offset;
  for (let index = 0; index < whole; index += 3) {
    const bits = (byteAt(bytes, index) << 16) | (byteAt(bytes, index + 1) << 8) | byteAt(bytes, index + 2);
    target[at] = byteAt(DIGITS, bits >> 18);
    target[at + 1] = byteAt(DIGITS, (bits >> 12) & 63);
    target[at + 2] = byteAt(DIGITS, (bits >> 6) & 63);
    target[at + 3] = byteAt(DIGITS, bits & 63);
    at += 4;
  }
  if (whole === length) return;
  const hasSecond = whole + 1 < length;
  const bits = (byteAt(bytes, whole) << 16) | (hasSecond ? byteAt(bytes, whole + 1) << 8 : 0);
  target[at] = byteAt(DIGITS, bits >> 18);
  target[at + 1] = byteAt(DIGITS, (bits >> 12) & 63);
  if (hasSecond) target[at + 2] = byteAt(DIGITS, (bits >> 6) & 63);
}

const DIGITS = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

/** What each ASCII character stands for, -1 where it is no digit. */
const VALUES = Int8Array.from({ length: 128 }, (_, unit) => DIGITS.indexOf(unit));

const DECODER = new TextDecoder();

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

/**
 * The base64 text of bytes.
 *
 * @see RFC 4648, section 4
 */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * The bytes of a base64 text, or `undefined` for one with other characters, without its padding, or with trailing
 * bits that are not zero.
 */
export function decodeBase64(text: string): OwnBytes | undefined {
  if (text.length % 4 !== 0 || /[-_]/.test(text)) return undefined;
  return decodeBase64url(text.replace(/==?$/, "").replaceAll("+", "-").replaceAll("/", "_"));
}

/** The base58btc text of bytes, without the letter `z`. */
export function encodeBase58btc(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (; number > 0n; number /= 58n) text = ALPHABET.charAt(Number(number % 58n)) + text;
  return "1".repeat(leadingCount(bytes, 0)) + text;
}

/**
 * The bytes of a base58btc text; `undefined` when a character is not of the alphabet.
 *
 * It takes time with the square of the length: callers bound that first.
 */
export function decodeBase58btc(text: string): Uint8Array<ArrayBuffer> | undefined {
  // A byte at a time from the end on: with bigints it takes five times as long.
  const bytes = new Uint8Array(text.length);
  let start = bytes.length;
  for (const character of text) {
    let carry = ALPHABET.indexOf(character);
    if (carry === -1) return undefined;
    let at = bytes.length;
    for (; at > start || carry > 0; carry >>= 8) {
      at -= 1;
      carry += byteAt(bytes, at) * 58;
      bytes[at] = carry;
    }
    start = at;
  }
  return bytes.slice(start - leadingCount(text, "1"));
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function leadingCount<T>(values: Iterable<T>, wanted: T): number {
  let count = 0;
  for (const value of values) {
    if (value !== wanted) break;
    count += 1;
  }
  return count;
}

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
  if (typeof sha256 !== "function") throw new TypeError(unmet("sha256", "a function", sha256));
  const hash: unknown = sha256(bytes);
  if (hash instanceof Uint8Array && hash.length === 32) return `sha256-${encodeBase64(hash)}`;
  throw new TypeError("Expected sha256 to give 32 bytes, at once, got another value.");
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
