/**
 * @module
 * A transparency log in PostgreSQL, which any number of processes share. What an entry is says the log port.
 */

import type { LogDisclosures, LogEntry, LogPort, LogRecord } from "../../ports/index.js";
import { ID_COLUMNS, idsOf, recordOf, textWithout } from "../sql/index.js";
import { openedOver, type PostgresSource, type PostgresStoreOptions } from "./open-postgres-store.js";
import { PostgresSession } from "./postgres-session.js";
import type { PostgresDdlOptions, PostgresLayout, PostgresTables } from "./postgres-tables.js";
import { ddlOf } from "./postgres-tables.js";

/**
 * A log over PostgreSQL (13 or newer); it may share the schema of a store.
 *
 * What is redacted is gone from every answer at once; the server clears the old row away when it vacuums, and
 * backups are yours to look after.
 *
 * @throws as `openPostgresStore` does
 * @see docs/requirements/signing.md, SG-35
 * @example
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/app" });
 * const port = await openPostgresLog({ client: pool }, { schemaName: "deals" });
 */
export async function openPostgresLog(
  source: Pick<PostgresSource, "client">,
  options: PostgresStoreOptions = {},
): Promise<LogPort> {
  const connections = await openedOver(source, options, LOG_LAYOUT);
  const { log } = connections.tables;
  const session = new PostgresSession(connections);
  const next = `(SELECT coalesce(max(seq) + 1, 0) FROM ${log})`;
  return Object.freeze({
    async append(entry: LogEntry, disclosures: LogDisclosures = {}, before?: LogEntry): Promise<boolean> {
      const { seq } = entry;
      const last = before === undefined ? null : JSON.stringify(before);
      // Of two at once the second waits for the first, and then gives way.
      const rows = await session.rows(
        `INSERT INTO ${log} SELECT ?::bigint, ?, ?, ?, ? ` +
          `WHERE ?::bigint = ${next} AND (?::text IS NULL OR ?::text = (SELECT entry FROM ${log} WHERE seq = ?::bigint)) ` +
          "ON CONFLICT DO NOTHING RETURNING seq",
        [
          ...[seq, JSON.stringify(entry), JSON.stringify(disclosures), ...idsOf(entry), seq],
          ...[last, last, seq - 1],
        ],
      );
      return rows.length === 1;
    },
    async read(from: number, limit: number): Promise<readonly LogRecord[]> {
      const sql = `SELECT entry, disclosures FROM ${log} WHERE seq >= ? ORDER BY seq LIMIT ?`;
      return (await session.rows(sql, [from, limit])).map(recordOf);
    },
    async size(): Promise<number> {
      const [row] = await session.rows(`SELECT ${next} AS size`, []);
      return Number((row as { readonly size: unknown }).size);
    },
    async redact(seq: number, pointers: readonly string[]): Promise<void> {
      for (;;) {
        const [row] = await session.rows(`SELECT disclosures FROM ${log} WHERE seq = ?`, [seq]);
        const { disclosures = "{}" } = (row ?? {}) as { readonly disclosures?: string };
        const left = textWithout(disclosures, pointers);
        if (left === undefined) return;
        // Once more where somebody else has deleted others meanwhile.
        const sql = `UPDATE ${log} SET disclosures = ? WHERE seq = ? AND disclosures = ? RETURNING seq`;
        if ((await session.rows(sql, [left, seq, disclosures])).length > 0) return;
      }
    },
  });
}

/**
 * The SQL that makes the tables of a log in an empty database, for hosts that keep their migrations themselves and
 * open the log with `migrate: false`. Run it in one transaction.
 *
 * @throws {TypeError} for an unknown option, and a prefix or schema that is no name
 * @example
 * const sql = postgresLogDdl({ schemaName: "deals" });
 */
export function postgresLogDdl(options: PostgresDdlOptions = {}): string {
  return ddlOf(options, LOG_LAYOUT);
}

const LOG_LAYOUT: PostgresLayout = {
  meta: "logMeta",
  steps: [createTables, keepAgreementsApart],
  ddl: "postgresLogDdl",
};

function createTables({ log, logMeta }: PostgresTables): string {
  return `CREATE TABLE ${log} (
  seq bigint NOT NULL PRIMARY KEY,
  entry text NOT NULL,
  disclosures text NOT NULL
);
CREATE TABLE ${logMeta} (layout integer NOT NULL);
INSERT INTO ${logMeta} (layout) VALUES (1);`;
}

/**
 * Layout 2: unique keys. Of entries with one id that a log holds already, the first has it.
 *
 * A member of the text begins behind a brace or a comma; `json` would not read the zero bytes that a text may name.
 */
function keepAgreementsApart({ log, logMeta, prefix }: PostgresTables): string {
  const steps = ID_COLUMNS.map(
    ([name, kinds]) => `ALTER TABLE ${log} ADD COLUMN ${name} text COLLATE "C";
UPDATE ${log} SET ${name} = own FROM (
  SELECT min(seq) AS first, substring(entry from '[{,]"${name}":("([^"\\\\]|\\\\.)*")') AS own FROM ${log}
  WHERE entry ~ '[{,]"kind":"(${kinds.join("|")})"[,}]' GROUP BY own) AS entries WHERE seq = first;
CREATE UNIQUE INDEX ${prefix}log_${name} ON ${log} (${name});`,
  );
  return [...steps, `UPDATE ${logMeta} SET layout = 2;`].join("\n");
}
