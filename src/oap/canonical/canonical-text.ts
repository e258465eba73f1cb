/**
 * @module
 * Writes a plain copy in canonical form. It checks nothing: what it is handed was copied by `plain-copy.ts`, so that
 * it is strict JSON, and nobody else holds it unfrozen.
 */

import { factsOf, type Json, type JsonObject, setOwn } from "../../core/json/index.js";

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
