/**
 * @module
 * The ids of documents: a prefix that says what it is, and 26 characters that say nothing.
 */

import { type IdSource, ulid } from "./ulid.js";

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
 * @example
 * idAs("agr", "neg_01HX2QF8GZRP9V3K5YXJW0AQ7M"); // "agr_01HX2QF8GZRP9V3K5YXJW0AQ7M"
 */
export function idAs(prefix: DocumentIdPrefix, id: string): string {
  return `${prefix}_${id.slice(4)}`;
}
