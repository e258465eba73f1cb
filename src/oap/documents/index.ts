/**
 * @module
 * The documents of a negotiation: their members, forms and sizes, and what manifests, periods and penalties mean.
 */

export {
  type ConfidentialityResult,
  confidentialityLadder,
  type JoinConfidentiality,
  joinedConfidentiality,
} from "./confidentiality.js";
export {
  type AcceptanceDocument,
  type DocumentResult,
  type OpenDocument,
  type ProposalDocument,
  type RejectionDocument,
  readAcceptance,
  readOpen,
  readProposal,
  readRejection,
  readWithdrawal,
  type WithdrawalDocument,
} from "./documents.js";
export {
  alteredTerms,
  type DeriveAgreementOptions,
  type EffectivePeriod,
  type EffectivePeriodRule,
  effectivePeriodOf,
  termsRefusal,
} from "./effective-period.js";
export { type DataIntegrityProof, type ExportProofOptions, exportProof } from "./export-proof.js";
export { type Justification, justifyConcession, justifyTradeOff } from "./justification.js";
export {
  anyPenalty,
  type Category,
  type Manifest,
  type ManifestResult,
  manifestHash,
  manifestRules,
  mayOpen,
  type PinnedNames,
  penaltyKeepsRationality,
  publishManifest,
  readManifest,
  unknownPenalty,
  unpinned,
  type WithdrawalPenalty,
} from "./manifest.js";
export {
  anyBoolean,
  anyDid,
  anyHash,
  anyInstant,
  anyMember,
  anyObject,
  anyText,
  checkedCopy,
  idOf,
  integerFrom,
  listOf,
  type MemberCheck,
  membersOf,
  noneBut,
  optional,
  orNull,
  refuseMemberAt,
  required,
  textLike,
  unknownMember,
} from "./member-checks.js";
export {
  clockSkew,
  differenceIn,
  type MessageGround,
  MOST_SKEW_MS,
  membersOfGround,
  messageHash,
  readMessage,
  type SignedMessage,
  type SignedMessageKind,
} from "./signed-messages.js";
