/**
 * @module
 * Two agents negotiate in a room, turn by turn, to one outcome that can be trusted.
 *
 * @example
 * const room = new NegotiationService<{ price: number }>("market-7");
 * const outcome = await room.negotiate({
 *   initiator: { id: "ada", kind: "personal", agent: () => ({ action: "propose", terms: { price: 40 } }) },
 *   responder: { id: "smith", kind: "system", agent: () => ({ action: "accept" }) },
 * });
 * await room.close();
 */

export type {
  AnswerCommand,
  CancelCommand,
  ClaimCommand,
  Command,
  ConsultCommand,
  CreateCommand,
  FailCommand,
  MoveCommand,
  ParkCommand,
  WakeCommand,
} from "./core/commands.js";
export { type Deadline, type DeadlineKind, deadlinesOf, nextDeadline } from "./core/deadlines.js";
export { type Decision, decide, moveCommand } from "./core/decide.js";
export type { Entry, NewEntry } from "./core/entries.js";
export type {
  CommitEvent,
  CommitEvents,
  TurnAwaited,
  TurnCoerced,
  TurnConsulted,
  TurnDeadlocked,
  TurnFailed,
  TurnParked,
  TurnRecorded,
} from "./core/events.js";
export type { Json, JsonObject } from "./core/json-member.js";
export { type LegalMoves, legalMoves } from "./core/legal-moves.js";
export {
  type AnsweringMove,
  type IncomingMove,
  type Move,
  type MoveFields,
  type MoveLimits,
  type MoveReading,
  type ProposalTerms,
  type ProposingMove,
  type ReadMove,
  readMove,
} from "./core/moves.js";
export {
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
  type Seat,
  type Status,
  seatOf,
  type Turn,
  type TurnSource,
} from "./core/negotiation.js";
export type { Refusal } from "./core/refusals.js";
export { deadlockRun, isDeadlocked } from "./core/repetition.js";
export { type CompleteRules, mergeRules, resolveRules } from "./core/resolve-rules.js";
export type {
  ActionRules,
  ByPairing,
  Cap,
  CapLimit,
  ConsultRules,
  FinalTurn,
  NegotiationRules,
  Pairing,
  ParkRules,
} from "./core/rules.js";
export type { RulesInput } from "./core/rules-input.js";
export { checkRules, type RulesCheck } from "./core/rules-validation.js";
export type {
  AwaitingView,
  ContextProjection,
  NegotiationView,
  TurnView,
} from "./core/view.js";
export {
  type Code,
  type CodeDescription,
  type Issue,
  NegotiationError,
  type NegotiationErrorOptions,
  type RefusalCode,
} from "./errors.js";
export type { Agent, AgentCall, CallError, ConsultRequest } from "./ports/agent.js";
export type { AgentDirectory, KnownAgent } from "./ports/agent-directory.js";
export type { Clock } from "./ports/clock.js";
export type { DeadlineTimer, Delivery, WakeUp, WakeUpHandler } from "./ports/deadline-timer.js";
export type { IdKind, Ids } from "./ports/ids.js";
export type { MaybePromise } from "./ports/maybe-promise.js";
export type { AgentCallInfo, Observer } from "./ports/observer.js";
export type { SchemaIssue, SchemaResult, TermsSchema } from "./ports/standard-schema.js";
export type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DueClaim,
  EntriesPlace,
  Feed,
  FeedHandler,
  FeedOptions,
  ListQuery,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxDraft,
  OutboxRecord,
  Page,
  ParkedTurn,
} from "./ports/store.js";
export { definePreset } from "./presets/define-preset.js";
export { triggerRules } from "./presets/index-rules.js";
export { knownPresets, type PresetName } from "./presets/known-presets.js";
export { view } from "./presets/known-projections.js";
export type { Preset } from "./presets/preset.js";
export type { AgentMessage, AnsweringMessage, ProposingMessage } from "./presets/room-messages.js";
export type { AdmissionRequest, Admit } from "./service/admission.js";
export type { CommandResult, Done } from "./service/desk.js";
export { type EventFeed, type EventFeedOptions, eventFeed, type RoomHearer } from "./service/event-feed.js";
export { type HumanAgent, type HumanAgentOptions, humanAgent } from "./service/human-agent.js";
export type { ListenerError } from "./service/isolated-emitter.js";
export type { ListOptions, ListPage } from "./service/listing.js";
export { type DirectoryEntry, memoryDirectory } from "./service/memory-directory.js";
export type { MessageOptions } from "./service/messages.js";
export {
  NegotiationRooms,
  type NegotiationRoomsOptions,
  type RoomEvent,
  type RoomsEvents,
} from "./service/negotiation-rooms.js";
export { NegotiationService } from "./service/negotiation-service.js";
export type { CreationOptions, OpeningFields } from "./service/opening.js";
export type { ClaimHolder, PickedUpTurn, WaitingTurn } from "./service/parked-turns.js";
export type { NegotiatingParty, PartyInput } from "./service/parties.js";
export type { JudgedMove, Policy, PolicyLayer } from "./service/policies.js";
export { routeTurn, type TurnRoute } from "./service/route-turn.js";
export type { ServiceRules } from "./service/rules-book.js";
export type { OutcomeOptions } from "./service/run-negotiation.js";
export type { NegotiateOptions, SubmitOptions } from "./service/service-arguments.js";
export type {
  DropReason,
  Heard,
  HeardEvents,
  MessageDropped,
  ServiceEvents,
  TurnDropped,
} from "./service/service-events.js";
export type { ServiceOptions } from "./service/service-options.js";
export { systemClock } from "./service/system-clock.js";
export type { TurnsOptions } from "./service/turn-listing.js";
export type { WatchedVersion, WatchOptions } from "./service/waiters.js";
export { WakeUpTimer, type WakeUpTimerOptions } from "./service/wake-up-timer.js";
export { MemoryStore, type MemoryStoreOptions } from "./stores/memory.js";
