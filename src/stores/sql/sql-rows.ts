/**
 * @module
 * Between the port's values and the columns of a database that speaks SQL: JSON as text, instants as integers,
 * and all of it back again, whatever a library makes of an integer.
 */

import type { DeadlineKind } from "../../core/deadlines/index.js";
import type { Json } from "../../core/json/index.js";
import type { Entry, NewEntry } from "../../core/record/index.js";
import type { Commit, DueClaim, NegotiationRow, NewNegotiation, OutboxRecord } from "../../ports/index.js";
import type { FedRecord } from "../index.js";
import { sqlText, sqlTextOrNull, stringOfSql, stringOfSqlOrNull } from "./sql-text.js";

/** What is bound to a statement. */
export type SqlValue = string | number | boolean | null;

/** The columns that make a row, as a list for SELECT. */
export const ROW_COLUMNS: string =
  "id, version, schema, room_id, create_command_id, initiator_id, responder_id, exclusive_key, status, " +
  "is_final, deadline_at, deadline_kind, parked_for, first_parked_at, claimed_by, floor, turn_count, state, " +
  "created_at, updated_at";

/**
 * The values of a new negotiation, in the order of `ROW_COLUMNS`.
 *
 * @param isFinal - as the database keeps it
 * @param state - as text
 */
export function valuesOfCreate(negotiation: NewNegotiation, isFinal: SqlValue, state: string): SqlValue[] {
  const { deadline, parked, createdAt } = negotiation;
  return [
    sqlText(negotiation.id),
    0,
    negotiation.schema,
    sqlText(negotiation.roomId),
    sqlText(negotiation.createCommandId),
    sqlText(negotiation.initiatorId),
    sqlText(negotiation.responderId),
    sqlTextOrNull(negotiation.exclusiveKey),
    sqlText(negotiation.status),
    isFinal,
    deadline === null ? null : deadline.at,
    deadline === null ? null : deadline.kind,
    parked === null ? null : sqlText(parked.partyId),
    parked === null ? null : parked.firstParkedAt,
    parked === null ? null : sqlTextOrNull(parked.claimedBy),
    sqlTextOrNull(negotiation.floor),
    negotiation.entry.turnNumber === null ? 0 : 1,
    state,
    createdAt,
    createdAt,
  ];
}

/** What a commit sets, as a list for UPDATE; a commit ends the lease. */
export const COMMIT_ASSIGNMENTS: string =
  "version = ?, schema = ?, status = ?, is_final = ?, deadline_at = ?, deadline_kind = ?, parked_for = ?, " +
  "first_parked_at = ?, claimed_by = ?, floor = ?, turn_count = turn_count + ?, state = ?, updated_at = ?, " +
  "lease_ends_at = 0";

/**
 * The values of a commit, in the order of `COMMIT_ASSIGNMENTS`.
 *
 * @param isFinal - as the database keeps it
 */
export function valuesOfCommit(commit: Commit, isFinal: SqlValue): SqlValue[] {
  const { deadline, parked } = commit;
  return [
    commit.expectedVersion + 1,
    commit.schema,
    sqlText(commit.status),
    isFinal,
    deadline === null ? null : deadline.at,
    deadline === null ? null : deadline.kind,
    parked === null ? null : sqlText(parked.partyId),
    parked === null ? null : parked.firstParkedAt,
    parked === null ? null : sqlTextOrNull(parked.claimedBy),
    sqlTextOrNull(commit.floor),
    commit.entry.turnNumber === null ? 0 : 1,
    JSON.stringify(commit.state),
    commit.now,
  ];
}

/** The columns of an entry, as a list for INSERT and SELECT. */
export const ENTRY_COLUMNS: string =
  "negotiation_id, version, schema, at, kind, command_id, turn_number, turn, details";

/**
 * The values of an entry, in the order of `ENTRY_COLUMNS`.
 *
 * @param id - as `sqlText` made it
 * @param details - as text, where it is known already
 */
export function valuesOfEntry(
  id: string,
  version: number,
  { schema, at }: Pick<Entry, "schema" | "at">,
  entry: NewEntry,
  details: string | null = jsonText(entry.details),
): SqlValue[] {
  return [id, version, schema, at, ...contentOfEntry(entry, details)];
}

/**
 * What an entry says, without where it stands: the last five of `ENTRY_COLUMNS`.
 *
 * @param details - as text, where it is known already
 */
export function contentOfEntry(
  entry: NewEntry,
  details: string | null = jsonText(entry.details),
): [
  kind: string,
  commandId: string | null,
  turnNumber: number | null,
  turn: string | null,
  details: string | null,
] {
  return [
    sqlText(entry.kind),
    sqlTextOrNull(entry.commandId),
    entry.turnNumber,
    jsonText(entry.turn),
    details,
  ];
}

