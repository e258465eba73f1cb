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
export { type RunNegotiationOptions, runNegotiation, scenarioInverses } from "./headless-negotiation.js";
export type { JobKey } from "./jobs.js";
export type { NegotiationResult, TraceRow } from "./negotiation-result.js";
export type { Progress } from "./rows-in-order.js";
export { runTournament, type TournamentResult } from "./run-tournament.js";
export type { TournamentOptions } from "./tournament-options.js";
export { csvHeader, rowCsvLine, rowJsonLine, type TournamentRow } from "./tournament-row.js";
export { type Score, type Spread, type StrategySummary, tournamentSummary } from "./tournament-summary.js";
export { type RoomTraceRow, type TracedNegotiation, type TraceOfOptions, traceOf } from "./trace-of.js";
