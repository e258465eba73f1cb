/**
 * @module
 * The pure engine: a record, a command and an instant give the next record and its events. No clock, no ids, no I/O.
 */

export {
  type CommitEvent,
  type CommitEvents,
  eventsOf,
  type TurnAwaited,
  type TurnCoerced,
  type TurnConsulted,
  type TurnDeadlocked,
  type TurnFailed,
  type TurnParked,
  type TurnRecorded,
} from "./commit-events.js";
export { type Decision, decide, moveCommand } from "./decide.js";
export { openRecord } from "./open-record.js";
export { applyEntry, OLDEST_SCHEMA, replay, upcast } from "./replay.js";
