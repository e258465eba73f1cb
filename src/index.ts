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

export { type Deadline, type DeadlineKind, deadlinesOf, nextDeadline } from "./core/deadlines/index.js";
export {
  type CommitEvent,
  type CommitEvents,
  type Decision,
  decide,
  moveCommand,
  type TurnAwaited,
  type TurnCoerced,
  type TurnConsulted,
  type TurnDeadlocked,
  type TurnFailed,
  type TurnParked,
  type TurnRecorded,
} from "./core/index.js";
export type { Json, JsonObject } from "./core/json/index.js";
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
  type LegalMoves,
  legalMoves,
  type Move,
  type MoveCommand,
  type MoveFields,
  type MoveLimits,
  type MoveReading,
  type ParkCommand,
  type ProposalTerms,
  type ProposingMove,
  type ReadMove,
  type Refusal,
  readMove,
  type WakeCommand,
} from "./core/moves/index.js";
export {
  type AcceptedOutcome,
  type Action,
  type ActionRules,
  type Awaiting,
  type AwaitingView,
  type ByPairing,
  type Cap,
  type CapLimit,
  type Claim,
  type ClosedOutcome,
  type Consult,
  type ConsultRules,
  type ContextProjection,
  type Deadlines,
  type DecidedOutcome,
  type Entry,
  type FailedTurn,
  type FailureKind,
  type FinalStatus,
  type FinalTurn,
  isFinal,
  type Negotiation,
  type NegotiationRules,
  type NegotiationView,
  type NewEntry,
  type Outcome,
  otherParty,
  type Pairing,
  type ParkRules,
  type Party,
  type PartyKind,
  type Proposal,
  type Reason,
  type Seat,
  type Status,
  seatOf,
  type Turn,
  type TurnSource,
  type TurnView,
} from "./core/record/index.js";
export {
  type CompleteRules,
  checkRules,
  mergeRules,
  type RulesCheck,
  type RulesInput,
  resolveRules,
} from "./core/rules/index.js";
export {
  type Code,
  type CodeDescription,
  type Issue,
  NegotiationError,
  type NegotiationErrorOptions,
  type RefusalCode,
} from "./errors.js";
export type {
  Agent,
  AgentCall,
  AgentCallInfo,
  AgentDirectory,
  CallError,
  Clock,
  Commit,
  CommitResult,
  ConsultRequest,
  CountQuery,
  CreateResult,
  DeadlineTimer,
  Delivery,
  DueClaim,
  EntriesPlace,
  Feed,
  FeedHandler,
  FeedOptions,
  IdKind,
  Ids,
  KnownAgent,
  ListQuery,
  MaybePromise,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  Observer,
  OutboxDraft,
  OutboxRecord,
  Page,
  ParkedTurn,
  SchemaIssue,
  SchemaResult,
  TermsSchema,
  WakeUp,
  WakeUpHandler,
} from "./ports/index.js";
export { triggerRules } from "./presets/index-network/index.js";
export { definePreset, knownPresets, type Preset, type PresetName, view } from "./presets/known/index.js";
export type { AgentMessage, AnsweringMessage, ProposingMessage } from "./presets/room/index.js";
export { type HumanAgent, type HumanAgentOptions, humanAgent } from "./service/agents/index.js";
export type {
  AdmissionRequest,
  Admit,
  CommandResult,
  CreationOptions,
  Done,
  JudgedMove,
  NegotiatingParty,
  OpeningFields,
  PartyInput,
  Policy,
  PolicyLayer,
  ServiceRules,
} from "./service/commands/index.js";
export type {
  DropReason,
  Heard,
  HeardEvents,
  ListenerError,
  MessageDropped,
  ServiceEvents,
  TurnDropped,
} from "./service/events/index.js";
export { type EventFeed, type EventFeedOptions, eventFeed, type RoomHearer } from "./service/feed/index.js";
export type { NegotiateOptions, ServiceOptions, SubmitOptions } from "./service/options/index.js";
export {
  type ClaimHolder,
  type DirectoryEntry,
  memoryDirectory,
  type PickedUpTurn,
  routeTurn,
  type TurnRoute,
  type WaitingTurn,
} from "./service/parking/index.js";
export type {
  ListOptions,
  ListPage,
  TurnsOptions,
  WatchedVersion,
  WatchOptions,
} from "./service/queries/index.js";
export {
  type MessageOptions,
  NegotiationRooms,
  type NegotiationRoomsOptions,
  NegotiationService,
  type OutcomeOptions,
  type RoomEvent,
  type RoomsEvents,
} from "./service/room/index.js";
export { systemClock, WakeUpTimer, type WakeUpTimerOptions } from "./service/timing/index.js";
export { MemoryStore, type MemoryStoreOptions } from "./stores/memory/index.js";
