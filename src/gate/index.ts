/**
 * @module
 * `concordat/gate`: the quality gate of Index Network. It negotiates about each candidate that an evaluator found, and
 * lets those through for whom the advocates of both sides are.
 */

export type {
  AcceptedPair,
  Candidate,
  GateAgents,
  GateOptions,
  GateUser,
} from "./gate-options.js";
export type {
  AcceptedCandidate,
  CandidateResult,
  CandidateStatus,
  GateError,
  GateResults,
  ResolvedCandidate,
  SkippedCandidate,
  SkipReason,
} from "./gate-results.js";
export type { DraftReadyTrace, GateTrace, HookErrorTrace } from "./gate-trace.js";
export { negotiateCandidates } from "./negotiate-candidates.js";
export { type Summarise, type SummaryOptions, summariseHistory, summariseNegotiation } from "./summaries.js";
