/**
 * @module
 * `concordat/oap`: documents as bytes that every language reads alike, signatures that say what they are for, and
 * keys that are their own names. The signing profile is in the README's section on OAP.
 *
 * @example
 * const signer = await didKeySigner(crypto.getRandomValues(new Uint8Array(32)));
 * const did = signer.kid.slice(0, signer.kid.indexOf("#"));
 * const signed = await signDocument({ from: did, price: 40 }, "proposal", signer);
 * if (!signed.ok) throw new Error(signed.message);
 * const answer = await verifyDocument(signed.document, { purpose: "proposal", signer: did });
 * console.log(answer.ok); // true
 */

export { decodeBase64url, encodeBase64url } from "./base64url.js";
export { canonicalize, canonicalText } from "./canonical-json.js";
export {
  type DetachedSignature,
  type ExpectedSignature,
  readDetached,
  signDetached,
  type VerifyDetachedOptions,
  verifyDetached,
} from "./detached-jws.js";
export {
  didKeyId,
  type PublicKeyResult,
  publicKeyMultibase,
  publicKeyOfMultibase,
  resolveDidKey,
} from "./did-key.js";
export type { DocumentLimits, NumberForm } from "./document-limits.js";
export { isSoundPoint, passesEd25519Guard } from "./ed25519-guard.js";
export { guardedVerifier } from "./guarded-verifier.js";
export { hashText, isHashText } from "./hash-text.js";
export { isDid, type KeyIdParts, partsOfKeyId } from "./key-id.js";
export {
  type ConsistencyClaim,
  type InclusionClaim,
  type LogNumber,
  leafHash,
  nodeHash,
  type Sha256,
  verifyConsistency,
  verifyInclusion,
} from "./merkle-proof.js";
export { type MerkleTree, merkleTree } from "./merkle-tree.js";
export { parseStrict } from "./parse-strict.js";
export { type CurvePoint, type CurvePoints, pointVerifier } from "./point-verifier.js";
export { SIGNATURE_PURPOSES, type SignaturePurpose } from "./signature-purpose.js";
export {
  type SignedDocument,
  type SignedDocumentResult,
  signDocument,
  signedBytes,
  type VerifyDocumentOptions,
  verifyDocument,
} from "./signed-document.js";
export type { Signer, Verifier } from "./signer.js";
export type { SigningCode, SigningRefusal } from "./signing-refusal.js";
export { type StrictResult, strictCopy } from "./strict-copy.js";
export { didKeySigner, webCryptoSigner, webCryptoVerifier } from "./web-crypto.js";
