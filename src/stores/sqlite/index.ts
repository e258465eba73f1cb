/**
 * @module
 * The SQLite store: one file, no server, and everything that was answered outlives the process.
 *
 * ```ts
 * import { NegotiationService } from "concordat";
 * import { openSqliteStore } from "concordat/sqlite";
 *
 * const store = openSqliteStore({ path: "negotiations.db" });
 * const room = new NegotiationService("market-7", { store });
 * ```
 */

export type { SqliteHandle, SqliteStatement } from "./connection/index.js";
export { openSqliteStore, type SqliteSource, type SqliteStoreOptions } from "./open-sqlite-store.js";
export { openSqliteLog, type SqliteLog } from "./sqlite-log.js";
export type { GroupedSqliteStore, SqliteStore } from "./sqlite-store.js";
export { type SqliteDdlOptions, sqliteDdl, sqliteLogDdl } from "./tables/index.js";
