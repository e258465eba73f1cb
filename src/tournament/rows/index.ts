/**
 * @module
 * What a tournament keeps of each negotiation: a row, its way between threads and to a file, and what all rows come to.
 */

export { completedRows, rowCheck } from "./completed-rows.js";
export { buffersOf, type KnownOfJob, type PackedRows, RowPacker, unpackedRows } from "./row-transport.js";
export { type Progress, ProgressTeller, RowsInOrder } from "./rows-in-order.js";
export { csvHeader, fingerprint, rowCsvLine, rowJsonLine, type TournamentRow } from "./tournament-row.js";
export {
  type Score,
  Scores,
  type Spread,
  type StrategySummary,
  tournamentSummary,
} from "./tournament-summary.js";