/** The row of a negotiation, from its columns. */
export function rowOfColumns(columns: unknown): NegotiationRow {
  const row = columns as RowColumns;
  return {
    id: stringOfSql(row.id),
    version: Number(row.version),
    schema: Number(row.schema),
    roomId: stringOfSql(row.room_id),
    createCommandId: stringOfSql(row.create_command_id),
    initiatorId: stringOfSql(row.initiator_id),
    responderId: stringOfSql(row.responder_id),
    exclusiveKey: stringOfSqlOrNull(row.exclusive_key),
    status: stringOfSql(row.status),
    isFinal: Number(row.is_final) === 1,
    deadline:
      row.deadline_at === null || row.deadline_kind === null
        ? null
        : { at: Number(row.deadline_at), kind: row.deadline_kind },
    parked:
      row.parked_for === null
        ? null
        : {
            partyId: stringOfSql(row.parked_for),
            firstParkedAt: Number(row.first_parked_at),
            claimedBy: stringOfSqlOrNull(row.claimed_by),
          },
    floor: stringOfSqlOrNull(row.floor),
    turnCount: Number(row.turn_count),
    state: readJson(row.state),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

/** An entry, from its columns; of the kind `damaged` where they cannot be read, since `null` may well be right there. */
export function entryOfColumns(columns: unknown): Entry {
  const entry = columns as EntryColumns;
  const [turn, details] = [entry.turn, entry.details].map((text) => (text === null ? null : readJson(text)));
  const isRead = (turn === null) === (entry.turn === null) && (details === null) === (entry.details === null);
  return {
    kind: isRead ? stringOfSql(entry.kind) : "damaged",
    commandId: stringOfSqlOrNull(entry.command_id),
    turnNumber: entry.turn_number === null ? null : Number(entry.turn_number),
    turn: isRead ? (turn as Json) : null,
    details: isRead ? (details as Json) : null,
    version: Number(entry.version),
    schema: Number(entry.schema),
    at: Number(entry.at),
  };
}

/** A turn, from its column. */
export function turnOfColumns(columns: unknown): Json {
  return readJson((columns as { readonly turn: string }).turn);
}

/** A claim of a due negotiation, from its columns. */
export function claimOfColumns(columns: unknown, leaseEndsAt: number): DueClaim {
  const row = columns as Pick<RowColumns, "id" | "version" | "room_id"> & {
    readonly deadline_at: Integer;
    readonly deadline_kind: DeadlineKind;
  };
  return {
    id: stringOfSql(row.id),
    version: Number(row.version),
    roomId: stringOfSql(row.room_id),
    deadline: { at: Number(row.deadline_at), kind: row.deadline_kind },
    leaseEndsAt,
  };
}

/** An event, from its columns. */
export function recordOfColumns(columns: unknown): OutboxRecord {
  const record = columns as OutboxColumns;
  return {
    type: stringOfSql(record.type),
    body: readJson(record.body),
    position: String(record.position),
    negotiationId: stringOfSql(record.negotiation_id),
    version: Number(record.version),
    index: Number(record.idx),
  };
}

/** An event with the room of its negotiation, from its columns. */
export function fedRecordOfColumns(columns: unknown): FedRecord {
  const { room_id: roomId } = columns as { readonly room_id: string | null };
  return { record: recordOfColumns(columns), roomId: stringOfSqlOrNull(roomId) };
}

/** SQLite gives a number or, when it is told so, a bigint; PostgreSQL has its bigint as text in most libraries. */
type Integer = number | bigint | string;

interface RowColumns {
  readonly id: string;
  readonly version: Integer;
  readonly schema: Integer;
  readonly room_id: string;
  readonly create_command_id: string;
  readonly initiator_id: string;
  readonly responder_id: string;
  readonly exclusive_key: string | null;
  readonly status: string;
  readonly is_final: Integer | boolean;
  readonly deadline_at: Integer | null;
  readonly deadline_kind: DeadlineKind | null;
  readonly parked_for: string | null;
  readonly first_parked_at: Integer | null;
  readonly claimed_by: string | null;
  readonly floor: string | null;
  readonly turn_count: Integer;
  readonly state: string;
  readonly created_at: Integer;
  readonly updated_at: Integer;
}

interface EntryColumns {
  readonly version: Integer;
  readonly schema: Integer;
  readonly at: Integer;
  readonly kind: string;
  readonly command_id: string | null;
  readonly turn_number: Integer | null;
  readonly turn: string | null;
  readonly details: string | null;
}

interface OutboxColumns {
  readonly position: Integer;
  readonly negotiation_id: string;
  readonly version: Integer;
  readonly idx: Integer;
  readonly type: string;
  readonly body: string;
}

/** `null` where it cannot be read: a damaged row is not to be in the way of the rest of its page. */
function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function jsonText(value: Json): string | null {
  return value === null ? null : JSON.stringify(value);
}
