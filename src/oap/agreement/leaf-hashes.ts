/**
 * @module
 * Salts and digests of an agreement's leaves: three short hashes each. By the SHA-256 that is handed in they took some
 * 5 us a leaf, by a library's HMAC with kept states 3, and take 2 here; longer texts are left to what is handed in.
 */

import {
  emptyOutput,
  makeRoom,
  type Output,
  writeJson,
  writeText,
  writtenBytes,
} from "../canonical/index.js";
import { base64urlLength, writeBase64url } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";
import type { Disclosure } from "./disclosures.js";

/**
 * The salt of each pointer: base64url of the first 16 bytes of HMAC-SHA-256 over it.
 *
 * @param key - at most 64 bytes
 * @see RFC 2104, section 2; docs/requirements/signing.md, SG-26
 */
export function saltsOf(key: Uint8Array, pointers: readonly string[]): readonly string[] {
  const state = new Int32Array(8);
  const block = new Int32Array(64);
  const [inner, outer] = [0x36, 0x5c].map((mask) => {
    const padded = new Uint8Array(BLOCK_BYTES).map((_, at) => (key[at] ?? 0) ^ mask);
    state.set(INITIAL);
    load(block, padded, 0);
    compress(state, block);
    return state.slice();
  }) as [Int32Array, Int32Array];
  const text = emptyOutput(ROOM);
  return base64urlOf(pointers, 16, state, (pointer) => {
    text.length = 0;
    writeText(text, pointer);
    hash(state, block, text, inner, BLOCK_BYTES);
    block.set(state);
    block.fill(0, 9, 15);
    block[8] = 1 << 31;
    block[15] = (BLOCK_BYTES + HASH_BYTES) * 8;
    state.set(outer);
    compress(state, block);
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
  const state = new Int32Array(8);
  const block = new Int32Array(64);
  const text = emptyOutput(ROOM);
  return base64urlOf(leaves, HASH_BYTES, state, ([pointer, { salt, value }]) => {
    text.length = 0;
    writeJson(text, [salt, pointer, value]);
    if (text.length <= SHORT_BYTES) hash(state, block, text, INITIAL, 0);
    else {
      const whole = sha256(writtenBytes(text));
      const view = new DataView(whole.buffer, whole.byteOffset);
      for (let at = 0; at < 8; at += 1) state[at] = view.getInt32(at * 4);
    }
  });
}

/** Chosen: from some hundred on, what is handed in is as fast or faster. */
const SHORT_BYTES = 512;

/** Chosen: for most texts, with what stands behind them. */
const ROOM = 1024;

/** The first bytes of the state that each item leads to, as text: decoded many at once, since that takes longest. */
function base64urlOf<Item>(
  items: readonly Item[],
  byteCount: number,
  state: Int32Array,
  work: (item: Item) => void,
): readonly string[] {
  const width = base64urlLength(byteCount);
  const ascii = new Uint8Array(width * Math.min(items.length, AT_ONCE));
  const view = new DataView(new ArrayBuffer(HASH_BYTES));
  const bytes = new Uint8Array(view.buffer, 0, byteCount);
  const texts: string[] = [];
  for (let index = 0; index < items.length; index += 1) {
    work(items[index] as Item);
    for (let at = 0; at < 8; at += 1) view.setInt32(at * 4, state[at] as number);
    const place = index % AT_ONCE;
    writeBase64url(bytes, ascii, place * width);
    if (place + 1 < AT_ONCE && index + 1 < items.length) continue;
    const text = new TextDecoder().decode(ascii);
    for (let at = 0; at <= place; at += 1) texts.push(text.slice(at * width, (at + 1) * width));
  }
  return texts;
}

/** Chosen: some ten kilobytes, which cost no fresh pages. */
const AT_ONCE = 1024;

/** Leaves in `state` the hash of a text, behind a state that so many bytes have led to. */
function hash(state: Int32Array, block: Int32Array, text: Output, start: Int32Array, before: number): void {
  const { length } = text;
  // A bit behind the text, and at the end of the last block the number of bits.
  const end = (length + BLOCK_BYTES + 8) & -BLOCK_BYTES;
  makeRoom(text, end - length);
  const { bytes } = text;
  bytes.fill(0, length, end);
  bytes[length] = 0x80;
  state.set(start);
  for (let at = 0; at < end; at += BLOCK_BYTES) {
    load(block, bytes, at);
    if (at + BLOCK_BYTES === end) block[15] = (before + length) * 8;
    compress(state, block);
  }
}

function load(block: Int32Array, bytes: Uint8Array, start: number): void {
  for (let index = 0, at = start; index < 16; index += 1, at += 4) {
    block[index] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number);
  }
}

/**
 * Takes a block into a state.
 *
 * @param block - the block's 16 words, and room for those of its schedule behind them
 * @see FIPS 180-4, section 6.2.2
 */
function compress(state: Int32Array, block: Int32Array): void {
  const word = (t: number): number => block[t] as number;
  const before = (index: number): number => state[index] as number;
  for (let t = 16; t < 64; t += 1) {
    const x = word(t - 15);
    const y = word(t - 2);
    const fromX = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const fromY = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    block[t] = word(t - 16) + fromX + word(t - 7) + fromY;
  }
  let a = before(0);
  let b = before(1);
  let c = before(2);
  let d = before(3);
  let e = before(4);
  let f = before(5);
  let g = before(6);
  let h = before(7);
  for (let t = 0; t < 64; t += 1) {
    const fromE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + fromE + (g ^ (e & (f ^ g))) + (ROUND[t] as number) + word(t)) | 0;
    const fromA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const two = (fromA + ((a & b) ^ (c & (a ^ b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = before(0) + a;
  state[1] = before(1) + b;
  state[2] = before(2) + c;
  state[3] = before(3) + d;
  state[4] = before(4) + e;
  state[5] = before(5) + f;
  state[6] = before(6) + g;
  state[7] = before(7) + h;
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
