/**
 * @module
 * The record of a negotiation and its parts, the entries that make it, and what a party or a store sees of it.
 */

export { type AgreedRole, agreedRoles, isValencyRole, type ValencyRole } from "./agreed-roles.js";
export { JUSTIFICATION_TYPES, type JustificationType } from "./justification-types.js";
export {
  ACTIONS,
  type AcceptedOutcome,
  type Action,
  type Awaiting,
  type Claim,
  type ClosedOutcome,
  type Consult,
  type Deadlines,
  type DecidedOutcome,
  type FailedTurn,
  type FailureKind,
  type FinalStatus,
  isFinal,
  type Negotiation,
  type Outcome,
  otherParty,
  type Party,
  type PartyKind,
  type Proposal,
  type Reason,
  roundsOf,
  type Seat,
  STATUSES,
  type Status,
  seatOf,
  type Turn,
  type TurnSource,
} from "./negotiation.js";
export { armed, frozenRecord, type Next, NO_DEADLINES, next, outcomeOf } from "./next-record.js";
export {
  type ActionRules,
  allowedActions,
  type ByPairing,
  type Cap,
  type CapLimit,
  type ConsultRules,
  type FinalTurn,
  forbiddenBy,
  type NegotiationRules,
  PAIRINGS,
  type Pairing,
  type ParkRules,
  pairingOf,
} from "./resolved-rules.js";
export type { Entry, NewEntry } from "./stored-record.js";
export {
  type NegotiationState,
  recordOf,
  recordWith,
  SCHEMA,
  sealedTurn,
  stateOf,
  unsealedTurn,
} from "./stored-record.js";
export {
  type AwaitingView,
  type ContextProjection,
  type NegotiationView,
  type TurnView,
  view,
  viewOfTurn,
} from "./view.js";
