/**
 * @module
 * One negotiation without a room: what is to be played, the play, what came of it, and the same from a room's record.
 */

export {
  type RunNegotiationOptions,
  runNegotiation,
  runPrepared,
  scenarioInverses,
} from "./headless-negotiation.js";
export { type Job, type JobKey, type JobList, type JobPlan, jobList, keyText } from "./jobs.js";
export type { NegotiationResult, TraceRow } from "./negotiation-result.js";
export { type RoomTraceRow, type TracedNegotiation, type TraceOfOptions, traceOf } from "./trace-of.js";
