/**
 * @module
 * What counts as strict JSON, plain data of sound text and numbers that every language reads alike, within limits; and
 * the one pass over a value from outside, a deep-frozen copy by these rules, on which everything else works.
 */

import { integerIn, readOptions, unmet } from "../../core/checks/index.js";
import type { Json, JsonFacts } from "../../core/json/index.js";
import {
  factsOf,
  isPlainArray,
  isPlainObject,
  MOST_BYTES_A_NUMBER,
  MOST_BYTES_A_UNIT,
  markJson,
  setOwn,
} from "../../core/json/index.js";

/**
 * Which numbers a document may hold: integers within 2^53 - 1 on both sides of zero, or every finite double.
 *
 * @see docs/requirements/signing.md, SG-3
 */
export type NumberForm = "integers" | "any";

/** The limits of a document. */
export interface DocumentLimits {
  /**
   * `"integers"` for what is signed, where a decimal is a string; `"any"` for DID documents and interchange.
   *
   * @default "integers"
   */
  readonly numbers?: NumberForm | undefined;
  /**
   * How many objects and arrays may lie one inside the other, 0 to 256.
   *
   * @default 32
   */
  readonly maxDepth?: number | undefined;
  /**
   * Size of the canonical form, or of the text that is read, in bytes of UTF-8; exactly so many pass.
   *
   * @default 65_536
   */
  readonly maxBytes?: number | undefined;
}

/** Limits with every default in place. */
export interface ResolvedLimits {
  readonly numbers: NumberForm;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/**
 * The limits with their defaults.
 *
 * @throws {RangeError} when a limit is no integer in its range
 * @throws {TypeError} when `numbers` is neither `"integers"` nor `"any"`, and for an unknown limit
 * @see docs/requirements/signing.md, SG-1
 */
export function resolveLimits(limits?: DocumentLimits): ResolvedLimits {
  if (limits === undefined) return DEFAULTS;
  const {
    numbers = DEFAULTS.numbers,
    maxDepth = DEFAULTS.maxDepth,
    maxBytes = DEFAULTS.maxBytes,
  } = readOptions("limits", limits, ["numbers", "maxDepth", "maxBytes"]);
  if (numbers !== "integers" && numbers !== "any") {
    throw new TypeError(unmet("numbers", '"integers" or "any"', numbers));
  }
  // Chosen: each level is one call on the stack, and nobody needs more.
  integerIn("maxDepth", maxDepth, 0, 256);
  integerIn("maxBytes", maxBytes, 1);
  return { numbers, maxDepth, maxBytes };
}

const DEFAULTS: ResolvedLimits = { numbers: "integers", maxDepth: 32, maxBytes: 65_536 };

/** What a walk throws at a value that is not strict JSON; its message holds no value and no key. */
export class NotStrictJson extends TypeError {
  override readonly name = "NotStrictJson";
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[]) {
    super(message);
    this.path = path;
  }
}

/** Where a walk through a value stands. */
export interface StrictWalk {
  /** Keys and indices on the way down to the value at hand; its length is the depth. */
  readonly path: (string | number)[];
  readonly limits: ResolvedLimits;
  /** The least and the greatest number of bytes that what was passed so far takes as JSON. */
  leastBytes: number;
  mostBytes: number;
  /** Of all objects so far. */
  memberCount: number;
  /** The greatest so far. */
  depth: number;
  /** Whether it goes through what `JSON.parse` has just made: plain, nobody else's, and read as it is. */
  readonly isParsed: boolean;
  /** Whether all text in it is known to be sound. */
  readonly isSound: boolean;
}

/** A walk at its beginning. */
export function strictWalk(limits: ResolvedLimits, isParsed = false, isSound = false): StrictWalk {
  return { path: [], limits, leastBytes: 0, mostBytes: 0, memberCount: 0, depth: 0, isParsed, isSound };
}

/** @throws {NotStrictJson} always, at the place where the walk stands */
export function refuseMember(walk: StrictWalk, expected: string, received: string): never {
  throw new NotStrictJson(`Expected ${expected}, got ${received}.`, Object.freeze([...walk.path]));
}

/** A copy, and what is known of it. */
export interface PlainCopy {
  /** Deep-frozen, its members in the order of the value. */
  readonly copy: Json;
  readonly facts: JsonFacts;
  /** Members that were read, of all its objects; 0 where nothing was read. */
  readonly memberCount: number;
}

