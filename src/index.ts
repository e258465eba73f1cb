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

export { type Deadline, type DeadlineKind, deadlinesOf, nextDeadline } from "./core/deadlines/deadlines.js";
export { type Decision, decide, moveCommand } from "./core/decide.js";
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
export type { Json, JsonObject } from "./core/json/json-values.js";
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
} from "./core/moves/commands.js";
export { type LegalMoves, legalMoves } from "./core/moves/legal-moves.js";
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
} from "./core/moves/moves.js";
export type { Refusal } from "./core/moves/refusals.js";
export { deadlockRun, isDeadlocked } from "./core/moves/repetition.js";
export type { Entry, NewEntry } from "./core/record/entries.js";
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
} from "./core/record/negotiation.js";
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
} from "./core/record/rules.js";
export type {
  AwaitingView,
  ContextProjection,
  NegotiationView,
  TurnView,
} from "./core/record/view.js";
export { type CompleteRules, mergeRules, resolveRules } from "./core/rules/resolve-rules.js";
export type { RulesInput } from "./core/rules/rules-input.js";
export { checkRules, type RulesCheck } from "./core/rules/rules-validation.js";
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
export { triggerRules } from "./presets/index-network/index-rules.js";
export { definePreset } from "./presets/known/define-preset.js";
export { knownPresets, type PresetName } from "./presets/known/known-presets.js";
export { view } from "./presets/known/known-projections.js";
export type { Preset } from "./presets/known/preset.js";
export type { AgentMessage, AnsweringMessage, ProposingMessage } from "./presets/room/room-messages.js";
export { type HumanAgent, type HumanAgentOptions, humanAgent } from "./service/agents/human-agent.js";
export type { AdmissionRequest, Admit } from "./service/commands/admission.js";
export type { CommandResult, Done } from "./service/commands/command-handler.js";
export type { CreationOptions, OpeningFields } from "./service/commands/create-handler.js";
export type { NegotiatingParty, PartyInput } from "./service/commands/parties.js";
export type { JudgedMove, Policy, PolicyLayer } from "./service/commands/policies.js";
export type { ServiceRules } from "./service/commands/rules-resolver.js";
export type { ListenerError } from "./service/events/isolated-emitter.js";
export type {
  DropReason,
  Heard,
  HeardEvents,
  MessageDropped,
  ServiceEvents,
  TurnDropped,
} from "./service/events/service-events.js";
export {
  type EventFeed,
  type EventFeedOptions,
  eventFeed,
  type RoomHearer,
} from "./service/feed/event-feed.js";
export type { NegotiateOptions, SubmitOptions } from "./service/options/service-arguments.js";
export type { ServiceOptions } from "./service/options/service-options.js";
export { type DirectoryEntry, memoryDirectory } from "./service/parking/memory-directory.js";
export type { ClaimHolder, PickedUpTurn, WaitingTurn } from "./service/parking/parked-turns.js";
export { routeTurn, type TurnRoute } from "./service/parking/route-turn.js";
export type { ListOptions, ListPage } from "./service/queries/listing.js";
export type { TurnsOptions } from "./service/queries/turn-listing.js";
export type { WatchedVersion, WatchOptions } from "./service/queries/waiters.js";
export type { MessageOptions } from "./service/room/message-door.js";
export {
  NegotiationRooms,
  type NegotiationRoomsOptions,
  type RoomEvent,
  type RoomsEvents,
} from "./service/room/negotiation-rooms.js";
export { NegotiationService } from "./service/room/negotiation-service.js";
export type { OutcomeOptions } from "./service/room/run-negotiation.js";
export { systemClock } from "./service/timing/system-clock.js";
export { WakeUpTimer, type WakeUpTimerOptions } from "./service/timing/wake-up-timer.js";
export { MemoryStore, type MemoryStoreOptions } from "./stores/memory/memory-store.js";
