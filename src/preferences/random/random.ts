/**
 * @module
 * Randomness as a function: a draw depends on its keys alone, so nothing has to be remembered and an agent that
 * is rebuilt from its record draws on where it was (BA-15). Not for secrets.
 */

import { integerIn } from "../../core/checks/index.js";

/**
 * A number in [0, 1), uniform, the same for the same four keys for ever.
 *
 * @param seed - any safe integer
 * @param turnNumber - a safe integer; turns start at 1
 * @param drawNumber - a safe integer: which draw of the turn
 * @throws {RangeError} when a number is no safe integer
 * @see docs/requirements/bargaining.md, BA-15; A. Appleby, MurmurHash3 (public domain), for the mixing of
 * 32-bit words
 * @example
 * randomDraw(7, "ada", 1, 0) === randomDraw(7, "ada", 1, 0); // true
 */
export function randomDraw(seed: number, partyId: string, turnNumber: number, drawNumber: number): number {
  const lanes = lanesOf(seed);
  mixText(lanes, partyId);
  mixInteger(lanes, "turnNumber", turnNumber);
  mixInteger(lanes, "drawNumber", drawNumber);
  return bits53(lanes) / 2 ** 53;
}

/**
 * A seed derived from a seed and the names of what it is for; order and sort of the keys matter.
 *
 * @param seed - any safe integer
 * @param keys - strings and safe integers; 1 and "1" differ
 * @returns an integer from 0 to 2^53 - 1
 * @throws {RangeError} when a number is no safe integer
 */
export function seedOf(seed: number, ...keys: readonly (string | number)[]): number {
  const lanes = lanesOf(seed);
  for (const key of keys) {
    if (typeof key === "string") mixText(lanes, key);
    else mixInteger(lanes, "key", key);
  }
  return bits53(lanes);
}

/**
 * The draw with that number of a long stream, without the names that `randomDraw` mixes in.
 *
 * @param stream - from `seedOf`
 * @param drawNumber - from 0
 * @returns an integer from 0 to 2^53 - 1, uniform
 */
export function streamInteger(stream: number, drawNumber: number): number {
  const lanes = lanesOf(stream);
  mixInteger(lanes, "drawNumber", drawNumber);
  return bits53(lanes);
}

/** Two independent 32-bit halves of a state; together they give the 53 bits of a double's fraction. */
interface Lanes {
  high: number;
  low: number;
}

/** Words before the words of a key, so that keys of different sorts and cuts never read alike. */
const INTEGER_TAG = 1;
const TEXT_TAG = 2;

function lanesOf(seed: number): Lanes {
  // Chosen: fractions of the square roots of 2 and 3, nothing up the sleeve.
  const lanes: Lanes = { high: 0x6a09e667, low: 0xbb67ae85 };
  mixInteger(lanes, "seed", seed);
  return lanes;
}

function mixInteger(lanes: Lanes, name: string, value: number): void {
  integerIn(name, value, Number.MIN_SAFE_INTEGER);
  mixWord(lanes, INTEGER_TAG);
  mixWord(lanes, value | 0);
  mixWord(lanes, Math.floor(value / 2 ** 32) | 0);
}

function mixText(lanes: Lanes, text: string): void {
  mixWord(lanes, TEXT_TAG);
  mixWord(lanes, text.length);
  for (let index = 0; index < text.length; index += 1) mixWord(lanes, text.charCodeAt(index));
}

/** One block of MurmurHash3_x86_32 on each lane, with different multipliers. */
function mixWord(lanes: Lanes, word: number): void {
  let high = Math.imul(word, 0xcc9e2d51);
  high = Math.imul((high << 15) | (high >>> 17), 0x1b873593);
  high ^= lanes.high;
  lanes.high = (Math.imul((high << 13) | (high >>> 19), 5) + 0xe6546b64) | 0;
  let low = Math.imul(word, 0x239b961b);
  low = Math.imul((low << 16) | (low >>> 16), 0xab0e9789);
  low ^= lanes.low;
  lanes.low = (Math.imul((low << 17) | (low >>> 15), 5) + 0x561ccd1b) | 0;
}

function bits53(lanes: Lanes): number {
  // Each half feeds the other once, so that every bit of the result depends on all of the state.
  const high = finished(lanes.high ^ Math.imul(lanes.low, 0x9e3779b1));
  const low = finished(lanes.low ^ Math.imul(high, 0x85ebca77));
  return (high >>> 5) * 2 ** 26 + (low >>> 6);
}

/** The finaliser of MurmurHash3. */
function finished(word: number): number {
  let mixed = word;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