/**
 * A copy of a value, each member of which is read once; or the value itself, if it is such a copy. How big it is
 * exactly remains to be seen.
 *
 * @throws {NotStrictJson} for whatever is not strict JSON, certainly too big, or throws while it is read
 * @see docs/requirements/signing.md, SG-2 to SG-6
 */
export function plainCopy(value: unknown, limits: ResolvedLimits): PlainCopy {
  const known = typeof value === "object" && value !== null ? factsOf(value) : undefined;
  if (known?.limits === limits) return { copy: value as Json, facts: known, memberCount: 0 };
  return readBy(value, strictWalk(limits));
}

/** The same of what `JSON.parse` has just made, which becomes the copy. */
export function readBy(value: unknown, walk: StrictWalk): PlainCopy {
  try {
    const copy = copyOf(value, walk);
    return { copy, facts: factsSince(0, 0, walk), memberCount: walk.memberCount };
  } catch (error) {
    if (error instanceof NotStrictJson) throw error;
    // What a trap threw is a stranger's and may say anything, so it stays out of the message.
    return refuseMember(walk, "readable members", "one that throws");
  }
}

function copyOf(value: unknown, walk: StrictWalk): Json {
  if (typeof value !== "object" || value === null) return scalarOf(value, walk);
  if (isKnown(value, walk)) return value;
  const { leastBytes, mostBytes } = walk;
  const keys = keysOf(value, walk);
  const copy = keys === undefined ? copyElements(value, walk) : copyMembers(value, keys, walk);
  // A document as a whole and, since terms go their own way, its larger parts.
  if (walk.path.length < 2 && walk.leastBytes - leastBytes >= WORTH_BYTES) {
    markJson(copy, factsSince(leastBytes, mostBytes, walk));
  }
  return Object.freeze(copy);
}

/** Whether a part is such a copy already, by rules that are not wider: it is counted, and goes as it is. */
function isKnown(value: object, walk: StrictWalk): value is Extract<Json, object> {
  const facts = factsOf(value);
  const { limits, path } = walk;
  if (facts === undefined || (facts.limits as Partial<ResolvedLimits>).numbers !== limits.numbers)
    return false;
  const depth = path.length + facts.depth;
  if (depth > limits.maxDepth) return false;
  walk.depth = Math.max(walk.depth, depth);
  countBytes(walk, facts.leastBytes, facts.mostBytes);
  return true;
}

/** Chosen: what is smaller is read as fast. */
const WORTH_BYTES = 64;

/** What is known of the part of a walk that began at these counts; it is at most as deep as the walk went so far. */
function factsSince(leastBytes: number, mostBytes: number, walk: StrictWalk): JsonFacts {
  return {
    depth: walk.depth,
    leastBytes: walk.leastBytes - leastBytes,
    mostBytes: walk.mostBytes - mostBytes,
    limits: walk.limits,
  };
}

/** The own keys of a plain object, in its order, or `undefined` for a plain array. */
function keysOf(source: object, walk: StrictWalk): string[] | undefined {
  const above = walk.path.length;
  if (above >= walk.limits.maxDepth) refuseMember(walk, ...tooDeep(walk.limits));
  if (above >= walk.depth) walk.depth = above + 1;
  if (isPlainArray(source)) return undefined;
  if (!walk.isParsed && !isPlainObject(source)) {
    refuseMember(walk, "a plain object or array", "an instance of a class");
  }
  const keys = walk.isParsed ? Object.keys(source) : Reflect.ownKeys(source);
  for (const key of keys) {
    if (typeof key !== "string") refuseMember(walk, "keys that are strings", "a symbol");
    if (key === "__proto__" || key === "constructor" || key === "prototype") {
      refuseMember(walk, "other names than __proto__, constructor and prototype", "one");
    }
    demandSound(key, walk);
  }
  return keys as string[];
}

function copyMembers(source: object, keys: readonly string[], walk: StrictWalk): Record<string, Json> {
  const copy = (walk.isParsed ? source : {}) as Record<string, Json>;
  countBytes(walk, 2);
  walk.memberCount += keys.length;
  for (const key of keys) {
    // With quotes, colon and comma.
    countBytes(walk, key.length + 3, key.length * MOST_BYTES_A_UNIT + 4);
    walk.path.push(key);
    const member = memberOf(source, key, walk);
    const copied = copyOf(member, walk);
    if (!walk.isParsed) setOwn(copy, key, copied);
    // Minus zero is another one.
    else if (!Object.is(copied, member)) copy[key] = copied;
    walk.path.pop();
  }
  return copy;
}

