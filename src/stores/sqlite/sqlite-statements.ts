/**
 * @module
 * The statements of the SQLite store, prepared once. What they do is in `sqlite-store.ts`.
 */

import { COMMIT_ASSIGNMENTS, ENTRY_COLUMNS, marksFor, ROW_COLUMNS } from "../sql/index.js";
import type { SqliteHandle, SqliteStatement } from "./connection/index.js";

/** The name of a statement: every one but those of `list` and `count`. */
export type SqliteStatementName =
  | "begin"
  | "commit"
  | "rollback"
  | "savepoint"
  | "undo"
  | "release"
  | "create"
  | "addEntry"
  | "addEvent"
  | "update"
  | "createdBy"
  | "exists"
  | "holder"
  | "hasCommand"
  | "load"
  | "turns"
  | "entries"
  | "parkedFree"
  | "parkedClaimed"
  | "due"
  | "dueInRooms"
  | "lease"
  | "nextDeadline"
  | "readOutbox"
  | "readFeed"
  | "newest"
  | "dataVersion"
  | "trimOutbox"
  | "settled"
  | "dropEvents"
  | "dropEntries"
  | "drop";

/** The statements, prepared. */
export type SqliteStatements = Readonly<Record<SqliteStatementName, SqliteStatement>>;

/** Prepares all statements over the tables with that prefix. */
export function preparedStatements(database: SqliteHandle, prefix: string): SqliteStatements {
  const prepared = Object.entries(sqliteSql(prefix)).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(prepared) as SqliteStatements;
}

/**
 * The SQL of each statement, by name. Conditions on columns that an index is partial over are written so
 * that SQLite sees that the index serves (a test reads the plans).
 */
export function sqliteSql(prefix: string): Readonly<Record<SqliteStatementName, string>> {
  const negotiation = `${prefix}negotiation`;
  const entry = `${prefix}entry`;
  const outbox = `${prefix}outbox`;
  const ofThese = "IN (SELECT value FROM json_each(?))";
  // `+` keeps SQLite from walking the rooms instead of what is due.
  const due = (rooms: string): string =>
    `SELECT id, version, room_id, deadline_at, deadline_kind FROM ${negotiation} ` +
    `WHERE deadline_at <= ? AND lease_ends_at <= ? AND schema <= ? AND id NOT ${ofThese}${rooms} ` +
    "ORDER BY deadline_at, id LIMIT ?";
  const parked = (claimant: string): string =>
    `SELECT ${ROW_COLUMNS} FROM ${negotiation} WHERE parked_for = ? AND ${claimant} ` +
    "AND (first_parked_at, id) > (?, ?) ORDER BY first_parked_at, id LIMIT ?";
  return {
    begin: "BEGIN IMMEDIATE",
    commit: "COMMIT",
    rollback: "ROLLBACK",
    savepoint: "SAVEPOINT one",
    undo: "ROLLBACK TO one",
    release: "RELEASE one",
    create: `INSERT INTO ${negotiation} (${ROW_COLUMNS}) VALUES (${marksFor(ROW_COLUMNS)}) ON CONFLICT DO NOTHING`,
    addEntry: `INSERT INTO ${entry} (${ENTRY_COLUMNS}) VALUES (${marksFor(ENTRY_COLUMNS)}) ON CONFLICT DO NOTHING`,
    addEvent: `INSERT INTO ${outbox} (negotiation_id, version, idx, type, body) VALUES (?, ?, ?, ?, ?)`,
    update:
      `UPDATE ${negotiation} SET ${COMMIT_ASSIGNMENTS} ` +
      "WHERE id = ? AND version = ? AND turn_count = coalesce(?, turn_count)",
    createdBy: `SELECT id FROM ${negotiation} WHERE room_id = ? AND create_command_id = ?`,
    exists: `SELECT id FROM ${negotiation} WHERE id = ?`,
    holder: `SELECT id FROM ${negotiation} WHERE exclusive_key = ? AND is_final = 0`,
    hasCommand: `SELECT version FROM ${entry} WHERE negotiation_id = ? AND command_id = ?`,
    load: `SELECT ${ROW_COLUMNS} FROM ${negotiation} WHERE id = ?`,
    turns:
      `SELECT turn FROM ${entry} WHERE negotiation_id = ? AND turn_number > ? AND turn_number <= ? ` +
      "ORDER BY turn_number",
    entries: `SELECT ${ENTRY_COLUMNS} FROM ${entry} WHERE negotiation_id = ? AND version > ? ORDER BY version LIMIT ?`,
    parkedFree: parked("claimed_by IS NULL"),
    parkedClaimed: parked("claimed_by = ?"),
    due: due(""),
    dueInRooms: due(` AND +room_id ${ofThese}`),
    lease: `UPDATE ${negotiation} SET lease_ends_at = ? WHERE id ${ofThese}`,
    nextDeadline: `SELECT deadline_at FROM ${negotiation} WHERE deadline_at IS NOT NULL ORDER BY deadline_at LIMIT 1`,
    readOutbox: `SELECT position, negotiation_id, version, idx, type, body FROM ${outbox} WHERE position > ? ORDER BY position LIMIT ?`,
    readFeed:
      `SELECT position, negotiation_id, version, idx, type, body, (SELECT room_id FROM ${negotiation} WHERE id = negotiation_id) ` +
      `AS room_id FROM ${outbox} WHERE position > ? ORDER BY position LIMIT ?`,
    newest: `SELECT seq FROM sqlite_sequence WHERE name = '${outbox}'`,
    dataVersion: "PRAGMA data_version",
    trimOutbox: `DELETE FROM ${outbox} WHERE position <= ?`,
    settled: `SELECT id FROM ${negotiation} WHERE is_final = 1 AND updated_at < ? ORDER BY updated_at, id LIMIT ?`,
    dropEvents: `DELETE FROM ${outbox} WHERE negotiation_id ${ofThese}`,
    dropEntries: `DELETE FROM ${entry} WHERE negotiation_id ${ofThese}`,
    drop: `DELETE FROM ${negotiation} WHERE id ${ofThese}`,
  };
}
