/**
 * @module
 * Base64url without padding, in one spelling only: what a signature is written in. `@scure/base` takes twice as long
 * for the 64 bytes of a signature, both ways.
 */

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
  const rest = text.length % 4;
  if (rest === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let offset = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = valueOfDigit(text.charCodeAt(index));
    if (value === -1) return undefined;
    // Never more than 5 bits are left from before, so that it stays below 2^12.
    bits = ((bits << 6) | value) & 0xfff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[offset] = (bits >> bitCount) & 0xff;
    offset += 1;
  }
  return (bits & ((1 << bitCount) - 1)) === 0 ? bytes : undefined;
}

/**
 * The base64url text of an ASCII text, with padding, by the platform: several times as fast.
 *
 * @throws {DOMException} for a text with a character beyond Latin-1
 */
export function paddedBase64url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_");
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

const DECODER = new TextDecoder();

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

function valueOfDigit(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61 + 26;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 52;
  if (unit === 0x2d) return 62;
  return unit === 0x5f ? 63 : -1;
}
