/**
 * @module
 * `concordat/tournament`: negotiations without a room, one or thousands, seeded and the same at every run.
 *
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const result = runNegotiation({ scenario, strategies: [boulware(), micro()], turnLimit: 200, seed: 1 });
 * console.log(result.status, result.turnCount);
 */

export {
  type Entrant,
  type JobKey,
  type NegotiationResult,
  type PortableEntrant,
  type RoomTraceRow,
  type RunNegotiationOptions,
  runNegotiation,
  type StrategyModule,
  scenarioInverses,
  type TracedNegotiation,
  type TraceOfOptions,
  type TraceRow,
  traceOf,
} from "./play/index.js";
export {
  csvHeader,
  type Progress,
  rowCsvLine,
  rowJsonLine,
  type Score,
  type Spread,
  type StrategySummary,
  type TournamentRow,
  tournamentSummary,
} from "./rows/index.js";
export { runTournament, type TournamentOptions, type TournamentResult } from "./run/index.js";
