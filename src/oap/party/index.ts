/**
 * @module
 * One party's side: what it signs, what it remembers, what it believes of a host, and what it gets out of it.
 */

export {
  type AcceptOptions,
  type OapParty,
  type OapPartyOptions,
  type OapPartySettings,
  type Opening,
  oapParty,
  type ProposalDraft,
  type SigningParty,
} from "./oap-party.js";
export {
  type AgreementWorth,
  discountFactor,
  failureUtility,
  isConcession,
  type OpeningDraft,
  type OutsideOption,
  oapUtility,
  outsideOptionPolicy,
  proposalFromPricing,
  withdrawalFloor,
} from "./oap-utility.js";
export type { AcceptRequest } from "./party-acceptance.js";
export type { ActOptions, PartySight } from "./party-sight.js";
export type { PartyTrust } from "./party-trust.js";
export { signedAgent } from "./signed-agent.js";
