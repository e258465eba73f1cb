/**
 * @module
 * The canonical form of JSON after RFC 8785: one value, one sequence of bytes, in every language. It repairs
 * nothing: what is not strict JSON (`strict-json.ts`) is refused.
 */

import type { OwnBytes } from "../encoding/index.js";
import { bytesOfText, canonicalTextOf, isLonger } from "./canonical-text.js";
import { type DocumentLimits, type ResolvedLimits, resolveLimits } from "./document-limits.js";
import { type PlainCopy, plainCopy } from "./plain-copy.js";
import { refuseMember, strictWalk, tooBig } from "./strict-json.js";

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
