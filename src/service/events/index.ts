/**
 * @module
 * What listeners and observers are told, in order, and how none of them can hurt another.
 */

export { Outbox, type Tell } from "./event-publisher.js";
export { IsolatedEmitter, type ListenerError, negotiationIdOf } from "./isolated-emitter.js";
export { codeOf, DROPPED, Observers } from "./observers.js";
export type {
  DropReason,
  Heard,
  MessageDropped,
  ServiceEvents,
  TurnDropped,
} from "./service-events.js";
