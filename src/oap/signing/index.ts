/**
 * @module
 * Signatures over canonical documents, each for one purpose.
 */

export {
  type DetachedSignature,
  type ExpectedSignature,
  readDetached,
  signDetached,
  type VerifyDetachedOptions,
  verifyDetached,
  verifyRead,
} from "./detached-jws.js";
export { guardedVerifier, holds } from "./guarded-verifier.js";
export { type CurvePoint, type CurvePoints, pointVerifier } from "./point-verifier.js";
export { SIGNATURE_PURPOSES, type SignaturePurpose } from "./signature-purpose.js";
export {
  type FoundKey,
  type SignedDocument,
  type SignedDocumentResult,
  signDocument,
  signedBytes,
  signedTextOf,
  type VerifyDocumentOptions,
  verifyDocument,
} from "./signed-document.js";
export { didKeySigner, webCryptoSigner, webCryptoVerifier } from "./web-crypto.js";
