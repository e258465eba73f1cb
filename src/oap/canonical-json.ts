/**
 * @module
 * The canonical form of JSON after RFC 8785: one value, one sequence of bytes, in every language. It repairs
 * nothing: what is not strict JSON (`strict-json.ts`) is refused.
 */

import { type DocumentLimits, type ResolvedLimits, resolveLimits } from "./document-limits.js";
import {
  countBytes,
  demandKeys,
  demandLength,
  demandMember,
  demandScalar,
  NotStrictJson,
  refuseMember,
  type StrictWalk,
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
 * @see RFC 8785; spec signing, SG-1 to SG-3
 * @example
 * new TextDecoder().decode(canonicalize({ price: 40, currency: "EUR" })); // {"currency":"EUR","price":40}
 */
export function canonicalize(value: unknown, limits?: DocumentLimits): Uint8Array<ArrayBuffer> {
  const resolved = resolveLimits(limits);
  const bytes = ENCODER.encode(textOf(value, resolved));
  if (bytes.length > resolved.maxBytes) refuseMember(strictWalk(resolved), ...tooBig(resolved));
  return bytes;
}

/**
 * The canonical form as a string, for those who do not want its bytes.
 *
 * @throws {TypeError} as `canonicalize` does
 * @example
 * canonicalText({ b: [1, "2"], a: null }); // {"a":null,"b":[1,"2"]}
 */
export function canonicalText(value: unknown, limits?: DocumentLimits): string {
  const resolved = resolveLimits(limits);
  const text = textOf(value, resolved);
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 > resolved.maxBytes && ENCODER.encode(text).length > resolved.maxBytes) {
    refuseMember(strictWalk(resolved), ...tooBig(resolved));
  }
  return text;
}

const ENCODER = new TextEncoder();

function textOf(value: unknown, limits: ResolvedLimits): string {
  const walk = strictWalk(limits);
  try {
    return write(value, walk);
  } catch (error) {
    if (error instanceof NotStrictJson) throw error;
    // A trap of a proxy threw: what it threw may say anything, so it stays out of the message.
    throw new NotStrictJson("Expected readable members, got one that throws.", walk.path);
  }
}

function write(value: unknown, walk: StrictWalk): string {
  if (typeof value === "object" && value !== null) return writeMembers(value, walk);
  const scalar = demandScalar(value, walk);
  return typeof scalar === "string" ? quoted(scalar) : String(scalar);
}

function writeMembers(source: object, walk: StrictWalk): string {
  const keys = demandKeys(source, walk);
  if (keys === undefined) return writeElements(source, walk);
  countBytes(walk, 2);
  sortByCodeUnits(keys);
  let text = "";
  for (const key of keys) {
    countBytes(walk, key.length + 3);
    walk.path.push(key);
    text += `${text === "" ? "{" : ","}${quoted(key)}:${write(demandMember(source, key, walk), walk)}`;
    walk.path.pop();
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Both ways compare UTF-16 code units, as RFC 8785 wants it; of few names an insertion is the faster. */
function sortByCodeUnits(names: string[]): void {
  if (names.length > FEW_NAMES) {
    names.sort();
    return;
  }
  for (const [index, name] of names.entries()) {
    let place = index;
    for (let before = names[place - 1]; before !== undefined && before > name; before = names[place - 1]) {
      names[place] = before;
      place -= 1;
    }
    names[place] = name;
  }
}

/** Chosen: from about so many on, `sort` is as fast. */
const FEW_NAMES = 16;

function writeElements(source: object, walk: StrictWalk): string {
  const length = demandLength(source, walk);
  let text = "[";
  for (let index = 0; index < length; index += 1) {
    walk.path.push(index);
    text += `${index === 0 ? "" : ","}${write(demandMember(source, index, walk), walk)}`;
    walk.path.pop();
  }
  return `${text}]`;
}

/** JSON's escapes are the canonical ones for sound text; most text needs none. */
function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
