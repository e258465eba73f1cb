/**
 * @module
 * The canonical form of JSON after RFC 8785: one value, one sequence of bytes, in every language. It repairs nothing: what
 * is not strict JSON (`strict-json.ts`) is refused.
 */

import { factsOf, type Json, type JsonObject, setOwn } from "../../core/json/index.js";
import type { OwnBytes } from "../encoding/index.js";
import {
  type DocumentLimits,
  type PlainCopy,
  plainCopy,
  type ResolvedLimits,
  refuseMember,
  resolveLimits,
  strictWalk,
  tooBig,
} from "./strict-json.js";

/**
 * The canonical UTF-8 bytes of a JSON value: what is hashed and signed.
 *
 * Members are sorted by UTF-16 code units; numbers and strings are written as ECMAScript does; text is not
 * normalised. Each member is read once, getters and `toJSON` are never called.
 *
 * @throws {TypeError} for whatever is not strict JSON or beyond a limit; its message holds no values
 * @see RFC 8785; docs/requirements/signing.md, SG-1 to SG-3
 * @example
 * new TextDecoder().decode(canonicalize({ price: 40, currency: "EUR" })); // {"currency":"EUR","price":40}
 */
export function canonicalize(value: unknown, limits?: DocumentLimits): OwnBytes {
  return bytesOfText(canonicalText(value, limits));
}

/**
 * The canonical form as a string, for those who do not want its bytes.
 *
 * @throws {TypeError} as `canonicalize` does
 * @example
 * canonicalText({ b: [1, "2"], a: null }); // {"a":null,"b":[1,"2"]}
 */
export function canonicalText(value: unknown, limits?: DocumentLimits): string {
  return canonicalForm(value, resolveLimits(limits)).text;
}

/** A value in both forms, from one reading. */
export interface CanonicalForm {
  readonly plain: PlainCopy;
  readonly text: string;
}

/**
 * A copy of a value and its canonical text, so that what is signed is what is used.
 *
 * @param without - a member of the outermost object that the copy has and the text has not; it counts for the size
 * @throws {TypeError} as `canonicalize` does
 */
export function canonicalForm(value: unknown, limits: ResolvedLimits, without?: string): CanonicalForm {
  const plain = plainCopy(value, limits);
  const { copy } = plain;
  const text = canonicalTextOf(copy, without);
  demandSize(plain, limits, without === undefined ? text : undefined);
  return { plain, text };
}

/**
 * Looks for the exact size only where its bound leaves it open.
 *
 * @param text - of the whole copy, where it is known
 * @throws {NotStrictJson} when it is too big
 */
export function demandSize({ copy, facts }: PlainCopy, limits: ResolvedLimits, text?: string): void {
  const { maxBytes } = limits;
  if (facts.mostBytes > maxBytes && isLonger(text ?? canonicalTextOf(copy), maxBytes)) {
    refuseMember(strictWalk(limits), ...tooBig(limits));
  }
}

/**
 * The canonical text of a plain copy.
 *
 * The engine writes it, from a copy with sorted members: its numbers and escapes are those of RFC 8785, and that is
 * several times as fast as piece by piece.
 *
 * @param without - a member of the outermost object that is left out
 * @see RFC 8785; docs/requirements/signing.md, SG-1 and SG-9
 */
export function canonicalTextOf(copy: Json, without?: string): string {
  const order: Order = { isKept: !("toJSON" in NOTHING) };
  const sorted = sortedOf(copy, order, without);
  return order.isKept ? JSON.stringify(sorted) : spelled(sorted);
}

/** The UTF-8 bytes of a sound text. */
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  // Most text is ASCII. `encode` would find out the length first, which takes longer than all the rest.
  return ENCODER.encodeInto(text, bytes).read === text.length ? bytes : ENCODER.encode(text);
}

/** Whether a text takes more bytes: counted only where the bound, three bytes a UTF-16 unit, leaves it open. */
export function isLonger(text: string, maxBytes: number): boolean {
  return text.length * 3 > maxBytes && bytesOfText(text).length > maxBytes;
}

const ENCODER = new TextEncoder();

/** To be asked what somebody has added to all arrays and objects. */
const NOTHING: readonly never[] = Object.freeze([]);

/** Whether the engine will write what it is handed, and in the order in which it is handed it. */
interface Order {
  isKept: boolean;
}

/** The value itself where its members stand in order already. */
function sortedOf(value: Json, order: Order, without?: string): Json {
  if (typeof value !== "object" || value === null) return value;
  if (without === undefined && factsOf(value)?.isSorted) return value;
  if (Array.isArray(value)) {
    let isSame = true;
    const elements = (value as readonly Json[]).map((element) => {
      const sorted = sortedOf(element, order);
      isSame &&= sorted === element;
      return sorted;
    });
    return isSame ? value : elements;
  }
  const source = value as JsonObject;
  const keys = Object.keys(source);
  // Names that are indexes come first in every object, and in the order of numbers.
  if (INDEX.test(keys[0] ?? "")) order.isKept = false;
  let isSame = !sortByCodeUnits(keys) && without === undefined;
  const members = keys.map((key) => {
    const member = source[key] as Json;
    const sorted = sortedOf(member, order);
    isSame &&= sorted === member;
    return sorted;
  });
  if (isSame) return value;
  const sorted: Record<string, Json> = {};
  keys.forEach((key, index) => {
    if (key !== without) setOwn(sorted, key, members[index] as Json);
  });
  return sorted;
}

const INDEX = /^\d/;

/**
 * Whether any had to move. Both ways compare UTF-16 code units, as RFC 8785 wants it; of few names an insertion is the
 * faster.
 */
function sortByCodeUnits(names: string[]): boolean {
  if (names.every((name, index) => index === 0 || (names[index - 1] as string) < name)) return false;
  if (names.length > FEW_NAMES) {
    names.sort();
    return true;
  }
  for (let index = 1; index < names.length; index += 1) {
    const name = names[index] as string;
    let place = index;
    for (; place > 0 && (names[place - 1] as string) > name; place -= 1) {
      names[place] = names[place - 1] as string;
    }
    names[place] = name;
  }
  return true;
}

/** Chosen: from about so many on, `sort` is as fast. */
const FEW_NAMES = 16;

/** Piece by piece, where the engine has an order of its own or somebody's `toJSON`. */
function spelled(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(spelled).join(",")}]`;
  const source = value as JsonObject;
  const keys = Object.keys(source).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${spelled(source[key] as Json)}`).join(",")}}`;
}
