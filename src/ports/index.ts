/**
 * @module
 * What a host may replace: store, timer, clock, ids, agents, observers, schemas, logs. Types alone.
 */

export type { Agent, AgentCall, CallError, ConsultRequest } from "./agent.js";
export type { AgentDirectory, KnownAgent } from "./agent-directory.js";
export type { Clock } from "./clock.js";
export type { DeadlineTimer, Delivery, WakeUp, WakeUpHandler } from "./deadline-timer.js";
export type { IdKind, Ids } from "./ids.js";
export type { LogDisclosure, LogDisclosures, LogEntry, LogKind, LogPort, LogRecord } from "./log.js";
export type { MaybePromise } from "./maybe-promise.js";
export type { AgentCallInfo, CreationInfo, Observer } from "./observer.js";
export type { SchemaIssue, SchemaResult, TermsSchema } from "./standard-schema.js";
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
} from "./store.js";
