/**
 * @module
 * What commits, reads and whole turns cost in each store, against bare statements that write the same.
 */

import { MemoryStore } from "../src/index.js";
import { postgresReport } from "./postgres-costs.js";
import { hand, type Report } from "./report.js";
import { sqliteReport } from "./sqlite-costs.js";

const reports: readonly Report[] = [await sqliteReport(() => new MemoryStore()), await postgresReport()];

hand({
  ratios: Object.assign({}, ...reports.map(({ ratios }) => ratios)),
  figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
  goals: Object.assign({}, ...reports.map(({ goals }) => goals)),
});
