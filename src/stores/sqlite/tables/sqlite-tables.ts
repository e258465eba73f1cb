/**
 * @module
 * The tables of the SQLite store, their number, and how a database gets from an older number to this one
 * safely when two processes start at once.
 */

import { checkedPrefix, checkKeys, checkLayout } from "../../sql/index.js";
import type { SqliteHandle } from "../connection/index.js";

/** What the SQL to run by hand depends on. */
export interface SqliteDdlOptions {
  /** What the names of tables and indexes begin with; `^[a-z_][a-z0-9_]{0,30}$`. @default "concordat_" */
  readonly tablePrefix?: string | undefined;
}

/**
 * The SQL that makes the tables in an empty database, for hosts that keep their migrations themselves and
 * open the store with `migrate: false`.
 *
 * Run it in one transaction. It ends by noting the number of the layout.
 *
 * @throws {TypeError} for an unknown option or a prefix that is no name
 * @example
 * const sql = sqliteDdl({ tablePrefix: "deals_" });
 */
export function sqliteDdl(options: SqliteDdlOptions = {}): string {
  checkKeys(options, ["tablePrefix"]);
  return STEPS.map((step) => step(checkedPrefix(options.tablePrefix))).join("\n");
}

/** Tables that have a number of their own. */
export interface SqliteTables {
  /** The name of the table that holds the number, after the prefix. */
  readonly meta: string;
  /** Step n leads from layout n to n + 1, given the prefix; their count is the newest layout that is read. */
  readonly steps: readonly ((prefix: string) => string)[];
  /** The function that gives the SQL to run by hand. */
  readonly ddl: string;
}

/**
 * Brings the tables to the layout of this version, or, without `migrate`, only looks whether they have it.
 *
 * @param tables - those of the store, unless others are named
 * @throws {NegotiationError} `schema_unsupported` for a newer layout, or one that would have to be migrated
 */
export function prepareLayout(
  database: SqliteHandle,
  prefix: string,
  migrate: boolean,
  tables: SqliteTables = STORE_TABLES,
): void {
  const found = (): number => checkedLayout(database, prefix, migrate, tables);
  // Nobody else is kept waiting when there is nothing to do.
  if (found() === tables.steps.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Again, now that nobody else can write: another process may have been at it meanwhile.
    for (const step of tables.steps.slice(found())) database.exec(step(prefix));
    database.exec("COMMIT");
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/**
 * The number of the layout found, 0 when there are no tables yet.
 *
 * @param migrate - whether an older one will do
 * @throws {NegotiationError} `schema_unsupported` as `prepareLayout` does
 */
export function checkedLayout(
  database: SqliteHandle,
  prefix: string,
  migrate: boolean,
  tables: SqliteTables,
): number {
  const found = layoutOf(database, `${prefix}${tables.meta}`);
  checkLayout(found, tables.steps.length, migrate, tables.ddl);
  return found;
}

/** Ends a transaction that failed. */
export function rollBack(database: SqliteHandle): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // SQLite has done so itself, as it does when the disk is full: what failed before is what counts.
  }
}

/** Step n leads from layout n to n + 1. */
const STEPS: readonly ((prefix: string) => string)[] = [createTables];

const STORE_TABLES: SqliteTables = { meta: "meta", steps: STEPS, ddl: "sqliteDdl" };

/** The number of the layout found; 0 when there are no tables yet. */
function layoutOf(database: SqliteHandle, meta: string): number {
  const table = database
    .prepare("SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(meta);
  if (table === undefined) return 0;
  const row = database.prepare(`SELECT layout FROM ${meta}`).get() as
    | { readonly layout: number | bigint }
    | undefined;
  return Number(row?.layout ?? 0);
}

/** Layout 1. @see docs/requirements/storage.md, section 5; `floor` is there because `list` asks for it */
function createTables(prefix: string): string {
  const negotiation = `${prefix}negotiation`;
  const entry = `${prefix}entry`;
  return `CREATE TABLE ${negotiation} (
  id TEXT NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL,
  schema INTEGER NOT NULL,
  room_id TEXT NOT NULL,
  create_command_id TEXT NOT NULL,
  initiator_id TEXT NOT NULL,
  responder_id TEXT NOT NULL,
  exclusive_key TEXT,
  status TEXT NOT NULL,
  is_final INTEGER NOT NULL,
  deadline_at INTEGER,
  deadline_kind TEXT,
  lease_ends_at INTEGER NOT NULL DEFAULT 0,
  parked_for TEXT,
  first_parked_at INTEGER,
  claimed_by TEXT,
  floor TEXT,
  turn_count INTEGER NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX ${negotiation}_command ON ${negotiation} (room_id, create_command_id);
CREATE UNIQUE INDEX ${negotiation}_exclusive ON ${negotiation} (exclusive_key)
  WHERE is_final = 0 AND exclusive_key IS NOT NULL;
CREATE INDEX ${negotiation}_due ON ${negotiation} (deadline_at, id) WHERE deadline_at IS NOT NULL;
CREATE INDEX ${negotiation}_parked ON ${negotiation} (parked_for, first_parked_at, id) WHERE parked_for IS NOT NULL;
CREATE INDEX ${negotiation}_room ON ${negotiation} (room_id, updated_at);
CREATE INDEX ${negotiation}_initiator ON ${negotiation} (initiator_id, updated_at);
CREATE INDEX ${negotiation}_responder ON ${negotiation} (responder_id, updated_at);
CREATE INDEX ${negotiation}_settled ON ${negotiation} (updated_at, id) WHERE is_final = 1;
CREATE TABLE ${entry} (
  negotiation_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  schema INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  command_id TEXT,
  turn_number INTEGER,
  turn TEXT,
  details TEXT,
  PRIMARY KEY (negotiation_id, version)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ${entry}_command ON ${entry} (negotiation_id, command_id) WHERE command_id IS NOT NULL;
CREATE UNIQUE INDEX ${entry}_turn ON ${entry} (negotiation_id, turn_number) WHERE turn_number IS NOT NULL;
CREATE TABLE ${prefix}outbox (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  negotiation_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  idx INTEGER NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (negotiation_id, version, idx)
) STRICT;
CREATE TABLE ${prefix}meta (layout INTEGER NOT NULL) STRICT;
INSERT INTO ${prefix}meta (layout) VALUES (1);`;
}
