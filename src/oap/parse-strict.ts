/**
 * @module
 * The only door for text into the signing core: UTF-8 bytes of one strict JSON value. `JSON.parse` cannot do it:
 * of two members of one name it keeps the last, and it reads 2^53 + 1 as 2^53.
 */

import type { Json } from "../core/negotiation.js";
import { type DocumentLimits, type ResolvedLimits, resolveLimits } from "./document-limits.js";
import { signingRefusal } from "./signing-refusal.js";
import type { StrictResult } from "./strict-copy.js";
import { faultOfKey, isNumberOf, isSoundText, NUMBERS, setOwn, tooBig } from "./strict-json.js";

/**
 * The deep-frozen value of a JSON text, or `document_invalid`.
 *
 * Refused are: bytes that are no UTF-8, a byte order mark, anything after the value, two members of one name (also
 * when one is written with escapes), the names and texts that `canonicalize` refuses, and numbers of another form:
 * with `"integers"` only digits, so that `1.0` and `1e2` are refused as every language must read them alike.
 *
 * @param bytes - UTF-8; a string is refused, since it no longer shows what its bytes were
 * @throws {RangeError | TypeError} for wrong limits only
 * @see spec signing, SG-4
 * @example
 * parseStrict(new TextEncoder().encode('{"price":40}')); // { ok: true, value: { price: 40 } }
 * parseStrict(new TextEncoder().encode('{"price":40,"price":1}')); // { ok: false, code: "document_invalid", ... }
 */
export function parseStrict(bytes: Uint8Array, limits?: DocumentLimits): StrictResult {
  const resolved = resolveLimits(limits);
  try {
    const reading: Reading = { text: textOf(bytes, resolved), offset: 0, depth: 0, limits: resolved };
    const value = readValue(reading);
    skipSpace(reading);
    if (reading.offset < reading.text.length) refuse(reading, "nothing after the value", "more");
    return Object.freeze({ ok: true, value });
  } catch (error) {
    if (error instanceof Unreadable) return signingRefusal("document_invalid", error.message);
    throw error;
  }
}

/** How far a text is read. */
interface Reading {
  readonly text: string;
  offset: number;
  depth: number;
  readonly limits: ResolvedLimits;
}

/** What ends the reading. No error: it needs no stack. */
class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

function textOf(bytes: unknown, limits: ResolvedLimits): string {
  if (!(bytes instanceof Uint8Array)) throw new Unreadable("Expected bytes, got another value.");
  if (bytes.length > limits.maxBytes) {
    const [expected, received] = tooBig(limits);
    throw new Unreadable(`Expected ${expected}, got ${received}.`);
  }
  try {
    // It keeps a byte order mark, which is then no JSON.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable("Expected UTF-8, got other bytes.");
  }
}

function readValue(reading: Reading): Json {
  skipSpace(reading);
  const { text, offset } = reading;
  switch (text.charCodeAt(offset)) {
    case OPEN_BRACE:
      return readObject(reading);
    case OPEN_BRACKET:
      return readArray(reading);
    case QUOTE:
      return soundText(readString(reading), reading);
    case 0x74:
      return readWord(reading, "true", true);
    case 0x66:
      return readWord(reading, "false", false);
    case 0x6e:
      return readWord(reading, "null", null);
    default:
      return readNumber(reading);
  }
}

function readObject(reading: Reading): Json {
  descend(reading);
  const object: Record<string, Json> = {};
  if (!closes(reading, CLOSE_BRACE)) {
    do {
      skipSpace(reading);
      if (reading.text.charCodeAt(reading.offset) !== QUOTE) refuse(reading, "the name of a member", "none");
      const key = readString(reading);
      const fault = faultOfKey(key);
      if (fault !== undefined) refuse(reading, fault.expected, fault.received);
      if (Object.hasOwn(object, key)) refuse(reading, "member names that differ", "one twice");
      skipSpace(reading);
      if (reading.text.charCodeAt(reading.offset) !== COLON) refuse(reading, "a colon", "none");
      reading.offset += 1;
      setOwn(object, key, readValue(reading));
    } while (continues(reading, CLOSE_BRACE));
  }
  reading.depth -= 1;
  return Object.freeze(object);
}

