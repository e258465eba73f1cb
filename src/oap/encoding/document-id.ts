/**
 * @module
 * The ids of documents: a prefix that says what it is, and 26 characters that say nothing. New ones are ULIDs: an instant
 * and chance, never counted up, or the next one could be guessed.
 */

import { integerIn } from "../../core/checks/index.js";

/** Opening, negotiation, proposal, acceptance, rejection, withdrawal, agreement. */
export type DocumentIdPrefix = "opn" | "neg" | "prp" | "acc" | "rej" | "wdr" | "agr";

/**
 * A new id: the prefix and a ULID.
 *
 * @throws {RangeError | TypeError} as `ulid` does
 * @see docs/requirements/signing.md, SG-36
 * @example
 * const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
 * documentId("prp", { now: () => Date.now(), randomBytes }); // "prp_01JD..."
 */
export function documentId(prefix: DocumentIdPrefix, source: IdSource): string {
  return `${prefix}_${ulid(source)}`;
}

/**
 * Whether it is an id with that prefix. Ids from outside are opaque: two of the samples in RFC 0002 are no ULIDs.
 *
 * @see docs/requirements/signing.md, SG-36
 * @example
 * isDocumentId("prp", "prp_01HX2QFJ8N4M6Q7R8S9T0U1V2W"); // true, although no ULID has a U
 */
export function isDocumentId(prefix: DocumentIdPrefix, value: unknown): value is string {
  return typeof value === "string" && value.startsWith(`${prefix}_`) && /^[0-9A-Z]{26}$/.test(value.slice(4));
}

/**
 * The id of another sort with the same 26 characters: one Open, one negotiation, one agreement.
 *
 * @param id - one that `isDocumentId` knows
 * @see docs/requirements/oap.md, OAP-50
 */
export function idAs(prefix: DocumentIdPrefix, id: string): string {
  return `${prefix}_${id.slice(4)}`;
}

/** Where new ids take their instant and their chance from. */
export interface IdSource {
  /** Epoch ms, an integer: `() => Date.now()`. */
  readonly now: () => number;
  /** So many bytes that nobody can foresee: `(count) => crypto.getRandomValues(new Uint8Array(count))`. */
  readonly randomBytes: (count: number) => Uint8Array;
}

/**
 * A new ULID, with 80 fresh random bits.
 *
 * @throws {RangeError} when the clock is negative, fractional or over 2^48 - 1
 * @throws {TypeError} when the random bytes are not 10
 * @see https://github.com/ulid/spec; docs/requirements/signing.md, SG-36
 * @example
 * ulid({ now: () => Date.now(), randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) });
 */
export function ulid({ now, randomBytes }: IdSource): string {
  let time = integerIn("now()", now(), 0, 2 ** 48 - 1);
  const bytes: unknown = randomBytes(10);
  if (!(bytes instanceof Uint8Array) || bytes.length !== 10) {
    throw new TypeError("Expected randomBytes to give 10 bytes, got another value.");
  }
  const units: number[] = [];
  for (let place = 0; place < TIME_DIGITS; place += 1) {
    units[TIME_DIGITS - 1 - place] = DIGITS.charCodeAt(time % 32);
    time = Math.floor(time / 32);
  }
  // Five bits a digit; at most four wait for the next byte.
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; count -= 5) units.push(DIGITS.charCodeAt((bits >> (count - 5)) & 31));
  }
  return String.fromCharCode(...units);
}

/**
 * Whether it is a ULID in its one spelling: upper case, none of I, L, O, U, and of 128 bits.
 *
 * @example
 * isUlid("01ARZ3NDEKTSV4RRFFQ69G5FAV"); // true
 * isUlid("80000000000000000000000000"); // false: over 128 bits
 */
export function isUlid(value: unknown): value is string {
  return typeof value === "string" && /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(value);
}

/** Epoch ms at which it was made, where it is a ULID: others give some number. */
export function instantOfId(id: string): number {
  return [...id.slice(4, 4 + TIME_DIGITS)].reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0);
}

/** Of the 26: 50 bits, of which the instant has 48. */
const TIME_DIGITS = 10;

/** Crockford's base 32, which leaves out I, L, O and U. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
