/**
 * @module
 * One party's side: what it signs, what it remembers, and what it believes of a host.
 */

export {
  type AcceptRequest,
  type OapParty,
  type OapPartyOptions,
  type OapPartySettings,
  type Opening,
  oapParty,
  type PartySight,
  type ProposalDraft,
  type SigningParty,
} from "./oap-party.js";
export type { PartyTrust } from "./party-trust.js";
export { signedAgent } from "./signed-agent.js";
