/**
 * @module
 * The pure engine without a room: a record, a command and an instant give the next record and its events. What
 * belongs to it alone: commands, reading of moves, deadlines, checks of rules, and the parts of records.
 *
 * @example
 * const reading = readMove({ action: "counter", terms: { price: 45 } }, negotiation.rules);
 * if (reading.ok) {
 *   const decision = decide(negotiation, moveCommand(party.id, reading.move, "click-17"), now);
 *   if (decision.ok) show(decision.events);
 * }
 */

export { type Deadline, type DeadlineKind, deadlinesOf, nextDeadline } from "./core/deadlines/index.js";
export { type CommitEvent, type CommitEvents, type Decision, decide, moveCommand } from "./core/index.js";
export type { JsonObject } from "./core/json/index.js";
export {
  type AnswerCommand,
  type AnsweringMove,
  type CancelCommand,
  type ClaimCommand,
  type Command,
  type ConsultCommand,
  type CreateCommand,
  deadlockRun,
  type FailCommand,
  type IncomingMove,
  isDeadlocked,
  legalMoves,
  type MoveCommand,
  type MoveFields,
  type MoveLimits,
  type MoveReading,
  type ParkCommand,
  type ProposalTerms,
  type ProposingMove,
  type ReadMove,
  readMove,
  type WakeCommand,
} from "./core/moves/index.js";
export type {
  ActionRules,
  Awaiting,
  AwaitingView,
  ByPairing,
  Cap,
  CapLimit,
  Claim,
  Consult,
  ConsultRules,
  ContextProjection,
  Deadlines,
  Entry,
  FailedTurn,
  FailureKind,
  FinalStatus,
  FinalTurn,
  NegotiationRules,
  NewEntry,
  Pairing,
  ParkRules,
  PartyKind,
  TurnSource,
} from "./core/record/index.js";
export {
  type CompleteRules,
  checkRules,
  mergeRules,
  type RulesCheck,
  type RulesInput,
  resolveRules,
} from "./core/rules/index.js";
export type { CodeDescription, NegotiationErrorOptions, RefusalCode } from "./errors.js";
