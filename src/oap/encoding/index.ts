/**
 * @module
 * How bytes, hashes, ids and instants are written in documents.
 */

export { decodeBase58btc, encodeBase58btc } from "./base58btc.js";
export { decodeBase64, encodeBase64 } from "./base64.js";
export {
  base64urlLength,
  decodeBase64url,
  encodeBase64url,
  type OwnBytes,
  paddedBase64url,
  writeBase64url,
} from "./base64url.js";
export { type DocumentIdPrefix, documentId, idAs, isDocumentId } from "./document-id.js";
export { hashText, isHashText } from "./hash-text.js";
export { readInstant, writeInstant } from "./instant.js";
export { type IdSource, isUlid, ulid } from "./ulid.js";
