/**
 * @module
 * `concordat/tournament`: negotiations without a room, one or thousands, seeded and the same at every run.
 *
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const result = runNegotiation({ scenario, strategies: [boulware(), micro()], turnLimit: 200, seed: 1 });
 * console.log(result.status, result.turnCount);
 */

export type { Entrant, PortableEntrant, StrategyModule } from "./play/entrant.js";
export type { JobKey } from "./play/jobs.js";
export type { NegotiationResult } from "./play/negotiation-result.js";
export { type RunNegotiationOptions, runNegotiation } from "./play/run-negotiation.js";
export { scenarioInverses } from "./play/scenario-inverses.js";
export { type RoomTraceRow, type TracedNegotiation, type TraceOfOptions, traceOf } from "./play/trace-of.js";
export type { TraceRow } from "./play/trace-row.js";
export type { Progress } from "./rows/progress.js";
export { csvHeader, rowCsvLine, rowJsonLine } from "./rows/row-text.js";
export type { TournamentRow } from "./rows/tournament-row.js";
export {
  type Score,
  type Spread,
  type StrategySummary,
  tournamentSummary,
} from "./rows/tournament-summary.js";
export { runTournament, type TournamentResult } from "./run/run-tournament.js";
export type { TournamentOptions } from "./run/tournament-options.js";
