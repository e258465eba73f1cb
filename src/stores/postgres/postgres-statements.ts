/**
 * @module
 * The statements of the PostgreSQL store, one for each operation. What is bound to them is in
 * `postgres-store.ts`.
 */

import { COMMIT_ASSIGNMENTS, ENTRY_COLUMNS, marksFor, ROW_COLUMNS } from "../sql/index.js";
import type { PostgresTables } from "./postgres-tables.js";

/** The name of a statement: every one but those of `list` and `count`. */
export type PostgresStatementName =
  | "create"
  | "createAndTell"
  | "inTheWay"
  | "commit"
  | "commitAndTell"
  | "whyNot"
  | "load"
  | "turns"
  | "entries"
  | "parkedFree"
  | "parkedClaimed"
  | "due"
  | "dueInRooms"
  | "nextDeadline"
  | "readOutbox"
  | "readFeed"
  | "newest"
  | "entriesOfMany"
  | "trimOutbox"
  | "remove"
  | "prune";

/** The statements by name; a `?` is a value to be bound. */
export type PostgresStatements = Readonly<Record<PostgresStatementName, string>>;

/** The SQL of each statement, by name. */
export function postgresSql(tables: PostgresTables): PostgresStatements {
  const { negotiation, entry, outbox } = tables;
  const parked = (claimant: string): string =>
    `SELECT ${ROW_COLUMNS} FROM ${negotiation} WHERE parked_for = ? AND ${claimant} ` +
    "AND (first_parked_at, id) > (?, ?) ORDER BY first_parked_at, id LIMIT ?";
  return {
    create: createSql(tables) + ENDED,
    createAndTell: createSql(tables) + told(tables) + ENDED,
    // Asked afterwards, since a statement does not see the row that it had to give way to.
    inTheWay:
      `SELECT 1 AS rank, id FROM ${negotiation} WHERE room_id = ? AND create_command_id = ? ` +
      `UNION ALL SELECT 2, id FROM ${negotiation} WHERE id = ? ` +
      `UNION ALL SELECT 3, id FROM ${negotiation} WHERE exclusive_key = ? AND NOT is_final ORDER BY rank LIMIT 1`,
    commit: commitSql(tables) + ENDED,
    commitAndTell: commitSql(tables) + told(tables) + ENDED,
    whyNot:
      `SELECT version, EXISTS (SELECT 1 FROM ${entry} WHERE negotiation_id = ? AND command_id = ?) AS is_stored ` +
      `FROM ${negotiation} WHERE id = ?`,
    load: `SELECT ${ROW_COLUMNS} FROM ${negotiation} WHERE id = ?`,
    turns:
      `SELECT turn FROM ${entry} WHERE negotiation_id = ? AND turn_number > ? AND turn_number <= ? ` +
      "ORDER BY turn_number LIMIT ?",
    entries: `SELECT ${ENTRY_COLUMNS} FROM ${entry} WHERE negotiation_id = ? AND version > ? ORDER BY version LIMIT ?`,
    parkedFree: parked("claimed_by IS NULL"),
    parkedClaimed: parked("claimed_by = ?"),
    due: dueSql(tables, ""),
    dueInRooms: dueSql(tables, " AND room_id = ANY(?::text[])"),
    nextDeadline: `SELECT deadline_at FROM ${negotiation} WHERE deadline_at IS NOT NULL ORDER BY deadline_at LIMIT 1`,
    readOutbox: readSql(outbox, ""),
    readFeed: readSql(
      outbox,
      `, (SELECT room_id FROM ${negotiation} AS one WHERE one.id = negotiation_id) AS room_id`,
    ),
    newest: "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid",
    entriesOfMany:
      `SELECT ordinal, found.* FROM unnest(?::text[], ?::bigint[]) WITH ORDINALITY AS place (id, after, ordinal) ` +
      `CROSS JOIN LATERAL (SELECT ${ENTRY_COLUMNS} FROM ${entry} WHERE negotiation_id = place.id ` +
      "AND version > place.after ORDER BY version) AS found ORDER BY ordinal, version",
    trimOutbox: `DELETE FROM ${outbox} WHERE (xid, position) <= (?::xid8, ?::bigint)`,
    remove: removeSql(tables, `SELECT id, version FROM ${negotiation} WHERE id = ?`),
    prune: removeSql(
      tables,
      `SELECT id, version FROM ${negotiation} WHERE is_final AND updated_at < ? ORDER BY updated_at, id LIMIT ?`,
    ),
  };
}

