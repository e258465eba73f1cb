/**
 * @module
 * The documents of a negotiation: their members, forms and sizes, and what manifests, periods and penalties mean.
 */

export { clockSkew, MOST_SKEW_MS } from "./clock-skew.js";
export {
  type ConfidentialityResult,
  confidentialityLadder,
  type JoinConfidentiality,
  joinedConfidentiality,
} from "./confidentiality.js";
export type {
  AcceptanceDocument,
  OpenDocument,
  ProposalDocument,
  RejectionDocument,
  WithdrawalDocument,
} from "./documents.js";
export {
  type EffectivePeriod,
  type EffectivePeriodRule,
  effectivePeriodOf,
  termsRefusal,
} from "./effective-period.js";
export { type DataIntegrityProof, type ExportProofOptions, exportProof } from "./export-proof.js";
export { type Justification, justifyConcession, justifyTradeOff } from "./justification.js";
export {
  type Category,
  type Manifest,
  type ManifestResult,
  manifestHash,
  mayOpen,
  publishManifest,
  readManifest,
  unknownPenalty,
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
  optional,
  orNull,
  refuseMemberAt,
  required,
  unknownMember,
} from "./member-checks.js";
export { anyPenalty, penaltyKeepsRationality, type WithdrawalPenalty } from "./penalty.js";
export { manifestRules, type PinnedNames, unpinned } from "./pinned-manifest.js";
export {
  type DocumentResult,
  readAcceptance,
  readOpen,
  readProposal,
  readRejection,
  readWithdrawal,
} from "./read-document.js";
