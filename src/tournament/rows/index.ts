/**
 * @module
 * The rows of a tournament: checked, written, carried between threads, summed up.
 */

export { completedRows } from "./completed-rows.js";
export { type Progress, ProgressTeller } from "./progress.js";
export { rowCheck } from "./row-check.js";
export { csvHeader, rowCsvLine, rowJsonLine } from "./row-text.js";
export { buffersOf, type KnownOfJob, type PackedRows, RowPacker, unpackedRows } from "./row-transport.js";
export { RowsInOrder } from "./rows-in-order.js";
export { fingerprint, type TournamentRow } from "./tournament-row.js";
export {
  type Score,
  Scores,
  type Spread,
  type StrategySummary,
  tournamentSummary,
} from "./tournament-summary.js";
