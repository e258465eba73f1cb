/**
 * @module
 * The agreement: its leaves, its hash over salted digests, its signatures, what is disclosed of it, and checking all of
 * it offline, with nobody asked but a resolver of keys.
 */

export {
  type Agreement,
  type AgreementBody,
  type AgreementCommitment,
  type AgreementMetadata,
  agreementCommitment,
  type CosignatureBody,
  type FullForm,
  type LoggedAgreement,
  type PublicAgreement,
  type PublicForm,
  publicAgreement,
  publicForm,
  type RegulatedObligation,
} from "./agreement.js";
export { type AgreementDigests, agreementDigests, hashOfDigests, openLeaves } from "./agreement-hash.js";
export {
  areLeafNames,
  areObligations,
  type PartyProfile,
  regulatedObligations,
} from "./agreement-leaves.js";
export {
  isSignedByBoth,
  type SignedCommitment,
} from "./agreement-signatures.js";
export {
  type Disclosure,
  type Disclosures,
  disclosuresUnder,
  FORM_LIMITS,
  isRedactable,
  type Redaction,
  redact,
  redactDisclosures,
} from "./disclosures.js";
export type { SignedMessageOptions } from "./signed-agreement-messages.js";
export {
  type Evidence,
  type VerifiedAgreement,
  type VerifiedProposal,
  type VerifyAgreementOptions,
  verifyAgreement,
  verifyProposal,
} from "./verify-agreement.js";
