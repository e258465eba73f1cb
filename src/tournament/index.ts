/**
 * @module
 * `concordat/tournament`: negotiations without a room, one or thousands, seeded and the same at every run.
 *
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const result = runNegotiation({ scenario, strategies: [boulware(), micro()], turnLimit: 200, seed: 1 });
 * console.log(result.status, result.turnCount);
 */

export type { Entrant, PortableEntrant, StrategyModule } from "./entrant.js";
export type { JobKey } from "./jobs.js";
export type { NegotiationResult } from "./negotiation-result.js";
export type { Progress } from "./progress.js";
export { csvHeader, rowCsvLine, rowJsonLine } from "./row-text.js";
export { type RunNegotiationOptions, runNegotiation } from "./run-negotiation.js";
export { runTournament, type TournamentResult } from "./run-tournament.js";
export { scenarioInverses } from "./scenario-inverses.js";
export type { TournamentOptions } from "./tournament-options.js";
export type { TournamentRow } from "./tournament-row.js";
export {
  type Score,
  type Spread,
  type StrategySummary,
  tournamentSummary,
} from "./tournament-summary.js";
export { type RoomTraceRow, type TracedNegotiation, type TraceOfOptions, traceOf } from "./trace-of.js";
export type { TraceRow } from "./trace-row.js";
