/**
 * @module
 * Signatures over canonical documents, each for one purpose.
 */

export {
  type DetachedSignature,
  type ExpectedSignature,
  readDetached,
  SIGNATURE_PURPOSES,
  type SignaturePurpose,
  signDetached,
  type VerifyDetachedOptions,
  verifyDetached,
  verifyRead,
} from "./detached-jws.js";
export {
  type FoundKey,
  type SignedDocument,
  type SignedDocumentResult,
  type StoredKeyOptions,
  signDocument,
  signedBytes,
  type VerifyDocumentOptions,
  verifyDocument,
  verifyStored,
} from "./signed-document.js";
export {
  type CurvePoint,
  type CurvePoints,
  didKeySigner,
  guardedVerifier,
  holds,
  pointVerifier,
  webCryptoSigner,
  webCryptoVerifier,
} from "./verifiers.js";
