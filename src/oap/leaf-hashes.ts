/**
 * @module
 * Salts and digests of an agreement's leaves: three short hashes each. By the SHA-256 that is handed in, or a library's
 * HMAC with kept states, they took some 5 us and 3 us a leaf, and take 1.5 us here; all longer texts are left to that.
 */

import { base64urlLength, writeBase64url } from "./base64url.js";
import { bytesOfText, canonicalTextOf } from "./canonical-text.js";
import type { Disclosure } from "./disclosures.js";

/**
 * The salt of each pointer: base64url of the first 16 bytes of HMAC-SHA-256 over it.
 *
 * @param key - at most 64 bytes
 * @see RFC 2104, section 2; spec signing, SG-26
 * @example
 * saltsOf(new Uint8Array(32).fill(7), ["/terms/price"])[0]?.length; // 22
 */
export function saltsOf(key: Uint8Array, pointers: readonly string[]): readonly string[] {
  const hash = hasher();
  const [inner, outer] = [0x36, 0x5c].map((mask) => {
    const block = new Uint8Array(BLOCK_BYTES).fill(mask);
    key.forEach((byte, index) => {
      block[index] = byte ^ mask;
    });
    const state = INITIAL.slice();
    compress(state, block, 0, new Int32Array(64));
    return state;
  }) as [Int32Array, Int32Array];
  return base64urlOf(pointers, 16, (pointer) => {
    hash.write(pointer);
    hash.finish(inner, BLOCK_BYTES);
    return hash.finish(outer, BLOCK_BYTES);
  });
}

/**
 * The digest of each leaf: base64url of SHA-256 over the canonical bytes of `[salt, pointer, value]`.
 *
 * @param leaves - of strict JSON
 * @see spec signing, SG-26
 * @example
 * digestsOf([["/terms/price", { salt: "AAAAAAAAAAAAAAAAAAAAAA", value: "40.00" }]])[0]?.length; // 43
 */
export function digestsOf(leaves: readonly (readonly [pointer: string, Disclosure])[]): readonly string[] {
  const hash = hasher();
  return base64urlOf(leaves, HASH_BYTES, ([pointer, { salt, value }]) => {
    hash.write(canonicalTextOf([salt, pointer, value]));
    return hash.finish(INITIAL, 0);
  });
}

/** The first so many bytes that are made of each item, as text: decoded all at once, since that is what takes long. */
function base64urlOf<Item>(
  items: readonly Item[],
  byteCount: number,
  bytesOf: (item: Item) => Uint8Array,
): readonly string[] {
  const width = base64urlLength(byteCount);
  const ascii = new Uint8Array(width * items.length);
  items.forEach((item, index) => {
    writeBase64url(bytesOf(item).subarray(0, byteCount), ascii, index * width);
  });
  const text = new TextDecoder().decode(ascii);
  return items.map((_, index) => text.slice(index * width, (index + 1) * width));
}

/** SHA-256 over what was written last, behind a state that so many bytes have led to; the hash is then what was written. */
interface Hasher {
  write(text: string): void;
  finish(start: Int32Array, before: number): Uint8Array;
}

function hasher(): Hasher {
  const state = new Int32Array(8);
  const schedule = new Int32Array(64);
  let input = new Uint8Array(512);
  let length = 0;
  return {
    write(text: string): void {
      const most = text.length * 3 + BLOCK_BYTES + 8;
      if (most > input.length) input = new Uint8Array(most);
      length = text.length;
      for (let index = 0; index < length; index += 1) {
        const unit = text.charCodeAt(index);
        if (unit > 0x7f) {
          const bytes = bytesOfText(text);
          input.set(bytes);
          length = bytes.length;
          break;
        }
        input[index] = unit;
      }
    },
    finish(start: Int32Array, before: number): Uint8Array {
      // A bit behind the message, and at the end of the last block the number of bits.
      const end = (length + BLOCK_BYTES + 8) & -BLOCK_BYTES;
      input.fill(0, length, end);
      input[length] = 0x80;
      for (let bits = (before + length) * 8, at = end - 1; bits > 0; bits = Math.floor(bits / 256), at -= 1) {
        input[at] = bits;
      }
      state.set(start);
      for (let at = 0; at < end; at += BLOCK_BYTES) compress(state, input, at, schedule);
      length = HASH_BYTES;
      for (let at = 0; at < HASH_BYTES; at += 1) {
        input[at] = (state[at >> 2] as number) >> (24 - 8 * (at & 3));
      }
      return input;
    },
  };
}

/**
 * One block.
 *
 * @see FIPS 180-4, section 6.2.2
 */
function compress(state: Int32Array, input: Uint8Array, start: number, schedule: Int32Array): void {
  for (let t = 0, at = start; t < 16; t += 1, at += 4) {
    schedule[t] =
      ((input[at] as number) << 24) |
      ((input[at + 1] as number) << 16) |
      ((input[at + 2] as number) << 8) |
      (input[at + 3] as number);
  }
  for (let t = 16; t < 64; t += 1) {
    const x = schedule[t - 15] as number;
    const y = schedule[t - 2] as number;
    schedule[t] =
      (rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3)) +
      (rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10)) +
      (schedule[t - 7] as number) +
      (schedule[t - 16] as number);
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let t = 0; t < 64; t += 1) {
    const one =
      h +
      (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
      (g ^ (e & (f ^ g))) +
      (ROUND[t] as number) +
      (schedule[t] as number);
    const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (c & (a ^ b)));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] as number) + word;
  });
}

function rotated(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/** The first 32 bits behind the point of a root of each of the first primes: FIPS 180-4, sections 4.2.2 and 5.3.3. */
function fractions(count: number, root: number): Int32Array {
  const words = new Int32Array(count);
  for (let found = 0, next = 2; found < count; next += 1) {
    let divisor = 2;
    while (next % divisor !== 0) divisor += 1;
    if (divisor < next) continue;
    words[found] = (next ** (1 / root) % 1) * 2 ** 32;
    found += 1;
  }
  return words;
}

const INITIAL: Int32Array = /* @__PURE__ */ fractions(8, 2);
const ROUND: Int32Array = /* @__PURE__ */ fractions(64, 3);
