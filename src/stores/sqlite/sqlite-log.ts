/**
 * @module
 * A transparency log in an SQLite file, which several processes may share. What an entry is says the log port.
 */

import { demandShape } from "../../core/checks/index.js";
import { NegotiationError } from "../../errors.js";
import type { LogDisclosures, LogEntry, LogPort, LogRecord } from "../../ports/index.js";
import { idsOf, recordOf, textWithout } from "../sql/index.js";
import type { SqliteStatement } from "./connection/index.js";
import { clearFailure, isWithinTransaction, withinTransaction } from "./connection/index.js";
import { openedOver, type SqliteSource, type SqliteStoreOptions } from "./open-sqlite-store.js";
import type { SqliteConnection } from "./sqlite-session.js";
import { LOG_TABLES, rollBack } from "./tables/index.js";

/** A log in a file. It answers at once. */
export interface SqliteLog extends LogPort {
  append(entry: LogEntry, disclosures?: LogDisclosures, before?: LogEntry): boolean;
  read(from: number, limit: number): readonly LogRecord[];
  size(): number;
  redact(seq: number, pointers: readonly string[]): void;
  /** Closes the file; a connection that was handed in stays open. Later calls throw `store_closed`. */
  close(): void;
}

/**
 * A log over one SQLite file; it may be the file of a store, whose prefix is not the log's with `log_` behind it.
 *
 * What is redacted is overwritten in the file, and its journal is emptied at once; where another connection reads just
 * then, with the first call after that. Backups are yours to look after.
 *
 * While another connection writes it waits `busyTimeoutMs`, here 1,000, and the event loop with it: keep that below the
 * host's `logMs`. On a connection that it shares with a store, both wait as long as what was opened last.
 *
 * @throws as `openSqliteStore` does
 * @see docs/requirements/signing.md, SG-35
 * @example
 * const port = openSqliteLog({ path: "agreements.db" });
 */
export function openSqliteLog(source: SqliteSource, options: SqliteStoreOptions = {}): SqliteLog {
  demandShape("options", options ?? null, "object");
  const { busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  return openedOver(source, { ...options, busyTimeoutMs }, logOver, LOG_TABLES);
}

/**
 * Chosen: half of a host's default `logMs`, which no timer can keep while SQLite waits, so that two tries fit into it.
 * Nothing is lost where the file is locked for longer: the host goes on trying.
 */
const BUSY_TIMEOUT_MS = 1_000;

function logOver({ database, isOwned, tablePrefix }: SqliteConnection): SqliteLog {
  const table = `${tablePrefix}log`;
  // What is deleted is overwritten with zeros.
  database.exec("PRAGMA secure_delete = ON");
  const add = database.prepare(
    `INSERT INTO ${table} SELECT ?, ?, ?, ?, ? ` +
      `WHERE ? = (SELECT coalesce(max(seq) + 1, 0) FROM ${table}) ` +
      `AND (? IS NULL OR ? = (SELECT entry FROM ${table} WHERE seq = ?)) ON CONFLICT DO NOTHING`,
  );
  const page = database.prepare(
    `SELECT entry, disclosures FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT ?`,
  );
  const count = database.prepare(`SELECT coalesce(max(seq) + 1, 0) AS size FROM ${table}`);
  const disclosed = database.prepare(`SELECT disclosures FROM ${table} WHERE seq = ?`);
  const disclose = database.prepare(`UPDATE ${table} SET disclosures = ? WHERE seq = ?`);
  const empty = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  const waiting = database.prepare("PRAGMA busy_timeout");
  let isClosed = false;
  /** The journal may hold pages of before a redaction; also one of a process that died. */
  let isRedacted = true;

  /** Waits for nobody: who reads on may take long, and the next call tries again. */
  function emptyJournal(): void {
    const { timeout } = waiting.get() as { readonly timeout: number };
    try {
      database.exec("PRAGMA busy_timeout = 0");
      isRedacted = Number((empty.get() as { readonly busy: number | bigint }).busy) > 0;
    } catch {
      // Within a transaction of somebody else's, which the call itself will say.
    } finally {
      database.exec(`PRAGMA busy_timeout = ${timeout}`);
    }
  }

  const attempt = <T>(work: () => T): T => {
    if (isClosed)
      throw new NegotiationError("store_closed", "Expected an open log, got a closed one. Open it again.");
    try {
      if (isRedacted) emptyJournal();
      return work();
    } catch (error) {
      throw isWithinTransaction(error) ? withinTransaction() : clearFailure(error);
    }
  };
  const write = <T>(work: () => T): T =>
    attempt(() => {
      database.exec("BEGIN IMMEDIATE");
      try {
        const answer = work();
        database.exec("COMMIT");
        return answer;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    });
  return Object.freeze({
    append(entry: LogEntry, disclosures: LogDisclosures = {}, before?: LogEntry): boolean {
      const { seq } = entry;
      const [text, others] = [JSON.stringify(entry), JSON.stringify(disclosures)];
      const last = before === undefined ? null : JSON.stringify(before);
      const values = [seq, text, others, ...idsOf(entry), seq, last, last, seq - 1];
      return write(() => Number(add.run(...values).changes) === 1);
    },
    read: (from: number, limit: number) => attempt(() => page.all(from, limit).map(recordOf)),
    size: () => attempt(() => Number((count.get() as { readonly size: number | bigint }).size)),
    redact(seq: number, pointers: readonly string[]): void {
      write(() => deleteFrom(disclosed, disclose, seq, pointers));
      // Also where another process has deleted them, which may have died since.
      isRedacted = true;
      attempt(() => undefined);
    },
    close(): void {
      if (!isClosed && isOwned) database.close();
      isClosed = true;
    },
  });
}

function deleteFrom(
  disclosed: SqliteStatement,
  disclose: SqliteStatement,
  seq: number,
  pointers: readonly string[],
): void {
  const row = disclosed.get(seq) as { readonly disclosures: string } | undefined;
  const left = row && textWithout(row.disclosures, pointers);
  if (left !== undefined) disclose.run(left, seq);
}
