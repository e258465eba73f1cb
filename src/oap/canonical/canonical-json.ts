/**
 * @module
 * The canonical form of JSON after RFC 8785: one value, one sequence of bytes, in every language. It repairs nothing: what
 * is not strict JSON (`strict-json.ts`) is refused.
 */

import type { OwnBytes } from "../encoding/index.js";
import { emptyOutput, writeJson, writtenBytes } from "./json-bytes.js";
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
  return canonicalForm(value, resolveLimits(limits)).bytes.slice();
}

/**
 * The canonical form as a string, for those who do not want its bytes.
 *
 * @throws {TypeError} as `canonicalize` does
 * @example
 * canonicalText({ b: [1, "2"], a: null }); // {"a":null,"b":[1,"2"]}
 */
export function canonicalText(value: unknown, limits?: DocumentLimits): string {
  return DECODER.decode(canonicalForm(value, resolveLimits(limits)).bytes);
}

/** A value in both forms, from one reading. */
export interface CanonicalForm {
  readonly plain: PlainCopy;
  /** Perhaps with others around them in one buffer. */
  readonly bytes: OwnBytes;
}

/**
 * A copy of a value and its canonical bytes, so that what is signed is what is used.
 *
 * @param without - a member of the outermost object that the copy has and the bytes have not; it counts for the size
 * @throws {TypeError} as `canonicalize` does
 */
export function canonicalForm(value: unknown, limits: ResolvedLimits, without?: string): CanonicalForm {
  const plain = plainCopy(value, limits);
  const bytes = bytesOf(plain, without);
  demandSize(plain, limits, without === undefined ? bytes : undefined);
  return { plain, bytes };
}

/**
 * Looks for the exact size only where its bound leaves it open.
 *
 * @param bytes - of the whole copy, where they are known
 * @throws {NotStrictJson} when it is too big
 */
export function demandSize(plain: PlainCopy, limits: ResolvedLimits, bytes?: Uint8Array): void {
  const { maxBytes } = limits;
  if (plain.facts.mostBytes > maxBytes && (bytes ?? bytesOf(plain)).length > maxBytes) {
    refuseMember(strictWalk(limits), ...tooBig(limits));
  }
}

function bytesOf({ copy, facts }: PlainCopy, without?: string): OwnBytes {
  // More than is needed of what has no numbers, escapes and other languages.
  const output = emptyOutput(facts.leastBytes + 64);
  writeJson(output, copy, without);
  return writtenBytes(output);
}

const DECODER = new TextDecoder();
