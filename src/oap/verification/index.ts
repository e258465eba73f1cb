/**
 * @module
 * Agreements and proposals checked offline, with nobody asked but a resolver of keys.
 */

export type { SignedMessageOptions } from "./signed-agreement-messages.js";
export {
  type Evidence,
  type VerifiedAgreement,
  type VerifyAgreementOptions,
  verifyAgreement,
} from "./verify-agreement.js";
export { type VerifiedProposal, verifyProposal } from "./verify-proposal.js";
