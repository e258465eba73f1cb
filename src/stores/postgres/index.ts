/**
 * @module
 * The PostgreSQL store: one database for any number of processes, and everything that was answered stays.
 *
 * ```ts
 * import { NegotiationService } from "concordat";
 * import { openPostgresStore } from "concordat/postgres";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/deals" });
 * const store = await openPostgresStore({ client: pool });
 * const room = new NegotiationService("market-7", { store });
 * ```
 */

export type { CommitHook, CommitTransaction, Committed } from "./commit-hook.js";
export { openPostgresStore, type PostgresSource, type PostgresStoreOptions } from "./open-postgres-store.js";
export type { PostgresAnswer, PostgresClient, PostgresConnection, PostgresQuery } from "./postgres-client.js";
export { openPostgresLog, postgresLogDdl } from "./postgres-log.js";
export type { PostgresStore } from "./postgres-store.js";
export { type PostgresDdlOptions, postgresDdl } from "./postgres-tables.js";