function copyElements(source: object, walk: StrictWalk): Json[] {
  const length: unknown = Object.getOwnPropertyDescriptor(source, "length")?.value;
  if (typeof length !== "number") refuseMember(walk, "an array of elements alone", "another");
  // Before the keys are listed: a million indices as strings would take their time. An element takes a byte at least.
  if (2 * length + 1 > walk.limits.maxBytes) refuseMember(walk, ...tooBig(walk.limits));
  countBytes(walk, Math.max(2, length + 1));
  if (!walk.isParsed && Reflect.ownKeys(source).length !== length + 1) {
    refuseMember(walk, "an array of elements alone", "more or fewer members");
  }
  // Of its size from the start: one that grows takes room for many more.
  const copy = walk.isParsed ? (source as Json[]) : new Array<Json>(length);
  for (let index = 0; index < length; index += 1) {
    walk.path.push(index);
    copy[index] = copyOf(memberOf(source, index, walk), walk);
    walk.path.pop();
  }
  return copy;
}

/** The value of an own member, read once and never by calling a getter. */
function memberOf(source: object, key: string | number, walk: StrictWalk): unknown {
  if (walk.isParsed) return (source as Record<string | number, unknown>)[key];
  const descriptor = Object.getOwnPropertyDescriptor(source, key);
  if (descriptor === undefined || !descriptor.enumerable) {
    refuseMember(walk, "enumerable members", "a hole or others");
  }
  if (!("value" in descriptor)) refuseMember(walk, "members that are data", "a getter or setter");
  return descriptor.value;
}

/** The same value, if it may stand in a document; minus zero becomes zero where any number may stand. */
function scalarOf(value: unknown, walk: StrictWalk): null | boolean | number | string {
  const { numbers } = walk.limits;
  if (typeof value === "string") {
    demandSound(value, walk);
    countBytes(walk, value.length + 2, value.length * MOST_BYTES_A_UNIT + 2);
    return value;
  }
  if (typeof value === "number") {
    if (!isNumberOf(value, numbers)) refuseMember(walk, NUMBERS[numbers], "another number");
    countBytes(walk, 1, MOST_BYTES_A_NUMBER);
    return value === 0 ? 0 : value;
  }
  if (typeof value === "boolean" || value === null) {
    countBytes(walk, 4, value === false ? 5 : 4);
    return value;
  }
  return refuseMember(walk, "JSON", value === undefined ? "undefined" : `a ${typeof value}`);
}

function demandSound(text: string, walk: StrictWalk): void {
  if (!walk.isSound && UNSOUND.test(text)) {
    refuseMember(walk, "text without lone surrogates and noncharacters", "another");
  }
}

/** Notes that so many more bytes are needed, at least and at most. */
function countBytes(walk: StrictWalk, least: number, most: number = least): void {
  walk.leastBytes += least;
  walk.mostBytes += most;
  if (walk.leastBytes > walk.limits.maxBytes) refuseMember(walk, ...tooBig(walk.limits));
}

/** The words for a document beyond its limit of bytes: what was expected, what came. */
export function tooBig({ maxBytes }: ResolvedLimits): [expected: string, received: string] {
  return [`at most ${maxBytes} bytes`, "more"];
}

/** The words for a document beyond its limit of depth. */
export function tooDeep({ maxDepth }: ResolvedLimits): [expected: string, received: string] {
  return [`at most ${maxDepth} levels of objects and arrays`, "more"];
}

/** Whether a number is of the form: an integer that every double holds exactly and that is no minus zero, or finite. */
function isNumberOf(value: number, form: NumberForm): boolean {
  return form === "any" ? Number.isFinite(value) : Number.isSafeInteger(value) && !Object.is(value, -0);
}

/** What each form of numbers allows, for messages. */
export const NUMBERS: Readonly<Record<NumberForm, string>> = Object.freeze({
  integers: "an integer from -(2^53-1) to 2^53-1 (a decimal is a string)",
  any: "a finite number",
});

/** @see RFC 7493 (I-JSON), section 2.1 */
const UNSOUND = /\p{Surrogate}|\p{Noncharacter_Code_Point}/u;