function readArray(reading: Reading): Json {
  descend(reading);
  const array: Json[] = [];
  if (!closes(reading, CLOSE_BRACKET)) {
    do array.push(readValue(reading));
    while (continues(reading, CLOSE_BRACKET));
  }
  reading.depth -= 1;
  return Object.freeze(array);
}

/** Steps over the opening bracket. */
function descend(reading: Reading): void {
  const { maxDepth } = reading.limits;
  if (reading.depth >= maxDepth) refuse(reading, `at most ${maxDepth} levels of objects and arrays`, "more");
  reading.depth += 1;
  reading.offset += 1;
}

function closes(reading: Reading, bracket: number): boolean {
  skipSpace(reading);
  if (reading.text.charCodeAt(reading.offset) !== bracket) return false;
  reading.offset += 1;
  return true;
}

/** Whether a comma follows; else it has to be the closing bracket. */
function continues(reading: Reading, bracket: number): boolean {
  if (closes(reading, bracket)) return false;
  if (reading.text.charCodeAt(reading.offset) !== COMMA)
    refuse(reading, "a comma or a closing bracket", "neither");
  reading.offset += 1;
  return true;
}

function readWord<T extends Json>(reading: Reading, word: string, value: T): T {
  if (!reading.text.startsWith(word, reading.offset)) refuse(reading, "a JSON value", "none");
  reading.offset += word.length;
  return value;
}

function readString(reading: Reading): string {
  const { text } = reading;
  const start = reading.offset;
  let end = start + 1;
  let hasEscapes = false;
  for (let unit = text.charCodeAt(end); unit !== QUOTE; unit = text.charCodeAt(end)) {
    // At the end of the text it is NaN, which is not at least a space either.
    if (!(unit >= 0x20)) refuse(reading, "a string without control characters and with an end", "another");
    hasEscapes ||= unit === BACKSLASH;
    end += unit === BACKSLASH ? 2 : 1;
  }
  reading.offset = end + 1;
  if (!hasEscapes) return text.slice(start + 1, end);
  try {
    return JSON.parse(text.slice(start, end + 1)) as string;
  } catch {
    return refuse(reading, "escapes that JSON knows", "another");
  }
}

function soundText(text: string, reading: Reading): string {
  if (!isSoundText(text)) refuse(reading, "text without lone surrogates and noncharacters", "another");
  return text;
}

function readNumber(reading: Reading): number {
  const { text, limits } = reading;
  const start = reading.offset;
  let end = start;
  while (isOfNumber(text.charCodeAt(end))) end += 1;
  const token = text.slice(start, end);
  if (!NUMBER.test(token)) refuse(reading, "a JSON value", "none");
  const value = Number(token);
  const isWritten = limits.numbers === "any" || INTEGER.test(token);
  if (!isWritten || !isNumberOf(value, limits.numbers))
    refuse(reading, NUMBERS[limits.numbers], "another number");
  reading.offset = end;
  return value === 0 ? 0 : value;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^(?:0|-?[1-9]\d*)$/;

function isOfNumber(unit: number): boolean {
  const isDigit = unit >= 0x30 && unit <= 0x39;
  return isDigit || unit === 0x2d || unit === 0x2b || unit === 0x2e || unit === 0x65 || unit === 0x45;
}

function skipSpace(reading: Reading): void {
  let unit = reading.text.charCodeAt(reading.offset);
  while (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) {
    reading.offset += 1;
    unit = reading.text.charCodeAt(reading.offset);
  }
}

function refuse(reading: Reading, expected: string, received: string): never {
  throw new Unreadable(`Expected ${expected}, got ${received} (before character ${reading.offset + 1}).`);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
