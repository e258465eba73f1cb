/**
 * @module
 * The tables of a transparency log in SQLite, and their number. How they are made and upgraded is in
 * `sqlite-tables.ts`.
 */

import { checkedPrefix, checkKeys, ID_COLUMNS } from "../../sql/index.js";
import type { SqliteHandle } from "../connection/index.js";
import { checkedLayout, type SqliteDdlOptions, type SqliteTables } from "./sqlite-tables.js";

/**
 * The SQL that makes the tables of a log in an empty database, for hosts that keep their migrations themselves and
 * open the log with `migrate: false`. Run it in one transaction.
 *
 * @throws {TypeError} for an unknown option or a prefix that is no name
 * @example
 * const sql = sqliteLogDdl({ tablePrefix: "deals_" });
 */
export function sqliteLogDdl(options: SqliteDdlOptions = {}): string {
  checkKeys(options, ["tablePrefix"]);
  const prefix = checkedPrefix(options.tablePrefix);
  return LOG_TABLES.steps.map((step) => step(prefix)).join("\n");
}

/** The tables of a log. */
export const LOG_TABLES: SqliteTables = {
  meta: "log_meta",
  steps: [createTables, keepAgreementsApart],
  ddl: "sqliteLogDdl",
};

/**
 * Makes sure that a log may be read as it stands: entries are where they are in every layout so far, and also in tables
 * without a number.
 *
 * @throws {NegotiationError} `schema_unsupported` for the layout of a newer version
 */
export function demandReadableLog(database: SqliteHandle, prefix: string): void {
  checkedLayout(database, prefix, true, LOG_TABLES);
}

function createTables(prefix: string): string {
  return `CREATE TABLE ${prefix}log (
  seq INTEGER NOT NULL PRIMARY KEY,
  entry TEXT NOT NULL,
  disclosures TEXT NOT NULL
) STRICT;
CREATE TABLE ${prefix}log_meta (layout INTEGER NOT NULL) STRICT;
INSERT INTO ${prefix}log_meta (layout) VALUES (1);`;
}

/** Layout 2: unique keys. Of entries with one id that a log holds already, the first has it. */
function keepAgreementsApart(prefix: string): string {
  const table = `${prefix}log`;
  const steps = ID_COLUMNS.map(
    ([name, kinds]) => `ALTER TABLE ${table} ADD COLUMN ${name} TEXT;
CREATE UNIQUE INDEX ${table}_${name} ON ${table} (${name});
UPDATE OR IGNORE ${table} SET ${name} = entry -> '$.body.${name}' WHERE entry ->> '$.kind' IN ('${kinds.join("','")}');`,
  );
  return [...steps, `UPDATE ${prefix}log_meta SET layout = 2;`].join("\n");
}
