/**
 * @module
 * The connection to SQLite, as much of it as the store asks for: `DatabaseSync` of `node:sqlite` and a
 * database of better-sqlite3 both fit. Opens a file with the one that Node brings.
 */

import { builtinModule } from "../../../builtin-module.js";
import { NegotiationError, shown } from "../../../errors.js";

/**
 * A prepared statement; rows are objects whose keys are the names of the columns.
 *
 * Values are strings, numbers and `null`. They are `unknown` here, or the types of better-sqlite3 would not fit.
 */
export interface SqliteStatement {
  run(...values: unknown[]): { readonly changes: number | bigint };
  /** The first row, or `undefined`. */
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

/**
 * A synchronous connection to a database.
 *
 * @example
 * import Database from "better-sqlite3";
 *
 * const store = openSqliteStore({ database: new Database("negotiations.db") });
 */
export interface SqliteHandle {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
  /** `node:sqlite` says so here whether a transaction is open, ... */
  readonly isTransaction?: boolean | undefined;
  /** ... and better-sqlite3 here. */
  readonly inTransaction?: boolean | undefined;
}

/**
 * A connection to the file, which is made if it does not exist; of `node:sqlite`.
 *
 * @throws {TypeError} when `path` is no path
 * @throws {NegotiationError} `dependency_missing` on a Node without `node:sqlite`
 */
export function openedWithNode(path: string): SqliteHandle {
  if (typeof path !== "string" || path === "") {
    throw new TypeError(`Expected path to be the path of a file, got ${shown(path)}.`);
  }
  const { DatabaseSync } = builtinModule<NodeSqlite>("node:sqlite") ?? {};
  if (DatabaseSync !== undefined) return new DatabaseSync(path);
  throw new NegotiationError(
    "dependency_missing",
    "Expected node:sqlite (Node 22.13 or newer) to open a path, got a platform without it. " +
      "Install better-sqlite3 and pass { database: new Database(path) } instead of the path.",
    { details: { package: "better-sqlite3", range: "^12" } },
  );
}

/** `node:sqlite`. */
interface NodeSqlite {
  readonly DatabaseSync?: new (path: string) => SqliteHandle;
}
