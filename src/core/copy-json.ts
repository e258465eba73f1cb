/**
 * @module
 * Copies what callers hand in into deep-frozen JSON, or says where it is not JSON (EN-34). It walks with a
 * stack of its own: no depth, cycle, shared subtree or hostile proxy overflows or stalls it.
 */

import type { Issue } from "../errors.js";
import type { Json } from "./negotiation.js";
import { isPlainArray, isPlainObject } from "./plain-object.js";

/** A frozen copy, or the first thing that kept `copyJson` from making one. */
export type CopyResult =
  | {
      readonly ok: true;
      readonly value: Json;
      /** An upper bound of the size (JSON in UTF-8), at most the limit. */
      readonly bytesAtMost: number;
    }
  | { readonly ok: false; readonly issue: Issue };

/**
 * A deep-frozen JSON copy of `value`, or an issue with the path of what is not JSON.
 *
 * Plain objects and arrays only. Each member is read once, so that a getter cannot show two faces;
 * `undefined` members are dropped and `-0` becomes 0. It never throws. Messages hold no values.
 *
 * @param maxBytes - size of the JSON in UTF-8; exactly so many pass
 * @see spec/engine.md, EN-34
 * @example
 * copyJson({ price: 40, note: undefined }, 65_536); // { ok: true, value: { price: 40 }, ... }
 * copyJson({ price: Number.NaN }, 65_536); // { ok: false, issue: { path: ["price"], ... } }
 */
export function copyJson(value: unknown, maxBytes: number): CopyResult {
  const walk: Walk = { frames: [], least: 0, most: 0, dropped: 0, maxBytes, issue: null };
  const copy = copyTree(value, walk);
  if (walk.issue !== null) return { ok: false, issue: walk.issue };
  if (walk.most <= maxBytes) return { ok: true, value: copy, bytesAtMost: walk.most };
  if (walk.least > maxBytes) return { ok: false, issue: tooBig(maxBytes, `at least ${walk.least}`) };
  const bytes = jsonBytes(copy);
  if (bytes > maxBytes) return { ok: false, issue: tooBig(maxBytes, String(bytes)) };
  return { ok: true, value: copy, bytesAtMost: bytes };
}

/** The exact size of `value` as JSON in UTF-8 bytes; for values at most 32 deep, as `copyJson` makes them. */
export function jsonBytes(value: Json): number {
  const text = JSON.stringify(value);
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit <= 0x7f) continue;
    // Two surrogates make four bytes; lone ones were written as ASCII escapes by `JSON.stringify`.
    bytes += unit <= 0x7ff || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** EN-34: how many objects and arrays may lie one inside the other. */
const MAX_DEPTH = 32;

/** A UTF-16 unit takes at most six bytes: an escape such as a control character's or a lone surrogate's. */
const MOST_BYTES_A_UNIT = 6;

/** The longest finite number, -0.0000012345678901234567 and the like, takes 25 characters. */
const MOST_BYTES_A_NUMBER = 25;

/** Chosen: dropped members weigh nothing, so that only this bounds an object full of them that is shared often. */
const MOST_DROPPED = 1_000_000;

/** A string or number key of what is copied. */
type Key = string | number;

/** An object or array on the way down to the value at hand. */
interface Frame {
  readonly source: Readonly<Record<Key, unknown>>;
  /** `null` for an array. */
  readonly keys: readonly string[] | null;
  readonly length: number;
  readonly copy: Record<Key, Json>;
  /** Index of the member to be read next. */
  next: number;
}

/** Where the walk stands, between which bounds the size lies so far, and what stopped it. */
interface Walk {
  readonly frames: Frame[];
  least: number;
  most: number;
  dropped: number;
  readonly maxBytes: number;
  issue: Issue | null;
}

function copyTree(value: unknown, walk: Walk): Json {
  try {
    const copy = copyNode(value, walk);
    let frame = walk.frames.at(-1);
    while (frame !== undefined && walk.issue === null) {
      copyMembers(frame, walk);
      frame = walk.frames.at(-1);
    }
    return copy;
  } catch {
    // What was thrown is the caller's own code and may say anything, so it stays out of the message.
    return refuse(walk, "Expected data that can be read, got a getter or proxy that throws.");
  }
}

