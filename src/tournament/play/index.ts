/**
 * @module
 * One negotiation without a room, played to its end, and what is told of its turns.
 */

export {
  checkEntrants,
  type Entrant,
  entrantContent,
  entrantName,
  type PortableEntrant,
  type StrategyModule,
  strategiesOf,
} from "./entrant.js";
export { type RunNegotiationOptions, runNegotiation } from "./headless-negotiation.js";
export { type Job, type JobKey, type JobList, type JobPlan, jobList, keyText } from "./jobs.js";
export type { NegotiationResult } from "./negotiation-result.js";
export { scenarioInverses } from "./scenario-inverses.js";
export { type RoomTraceRow, type TracedNegotiation, type TraceOfOptions, traceOf } from "./trace-of.js";
export type { TraceRow } from "./trace-row.js";
