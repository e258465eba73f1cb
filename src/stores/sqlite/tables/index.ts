/**
 * @module
 * The tables in an SQLite file, of the store and of a log: their numbers, and how they are made.
 */

export { demandReadableLog, LOG_TABLES, sqliteLogDdl } from "./sqlite-log-tables.js";
export {
  prepareLayout,
  rollBack,
  type SqliteDdlOptions,
  type SqliteTables,
  sqliteDdl,
} from "./sqlite-tables.js";
