/**
 * @module
 * The agreement: its leaves, its hash over salted digests, its signatures, what is disclosed of it.
 */

export {
  type Agreement,
  type AgreementBody,
  type AgreementCommitment,
  type AgreementMetadata,
  agreementCommitment,
  type RegulatedObligation,
} from "./agreement.js";
export { type OpenedForm, openForm, refuseMismatch } from "./agreement-form.js";
export { type AgreementDigests, agreementDigests, hashOfDigests, openLeaves } from "./agreement-hash.js";
export { leavesRefusal } from "./agreement-leaves.js";
export {
  isSignedByBoth,
  type SignedCommitment,
  type StoredKeyOptions,
  verifySignatures,
  verifyStored,
  within,
} from "./agreement-signatures.js";
export { alteredTerms } from "./altered-terms.js";
export { type Disclosure, type Disclosures, FORM_LIMITS } from "./disclosures.js";
export { areObligations, type PartyProfile, regulatedObligations } from "./obligations.js";
export {
  type CosignatureBody,
  type FullForm,
  type LoggedAgreement,
  type PublicAgreement,
  type PublicForm,
  publicAgreement,
  publicForm,
} from "./public-agreement.js";
export { isRedactable, type Redaction, redact, redactDisclosures } from "./redaction.js";
