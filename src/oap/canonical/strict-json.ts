/**
 * @module
 * What counts as strict JSON, member by member: plain objects and arrays of data, sound text, numbers that every
 * language reads alike. `canonical-json.ts` writes it and `strict-copy.ts` copies it, both by these rules.
 */

import {
  isPlainArray,
  isPlainObject,
  MOST_BYTES_A_NUMBER,
  MOST_BYTES_A_UNIT,
} from "../../core/json/index.js";
import type { ResolvedLimits } from "./document-limits.js";

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

/** What a walk throws at a value that is not strict JSON; its message holds no value and no key. */
export class NotStrictJson extends TypeError {
  override readonly name = "NotStrictJson";
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[]) {
    super(message);
    this.path = path;
  }
}

/** A walk at its beginning. */
export function strictWalk(limits: ResolvedLimits, isParsed = false, isSound = false): StrictWalk {
  return { path: [], limits, leastBytes: 0, mostBytes: 0, memberCount: 0, depth: 0, isParsed, isSound };
}

/** @throws {NotStrictJson} always, at the place where the walk stands */
export function refuseMember(walk: StrictWalk, expected: string, received: string): never {
  throw new NotStrictJson(`Expected ${expected}, got ${received}.`, Object.freeze([...walk.path]));
}

/**
 * The own keys of a plain object, in its order, or `undefined` for a plain array.
 *
 * @throws {NotStrictJson} for every other object, beyond the depth, and for a key that is no sound string
 */
export function demandKeys(source: object, walk: StrictWalk): string[] | undefined {
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
      refuseMember(walk, "member names other than __proto__, constructor and prototype", "one of them");
    }
    if (!walk.isSound && UNSOUND.test(key)) refuseMember(walk, ...UNSOUND_WORDS);
  }
  return keys as string[];
}

/**
 * The length of a plain array without holes and without members of other names.
 *
 * @throws {NotStrictJson} for every other array, and for one that is too long for the limit of bytes
 */
export function demandLength(source: object, walk: StrictWalk): number {
  const length: unknown = Object.getOwnPropertyDescriptor(source, "length")?.value;
  if (typeof length !== "number") refuseMember(walk, "an array with a length", "one without");
  // Before the keys are listed: a million indices as strings would take their time. An element takes a byte at least.
  if (2 * length + 1 > walk.limits.maxBytes) refuseMember(walk, ...tooBig(walk.limits));
  countBytes(walk, Math.max(2, length + 1));
  if (!walk.isParsed && Reflect.ownKeys(source).length !== length + 1) {
    refuseMember(walk, "an array of elements alone", "one with holes or other members");
  }
  return length;
}

/**
 * The value of an own member, read once and never by calling a getter.
 *
 * @throws {NotStrictJson} for an accessor, and for a member that is absent or not enumerable
 */
export function demandMember(source: object, key: string | number, walk: StrictWalk): unknown {
  if (walk.isParsed) return (source as Record<string | number, unknown>)[key];
  const descriptor = Object.getOwnPropertyDescriptor(source, key);
  if (descriptor === undefined || !descriptor.enumerable) {
    refuseMember(walk, "enumerable members", "a hole or one that is not enumerable");
  }
  if (!("value" in descriptor)) refuseMember(walk, "members that are data", "a getter or setter");
  return descriptor.value;
}

/**
 * The same value, if it may stand in a document as it is; minus zero becomes zero where any number may stand.
 *
 * @throws {NotStrictJson} for everything that is neither `null`, boolean, sound string nor number of the chosen form
 */
export function demandScalar(value: unknown, walk: StrictWalk): null | boolean | number | string {
  switch (typeof value) {
    case "string":
      if (!walk.isSound && UNSOUND.test(value)) refuseMember(walk, ...UNSOUND_WORDS);
      countBytes(walk, value.length + 2, value.length * MOST_BYTES_A_UNIT + 2);
      return value;
    case "number":
      if (!isNumberOf(value, walk.limits.numbers)) {
        refuseMember(walk, NUMBERS[walk.limits.numbers], "another number");
      }
      countBytes(walk, 1, MOST_BYTES_A_NUMBER);
      return value === 0 ? 0 : value;
    case "boolean":
      countBytes(walk, 4, 5);
      return value;
    case "object":
      if (value === null) {
        countBytes(walk, 4);
        return null;
      }
      break;
    default:
  }
  return refuseMember(walk, "JSON", value === undefined ? "undefined" : `a ${typeof value}`);
}

/** Notes that so many more bytes are needed, at least and at most. */
export function countBytes(walk: StrictWalk, least: number, most: number = least): void {
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
function isNumberOf(value: number, form: ResolvedLimits["numbers"]): boolean {
  return form === "any" ? Number.isFinite(value) : Number.isSafeInteger(value) && !Object.is(value, -0);
}

/** What each form of numbers allows, for messages. */
export const NUMBERS: Readonly<Record<ResolvedLimits["numbers"], string>> = Object.freeze({
  integers: "an integer from -(2^53-1) to 2^53-1 (a decimal is a string)",
  any: "a finite number",
});

const UNSOUND_WORDS = Object.freeze(["text without lone surrogates and noncharacters", "another"] as const);

/** @see RFC 7493 (I-JSON), section 2.1 */
const UNSOUND = /\p{Surrogate}|\p{Noncharacter_Code_Point}/u;
