/**
 * @module
 * How bytes, hashes, ids and instants are written in documents.
 */

export {
  base64urlLength,
  decodeBase58btc,
  decodeBase64,
  decodeBase64url,
  encodeBase58btc,
  encodeBase64,
  encodeBase64url,
  firstOfBase64url,
  hashText,
  isHashText,
  type OwnBytes,
  paddedBase64url,
  writeBase64url,
} from "./bytes-as-text.js";
export {
  type DocumentIdPrefix,
  documentId,
  type IdSource,
  idAs,
  instantOfId,
  isDocumentId,
  isUlid,
  ulid,
} from "./document-id.js";
export { readInstant, writeInstant } from "./instant.js";
