/**
 * @module
 * Copies what callers hand in into deep-frozen JSON, or says where it is not JSON (EN-34). Depth, size and
 * what is dropped are bounded as it goes: no cycle, shared subtree or hostile proxy overflows or stalls it.
 */

import type { Issue } from "../../errors.js";
import { factsOf, MOST_BYTES_A_NUMBER, MOST_BYTES_A_UNIT } from "./json-brand.js";
import type { Json } from "./json-values.js";
import { isPlainArray, isPlainObject, setOwn } from "./json-values.js";

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
 * A deep-frozen JSON copy of `value`, which may be `value` itself if it is one already, or an issue with the path of what is not JSON.
 *
 * Plain objects and arrays only. Each member is read once, so that a getter cannot show two faces;
 * `undefined` members are dropped and `-0` becomes 0. It never throws. Messages hold no values.
 *
 * @param maxBytes - size of the JSON in UTF-8; exactly so many pass
 * @param holds - `"documents"`: a copy that a reader has marked, of at most 32 levels itself, may be a member of the value
 * @see docs/requirements/engine.md, EN-34
 * @example
 * copyJson({ price: 40, note: undefined }, 65_536); // { ok: true, value: { price: 40 }, ... }
 * copyJson({ price: Number.NaN }, 65_536); // { ok: false, issue: { path: ["price"], ... } }
 */
export function copyJson(value: unknown, maxBytes: number, holds: Held = "data"): CopyResult {
  const walk: Walk = { path: [], sources: [], least: 0, most: 0, dropped: 0, maxBytes, holds };
  let copy: Json;
  try {
    copy = copyNode(value, walk);
  } catch {
    // What else was thrown is the caller's own code and may say anything, so it stays out of the message.
    const message = "Expected readable members, got one that throws.";
    return { ok: false, issue: walk.issue ?? { path: walk.path, message } };
  }
  if (walk.most <= maxBytes) return { ok: true, value: copy, bytesAtMost: walk.most };
  const bytes = new TextEncoder().encode(JSON.stringify(copy)).length;
  return bytes > maxBytes
    ? { ok: false, issue: tooBig(maxBytes, bytes) }
    : { ok: true, value: copy, bytesAtMost: bytes };
}

/**
 * The copy of what has to be JSON, and may have documents as members.
 *
 * @param name - how a message calls it
 * @throws {TypeError} with the path, when it is none or too big
 */
export function demandJson(name: string, value: unknown, maxBytes: number): Json {
  const copy = copyJson(value, maxBytes, "documents");
  if (copy.ok) return copy.value;
  const { path, message } = copy.issue;
  throw new TypeError(`Expected ${name} to be plain JSON; at /${path.join("/")}: ${message}`);
}

/** A frozen copy; `null` for what is no JSON or too big. */
export function jsonOrNull(value: unknown, maxBytes: number): Json {
  const copy = copyJson(value, maxBytes);
  return copy.ok ? copy.value : null;
}

/** EN-34: how many objects and arrays may lie one inside the other. */
const MAX_DEPTH = 32;

/** Chosen: dropped members weigh nothing, so that only this bounds an object full of them that is shared often. */
const MOST_DROPPED = 1_000_000;

/** Whether documents, whose own limit is 32 levels as well, are members of the value. */
type Held = "data" | "documents";

/** A string or number key of what is copied. */
type Key = string | number;

/** Where the walk stands, and between which bounds the size lies so far. */
interface Walk {
  readonly path: Key[];
  /** The objects and arrays on the way down to the value at hand. */
  readonly sources: object[];
  least: number;
  most: number;
  dropped: number;
  readonly maxBytes: number;
  readonly holds: Held;
  /** What ended it. */
  issue?: Issue;
}

function copyNode(value: unknown, walk: Walk): Json {
  switch (typeof value) {
    case "string":
      countString(value, walk);
      return value;
    case "number":
      if (!Number.isFinite(value)) refuse(walk, "a finite number", String(value));
      count(walk, 1, MOST_BYTES_A_NUMBER);
      return value === 0 ? 0 : value;
    case "boolean":
      count(walk, 4, 5);
      return value;
    case "object":
      if (value !== null) return copyMembers(value, walk);
      count(walk, 4, 4);
      return value;
    default:
      return refuse(walk, "JSON", value === undefined ? "undefined" : `a ${typeof value}`);
  }
}

function copyMembers(source: object, walk: Walk): Json {
  const { path, sources } = walk;
  const known = factsOf(source);
  // Such a copy is not gone through, so that a level more costs nothing.
  const isDocument = walk.holds === "documents" && sources.length === 1;
  if (known !== undefined && sources.length + known.depth <= MAX_DEPTH + Number(isDocument)) {
    count(walk, known.leastBytes, known.mostBytes);
    return source as Json;
  }
  if (sources.includes(source)) refuse(walk, "JSON without cycles", "an object that contains itself");
  if (sources.length === MAX_DEPTH) {
    refuse(walk, `at most ${MAX_DEPTH} levels of objects and arrays`, "more");
  }
  const isArray = isPlainArray(source);
  if (!isArray && !isPlainObject(source)) refuse(walk, "a plain object or array", instanceName(source));
  if (!isArray && Object.getOwnPropertySymbols(source).length > 0) {
    refuse(walk, "string keys only", "a symbol key");
  }
  if (Object.hasOwn(source, "__proto__")) refuse(walk, 'no key "__proto__"', "one", "__proto__");
  const keys = isArray ? null : Object.keys(source);
  const { length } = keys ?? (source as readonly unknown[]);
  const copy = (isArray ? [] : {}) as Record<Key, Json>;
  count(walk, 1, 2);
  sources.push(source);
  for (let index = 0; index < length; index += 1) {
    const key = keys?.[index] ?? index;
    path.push(key);
    const member = (source as Readonly<Record<Key, unknown>>)[key];
    if (member !== undefined || isArray) {
      if (typeof key === "string") countString(key, walk);
      count(walk, 1, 2);
      if (member === undefined && !Object.hasOwn(source, key)) refuse(walk, "JSON", "a hole in an array");
      setOwn(copy, key, copyNode(member, walk));
    } else if (++walk.dropped > MOST_DROPPED) {
      refuse(walk, `at most ${MOST_DROPPED} members that are undefined`, "more");
    }
    path.pop();
  }
  sources.pop();
  return Object.freeze(copy);
}

function countString(text: string, walk: Walk): void {
  count(walk, text.length + 2, text.length * MOST_BYTES_A_UNIT + 2);
}

function count(walk: Walk, least: number, most: number): void {
  walk.least += least;
  walk.most += most;
  if (walk.least > walk.maxBytes) end(walk, tooBig(walk.maxBytes, `at least ${walk.least}`));
}

function refuse(walk: Walk, wanted: string, got: string, ...keys: readonly Key[]): never {
  return end(walk, { path: [...walk.path, ...keys], message: `Expected ${wanted}, got ${got}.` });
}

/** What is thrown is no error, since it needs no stack: what counts is the issue of the walk. */
function end(walk: Walk, issue: Issue): never {
  walk.issue = issue;
  throw issue;
}

function instanceName(source: object): string {
  const name: unknown = Object.getPrototypeOf(source)?.constructor?.name;
  if (typeof name !== "string" || name === "") return "an object with a prototype of its own";
  return `an instance of ${name.slice(0, 80)}`;
}

function tooBig(maxBytes: number, got: number | string): Issue {
  return { path: [], message: `Expected at most ${maxBytes} bytes of JSON, got ${got}.` };
}
