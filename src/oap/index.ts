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

export { JUSTIFICATION_TYPES, type JustificationType } from "../core/justification-types.js";
export type {
  LogDisclosure,
  LogDisclosures,
  LogEntry,
  LogKind,
  LogPort,
  LogRecord,
} from "../ports/log.js";
export type { AgreementGround } from "./accept-agreement.js";
export type { OapAdmissionRequest, OapAdmit, OapVerdict } from "./admission.js";
export {
  type Agreement,
  type AgreementBody,
  type AgreementCommitment,
  type AgreementMetadata,
  agreementCommitment,
  type RegulatedObligation,
} from "./agreement.js";
export {
  type AgreementFacts,
  type DeriveAgreementOptions,
  type DerivedAgreement,
  deriveAgreement,
} from "./agreement-derivation.js";
export { type AgreementDigests, agreementDigests } from "./agreement-hash.js";
export type { LetterOptions } from "./agreement-letters.js";
export { isComplete, type SignedCommitment, type StoredKeyOptions } from "./agreement-signatures.js";
export { alteredTerms } from "./altered-terms.js";
export { decodeBase64url, encodeBase64url } from "./base64url.js";
export { canonicalize, canonicalText } from "./canonical-json.js";
export {
  type Checkpoint,
  type CheckpointResult,
  checkpointText,
  parseCheckpoint,
  readCheckpoint,
} from "./checkpoint.js";
export type { CheckpointSignerOptions } from "./checkpoint-signer.js";
export { clockSkew } from "./clock-skew.js";
export { isConcession } from "./concession.js";
export {
  type ConfidentialityResult,
  confidentialityLadder,
  type JoinConfidentiality,
  joinedConfidentiality,
} from "./confidentiality.js";
export { type DecisionRecord, type PolicyStack, policyStacks } from "./decision-records.js";
export {
  type DetachedSignature,
  type ExpectedSignature,
  readDetached,
  signDetached,
  type VerifyDetachedOptions,
  verifyDetached,
} from "./detached-jws.js";
export { detectFork, type ForkVerdict } from "./detect-fork.js";
export type { DidDocumentResolver } from "./did-document.js";
export {
  didKeyId,
  type PublicKeyResult,
  publicKeyMultibase,
  publicKeyOfMultibase,
  resolveDidKey,
} from "./did-key.js";
export {
  type DidWebFetch,
  type DidWebOptions,
  type DidWebReader,
  type DidWebResponse,
  didWeb,
  didWebUrl,
} from "./did-web.js";
export type { Disclosure, Disclosures } from "./disclosures.js";
export { type DocumentIdPrefix, documentId, isDocumentId } from "./document-id.js";
export type { DocumentLimits, NumberForm } from "./document-limits.js";
export type { Acceptance, OpenDocument, Proposal, Rejection, Withdrawal } from "./documents.js";
export { isSoundPoint, passesEd25519Guard } from "./ed25519-guard.js";
export {
  type EffectivePeriod,
  type EffectivePeriodRule,
  effectivePeriodOf,
  termsRefusal,
} from "./effective-period.js";
export { type DataIntegrityProof, type ExportProofOptions, exportProof } from "./export-proof.js";
export { guardedVerifier } from "./guarded-verifier.js";
export { hashText, isHashText } from "./hash-text.js";
export type { HistoryEntry, HistoryOutcome, HistoryView } from "./history-view.js";
export {
  createOapHost,
  type HistoryAnswer,
  type OapAnswer,
  type OapHost,
  type OapHostOptions,
} from "./host.js";
export type { AgreementAnswer, Disclose, RedactionAnswer } from "./host-agreements.js";
export type { OapCall } from "./host-letters.js";
export type { OpenRequest } from "./host-opening.js";
export type { OapService } from "./host-service.js";
export { readInstant, writeInstant } from "./instant.js";
export { type Justification, justifyConcession, justifyTradeOff } from "./justification.js";
export { isDid, type KeyIdParts, partsOfKeyId } from "./key-id.js";
export {
  type KeyContext,
  type KeyResolver,
  type KeyResolverOptions,
  type KeyResult,
  keyResolver,
} from "./key-resolver.js";
export { type KeySnapshot, publicKeyOfSnapshot, snapshotKeys } from "./key-snapshot.js";
export type { LogDamage, LogDamageCode, LogVerdict } from "./log-damage.js";
export { entryHash, isLogEntry, type RedactionBody, type WithdrawalPenaltyBody } from "./log-entry.js";
export {
  type Category,
  type Manifest,
  type ManifestResult,
  manifestHash,
  mayOpen,
  publishManifest,
  readManifest,
} from "./manifest.js";
export { memoryLog } from "./memory-log.js";
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
export type { Letter, LetterKind } from "./oap-letters.js";
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
} from "./oap-party.js";
export type { OapContext, OapExtra, OapSealed, OapWireState } from "./oap-record.js";
export type { OapCode, OapRefusal } from "./oap-refusal.js";
export { type OapRoom, oapRoom } from "./oap-room.js";
export {
  type AgreementWorth,
  discountFactor,
  failureUtility,
  oapUtility,
  withdrawalFloor,
} from "./oap-utility.js";
export { type PartyProfile, regulatedObligations } from "./obligations.js";
export { type OutsideOption, outsideOptionPolicy } from "./outside-option.js";
export { parseStrict } from "./parse-strict.js";
export type { PartyTrust } from "./party-trust.js";
export { penaltyKeepsRationality, type WithdrawalPenalty } from "./penalty.js";
export { manifestRules, type PinnedNames, unpinned } from "./pinned-manifest.js";
export { type CurvePoint, type CurvePoints, pointVerifier } from "./point-verifier.js";
export { type OpeningDraft, proposalFromPricing } from "./pricing.js";
export type { CosignatureBody, LoggedAgreement } from "./public-agreement.js";
export {
  type FullForm,
  type PublicAgreement,
  type PublicForm,
  publicAgreement,
  publicForm,
} from "./public-agreement.js";
export {
  type DocumentResult,
  readAcceptance,
  readOpen,
  readProposal,
  readRejection,
  readWithdrawal,
} from "./read-document.js";
export { type Receipt, type VerifyReceiptOptions, verifyReceipt } from "./receipt.js";
export { type Redaction, redact, redactDisclosures } from "./redaction.js";
export { SIGNATURE_PURPOSES, type SignaturePurpose } from "./signature-purpose.js";
export { signedAgent } from "./signed-agent.js";
export {
  type FoundKey,
  type SignedDocument,
  type SignedDocumentResult,
  signDocument,
  signedBytes,
  type VerifyDocumentOptions,
  verifyDocument,
} from "./signed-document.js";
export {
  type NoteSigner,
  noteKey,
  type ReadNoteOptions,
  type ReadNoteResult,
  readNote,
  writeNote,
} from "./signed-note.js";
export type { Signer, Verifier } from "./signer.js";
export type { SigningCode, SigningRefusal } from "./signing-refusal.js";
export { type StrictResult, strictCopy } from "./strict-copy.js";
export {
  type AppendResult,
  type TransparencyLog,
  type TransparencyLogOptions,
  transparencyLog,
} from "./transparency-log.js";
export { type IdSource, isUlid, ulid } from "./ulid.js";
export {
  type Evidence,
  type VerifiedAgreement,
  type VerifyAgreementOptions,
  verifyAgreement,
} from "./verify-agreement.js";
export { type VerifyLogOptions, verifyLog } from "./verify-log.js";
export { type VerifiedProposal, verifyProposal } from "./verify-proposal.js";
export { didKeySigner, webCryptoSigner, webCryptoVerifier } from "./web-crypto.js";
