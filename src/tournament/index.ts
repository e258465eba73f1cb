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
export type { JobKey, NegotiationResult, TraceRow } from "./play/index.js";
export {
  type RoomTraceRow,
  type RunNegotiationOptions,
  runNegotiation,
  scenarioInverses,
  type TracedNegotiation,
  type TraceOfOptions,
  traceOf,
} from "./play/index.js";
export type { Progress } from "./rows/index.js";
export {
  csvHeader,
  rowCsvLine,
  rowJsonLine,
  type Score,
  type Spread,
  type StrategySummary,
  type TournamentRow,
  tournamentSummary,
} from "./rows/index.js";
export { runTournament, type TournamentResult } from "./run-tournament.js";
export type { TournamentOptions } from "./tournament-options.js";
