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
  TurnAwaited,
  TurnCoerced,
  TurnConsulted,
  TurnDeadlocked,
  TurnFailed,
  TurnParked,
  TurnRecorded,
} from "./core/index.js";
export type { Json } from "./core/json/index.js";
export type { LegalMoves, Move, Refusal } from "./core/moves/index.js";
export {
  type AcceptedOutcome,
  type Action,
  type ClosedOutcome,
  type DecidedOutcome,
  isFinal,
  type Negotiation,
  type NegotiationView,
  type Outcome,
  otherParty,
  type Party,
  type Proposal,
  type Reason,
  type Seat,
  type Status,
  seatOf,
  type Turn,
  type TurnView,
} from "./core/record/index.js";
export { type Code, type Issue, NegotiationError } from "./errors.js";
export type {
  Agent,
  AgentCall,
  AgentCallInfo,
  AgentDirectory,
  CallError,
  Clock,
  ConsultRequest,
  Ids,
  KnownAgent,
  MaybePromise,
  Observer,
  TermsSchema,
} from "./ports/index.js";
export { definePreset, type Preset, type PresetName, view } from "./presets/registry/index.js";
export type { AgentMessage } from "./presets/room/index.js";
export { type HumanAgent, type HumanAgentOptions, humanAgent } from "./service/agents/index.js";
export type {
  AdmissionRequest,
  Admit,
  CommandResult,
  CreationOptions,
  Done,
  JudgedMove,
  NegotiatingParty,
  PartyInput,
  Policy,
  ServiceRules,
} from "./service/commands/index.js";
export type {
  Heard,
  ListenerError,
  MessageDropped,
  ServiceEvents,
  TurnDropped,
} from "./service/events/index.js";
export type { NegotiateOptions, ServiceOptions, SubmitOptions } from "./service/options/index.js";
export {
  type ClaimHolder,
  type DirectoryEntry,
  memoryDirectory,
  type PickedUpTurn,
  routeTurn,
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
  roomsOf,
} from "./service/room/index.js";
export { MemoryStore, type MemoryStoreOptions } from "./stores/memory/index.js";