/** Copies the members of `frame` up to the first that is an object or array; that one comes first then. */
function copyMembers(frame: Frame, walk: Walk): void {
  const depth = walk.frames.length;
  while (frame.next < frame.length) {
    const key = frame.keys === null ? frame.next : (frame.keys[frame.next] ?? "");
    frame.next += 1;
    const member = frame.source[key];
    if (member === undefined && frame.keys !== null) {
      if (isDropped(walk)) continue;
      return;
    }
    if (typeof key === "string") countString(key, walk);
    walk.least += 1;
    walk.most += 2;
    const copied = copyNode(member, walk);
    if (walk.least > walk.maxBytes) walk.issue ??= tooBig(walk.maxBytes, `at least ${walk.least}`);
    if (walk.issue !== null) return;
    setOwn(frame.copy, key, copied);
    if (walk.frames.length > depth) return;
  }
  Object.freeze(frame.copy);
  walk.frames.pop();
}

/** Counts one more dropped member. */
function isDropped(walk: Walk): boolean {
  walk.dropped += 1;
  if (walk.dropped <= MOST_DROPPED) return true;
  refuse(walk, `Expected at most ${MOST_DROPPED} members that are undefined, got more.`);
  return false;
}

function copyNode(value: unknown, walk: Walk): Json {
  switch (typeof value) {
    case "string":
      countString(value, walk);
      return value;
    case "number":
      if (!Number.isFinite(value)) return refuse(walk, `Expected a finite number, got ${value}.`);
      walk.least += 1;
      walk.most += MOST_BYTES_A_NUMBER;
      return value === 0 ? 0 : value;
    case "boolean":
      walk.least += 4;
      walk.most += 5;
      return value;
    case "object":
      if (value !== null) return openFrame(value, walk);
      walk.least += 4;
      walk.most += 4;
      return value;
    case "undefined":
      return refuse(walk, `Expected JSON, got ${isHole(walk) ? "a hole in an array" : "undefined"}.`);
    default:
      return refuse(walk, `Expected JSON, got a ${typeof value}.`);
  }
}

function countString(text: string, walk: Walk): void {
  walk.least += text.length + 2;
  walk.most += text.length * MOST_BYTES_A_UNIT + 2;
}

/** Begins the copy of an object or array, empty so far. */
function openFrame(source: object, walk: Walk): Json {
  if (walk.frames.some((frame) => frame.source === source)) {
    return refuse(walk, "Expected JSON without cycles, got an object that contains itself.");
  }
  if (walk.frames.length === MAX_DEPTH) {
    return refuse(walk, `Expected at most ${MAX_DEPTH} levels of objects and arrays, got more.`);
  }
  const isArray = isPlainArray(source);
  if (!isArray && !isPlainObject(source)) {
    return refuse(walk, `Expected a plain object or array, got ${instanceName(source)}.`);
  }
  if (!isArray && Object.getOwnPropertySymbols(source).length > 0) {
    return refuse(walk, "Expected string keys only, got a symbol key.");
  }
  if (Object.hasOwn(source, "__proto__")) {
    return refuse(walk, 'Expected no key "__proto__", got one.', "__proto__");
  }
  const keys = isArray ? null : Object.keys(source);
  const length = isArray ? source.length : (keys?.length ?? 0);
  const copy = (isArray ? [] : {}) as Record<Key, Json>;
  walk.least += 1;
  walk.most += 2;
  walk.frames.push({ source: source as Record<Key, unknown>, keys, length, copy, next: 0 });
  return copy;
}

function refuse(walk: Walk, message: string, ...keys: readonly Key[]): null {
  walk.issue ??= { path: [...walk.frames.map(currentKey), ...keys], message };
  return null;
}

function currentKey(frame: Frame): Key {
  return frame.keys?.[frame.next - 1] ?? frame.next - 1;
}

function isHole(walk: Walk): boolean {
  const frame = walk.frames.at(-1);
  return frame !== undefined && !Object.hasOwn(frame.source, frame.next - 1);
}

function instanceName(source: object): string {
  const name: unknown = Object.getPrototypeOf(source)?.constructor?.name;
  if (typeof name !== "string" || name === "") return "an object with a prototype of its own";
  return `an instance of ${name.slice(0, 80)}`;
}

/** Assigns, but never to a setter or past a frozen property of `Object.prototype`. */
function setOwn(copy: Record<Key, Json>, key: Key, value: Json): void {
  if (key in copy) {
    Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    copy[key] = value;
  }
}

function tooBig(maxBytes: number, got: string): Issue {
  return { path: [], message: `Expected at most ${maxBytes} bytes of JSON, got ${got}.` };
}