/**
 * Positions are handed out before commits, so a reader that only followed them would pass over a slow writer's.
 * What is older than every transaction still open is complete. (The text has a name of its own: ORDER BY would take
 * it for the column, and put 1000 before 999.)
 */
function readSql(outbox: string, more: string): string {
  return (
    `SELECT xid::text AS written_by, position, negotiation_id, version, idx, type, body${more} FROM ${outbox} ` +
    "WHERE (xid, position) > (?::xid8, ?::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot()) " +
    "ORDER BY xid, position LIMIT ?"
  );
}

/** The values of a row; then those of the first entry. */
function createSql({ negotiation, entry }: PostgresTables): string {
  return (
    `WITH written AS (INSERT INTO ${negotiation} (${ROW_COLUMNS}) VALUES (${marksFor(ROW_COLUMNS)}) ` +
    "ON CONFLICT DO NOTHING RETURNING id, version, schema, created_at AS at, room_id)" +
    added(entry)
  );
}

/** The values of `COMMIT_ASSIGNMENTS`, id, version and turns before; then those of the entry. */
function commitSql({ negotiation, entry }: PostgresTables): string {
  return (
    `WITH written AS (UPDATE ${negotiation} SET ${COMMIT_ASSIGNMENTS} ` +
    "WHERE id = ? AND version = ? AND turn_count = coalesce(?, turn_count) " +
    "RETURNING id, version, schema, updated_at AS at, room_id)" +
    added(entry)
  );
}

/** The entry of what was written, if anything was. */
function added(entry: string): string {
  return (
    `, added AS (INSERT INTO ${entry} (${ENTRY_COLUMNS}) ` +
    "SELECT id, version, schema, at, ?::text, ?::text, ?::bigint, ?::text, ?::text FROM written)"
  );
}

/**
 * The events of what was written: their types, and their bodies. A write that tells nothing goes without, since
 * the server would make ready for the table of events all the same.
 */
function told({ outbox }: PostgresTables): string {
  return (
    `, told AS (INSERT INTO ${outbox} (negotiation_id, version, idx, type, body) ` +
    "SELECT id, version, ordinal - 1, type, body " +
    "FROM written, unnest(?::text[], ?::text[]) WITH ORDINALITY AS event (type, body, ordinal) ORDER BY ordinal)"
  );
}

/** The room of what was written, for those who are told. */
const ENDED = " SELECT room_id FROM written";

/**
 * Leases what is due and is not about to be leased or committed by somebody else.
 *
 * The ids are an array, which is made once: a join might lock more rows than it leases, or read the table.
 */
function dueSql({ negotiation }: PostgresTables, rooms: string): string {
  return (
    `UPDATE ${negotiation} SET lease_ends_at = ? WHERE id = ANY(ARRAY(SELECT id FROM ${negotiation} ` +
    `WHERE deadline_at <= ? AND lease_ends_at <= ? AND schema <= ? AND id <> ALL(?::text[])${rooms} ` +
    "ORDER BY deadline_at, id LIMIT ? FOR UPDATE SKIP LOCKED)) " +
    "RETURNING id, version, room_id, deadline_at, deadline_kind"
  );
}

/**
 * Removes those that are `seen`, with all that belongs to them.
 *
 * A statement sees what was there when it began: of a row that gets another entry meanwhile it would leave
 * that entry behind. Hence the version: such a row stays, to be seen again.
 */
function removeSql({ negotiation, entry, outbox }: PostgresTables, seen: string): string {
  const ofGone = "WHERE negotiation_id = ANY(ARRAY(SELECT id FROM gone))";
  return (
    `WITH seen AS MATERIALIZED (${seen}), ` +
    `gone AS (DELETE FROM ${negotiation} AS one ` +
    "USING unnest(ARRAY(SELECT id FROM seen), ARRAY(SELECT version FROM seen)) AS other (id, version) " +
    "WHERE one.id = other.id AND one.version = other.version RETURNING one.id), " +
    `entries AS (DELETE FROM ${entry} ${ofGone}), events AS (DELETE FROM ${outbox} ${ofGone}) ` +
    "SELECT (SELECT count(*) FROM seen) AS seen, (SELECT count(*) FROM gone) AS gone"
  );
}
