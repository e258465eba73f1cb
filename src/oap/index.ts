/**
 * @module
 * `concordat/oap`: documents as bytes that every language reads alike, signatures that say what they are for, and
 * keys that are their own names. The signing profile is in docs/guide/signed-agreements.md.
 *
 * @example
 * const signer = await didKeySigner(crypto.getRandomValues(new Uint8Array(32)));
 * const did = signer.kid.slice(0, signer.kid.indexOf("#"));
 * const signed = await signDocument({ from: did, price: 40 }, "proposal", signer);
 * if (!signed.ok) throw new Error(signed.message);
 * const answer = await verifyDocument(signed.document, { purpose: "proposal", signer: did });
 * console.log(answer.ok); // true
 */

export { JUSTIFICATION_TYPES, type JustificationType } from "../core/record/justification-types.js";
export type {
  LogDisclosure,
  LogDisclosures,
  LogEntry,
  LogKind,
  LogPort,
  LogRecord,
} from "../ports/log.js";
export {
  type Agreement,
  type AgreementBody,
  type AgreementCommitment,
  type AgreementMetadata,
  agreementCommitment,
  type RegulatedObligation,
} from "./agreement/agreement.js";
export { type AgreementDigests, agreementDigests } from "./agreement/agreement-hash.js";
export {
  isComplete,
  type SignedCommitment,
  type StoredKeyOptions,
} from "./agreement/agreement-signatures.js";
export { alteredTerms } from "./agreement/altered-terms.js";
export type { Disclosure, Disclosures } from "./agreement/disclosures.js";
export { type PartyProfile, regulatedObligations } from "./agreement/obligations.js";
export type { CosignatureBody, LoggedAgreement } from "./agreement/public-agreement.js";
export {
  type FullForm,
  type PublicAgreement,
  type PublicForm,
  publicAgreement,
  publicForm,
} from "./agreement/public-agreement.js";
export { type Redaction, redact, redactDisclosures } from "./agreement/redaction.js";
export { isConcession } from "./bargaining/concession.js";
export {
  type AgreementWorth,
  discountFactor,
  failureUtility,
  oapUtility,
  withdrawalFloor,
} from "./bargaining/oap-utility.js";
export { type OutsideOption, outsideOptionPolicy } from "./bargaining/outside-option.js";
export { type OpeningDraft, proposalFromPricing } from "./bargaining/pricing.js";
export { canonicalize, canonicalText } from "./canonical/canonical-json.js";
export type { DocumentLimits, NumberForm } from "./canonical/document-limits.js";
export { parseStrict } from "./canonical/parse-strict.js";
export type { SigningCode, SigningRefusal } from "./canonical/signing-refusal.js";
export { type StrictResult, strictCopy } from "./canonical/strict-copy.js";
export { clockSkew } from "./documents/clock-skew.js";
export {
  type ConfidentialityResult,
  confidentialityLadder,
  type JoinConfidentiality,
  joinedConfidentiality,
} from "./documents/confidentiality.js";
export type { Acceptance, OpenDocument, Proposal, Rejection, Withdrawal } from "./documents/documents.js";
export {
  type EffectivePeriod,
  type EffectivePeriodRule,
  effectivePeriodOf,
  termsRefusal,
} from "./documents/effective-period.js";
export { type DataIntegrityProof, type ExportProofOptions, exportProof } from "./documents/export-proof.js";
export { type Justification, justifyConcession, justifyTradeOff } from "./documents/justification.js";
export {
  type Category,
  type Manifest,
  type ManifestResult,
  manifestHash,
  mayOpen,
  publishManifest,
  readManifest,
} from "./documents/manifest.js";
export { penaltyKeepsRationality, type WithdrawalPenalty } from "./documents/penalty.js";
export { manifestRules, type PinnedNames, unpinned } from "./documents/pinned-manifest.js";
export {
  type DocumentResult,
  readAcceptance,
  readOpen,
  readProposal,
  readRejection,
  readWithdrawal,
} from "./documents/read-document.js";
export { decodeBase64url, encodeBase64url } from "./encoding/base64url.js";
export { type DocumentIdPrefix, documentId, isDocumentId } from "./encoding/document-id.js";
export { hashText, isHashText } from "./encoding/hash-text.js";
export { readInstant, writeInstant } from "./encoding/instant.js";
export { type IdSource, isUlid, ulid } from "./encoding/ulid.js";
export type { OapAdmissionRequest, OapAdmit, OapVerdict } from "./host/admission.js";
export { type DecisionRecord, type PolicyStack, policyStacks } from "./host/decision-records.js";
export {
  createOapHost,
  type HistoryAnswer,
  type OapAnswer,
  type OapHost,
  type OapHostOptions,
} from "./host/host.js";
export type { AgreementAnswer, Disclose, RedactionAnswer } from "./host/host-agreements.js";
export type { OpenRequest } from "./host/host-opening.js";
export type { OapService } from "./host/host-service.js";
export { type OapRoom, oapRoom } from "./host/oap-room.js";
export type { OapCall } from "./host/signed-messages.js";
export type { DidDocumentResolver } from "./keys/did-document.js";
export {
  didKeyId,
  type PublicKeyResult,
  publicKeyMultibase,
  publicKeyOfMultibase,
  resolveDidKey,
} from "./keys/did-key.js";
export {
  type DidWebFetch,
  type DidWebOptions,
  type DidWebReader,
  type DidWebResponse,
  didWeb,
  didWebUrl,
} from "./keys/did-web.js";
export { isSoundPoint, passesEd25519Guard } from "./keys/ed25519-guard.js";
export { isDid, type KeyIdParts, partsOfKeyId } from "./keys/key-id.js";
export {
  type KeyContext,
  type KeyResolver,
  type KeyResolverOptions,
  type KeyResult,
  keyResolver,
} from "./keys/key-resolver.js";
export { type KeySnapshot, publicKeyOfSnapshot, snapshotKeys } from "./keys/key-snapshot.js";
export type { Signer, Verifier } from "./keys/signer.js";
export {
  type Checkpoint,
  type CheckpointResult,
  checkpointText,
  parseCheckpoint,
  readCheckpoint,
} from "./log/checkpoint.js";
export type { CheckpointSignerOptions } from "./log/checkpoint-signer.js";
export { detectFork, type ForkVerdict } from "./log/detect-fork.js";
export type { LogDamage, LogDamageCode, LogVerdict } from "./log/log-damage.js";
export { entryHash, isLogEntry, type RedactionBody, type WithdrawalPenaltyBody } from "./log/log-entry.js";
export { memoryLog } from "./log/memory-log.js";
export { type Receipt, type VerifyReceiptOptions, verifyReceipt } from "./log/receipt.js";
export {
  type NoteSigner,
  noteKey,
  type ReadNoteOptions,
  type ReadNoteResult,
  readNote,
  writeNote,
} from "./log/signed-note.js";
export {
  type AppendResult,
  type TransparencyLog,
  type TransparencyLogOptions,
  transparencyLog,
} from "./log/transparency-log.js";
export { type VerifyLogOptions, verifyLog } from "./log/verify-log.js";
export {
  type ConsistencyClaim,
  type InclusionClaim,
  type LogNumber,
  leafHash,
  nodeHash,
  type Sha256,
  verifyConsistency,
  verifyInclusion,
} from "./merkle/merkle-proof.js";
export { type MerkleTree, merkleTree } from "./merkle/merkle-tree.js";
export {
  type AcceptRequest,
  type OapParty,
  type OapPartyOptions,
  type OapPartySettings,
  type Offer,
  type Opening,
  oapParty,
  type PartySight,
  type SigningParty,
} from "./party/oap-party.js";
export type { PartyTrust } from "./party/party-trust.js";
export { signedAgent } from "./party/signed-agent.js";
export type { AgreementGround } from "./record/accept-agreement.js";
export {
  type AgreementFacts,
  type DeriveAgreementOptions,
  type DerivedAgreement,
  deriveAgreement,
} from "./record/agreement-derivation.js";
export type { HistoryEntry, HistoryOutcome, HistoryView } from "./record/history-view.js";
export type { OapContext, OapExtra, OapSealed, OapWireState } from "./record/oap-record.js";
export type { OapCode, OapRefusal } from "./record/oap-refusal.js";
export type { Letter, LetterKind } from "./record/signed-moves.js";
export {
  type DetachedSignature,
  type ExpectedSignature,
  readDetached,
  signDetached,
  type VerifyDetachedOptions,
  verifyDetached,
} from "./signing/detached-jws.js";
export { guardedVerifier } from "./signing/guarded-verifier.js";
export { type CurvePoint, type CurvePoints, pointVerifier } from "./signing/point-verifier.js";
export { SIGNATURE_PURPOSES, type SignaturePurpose } from "./signing/signature-purpose.js";
export {
  type FoundKey,
  type SignedDocument,
  type SignedDocumentResult,
  signDocument,
  signedBytes,
  type VerifyDocumentOptions,
  verifyDocument,
} from "./signing/signed-document.js";
export { didKeySigner, webCryptoSigner, webCryptoVerifier } from "./signing/web-crypto.js";
export type { LetterOptions } from "./verification/signed-agreement-messages.js";
export {
  type Evidence,
  type VerifiedAgreement,
  type VerifyAgreementOptions,
  verifyAgreement,
} from "./verification/verify-agreement.js";
export { type VerifiedProposal, verifyProposal } from "./verification/verify-proposal.js";
