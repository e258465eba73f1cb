/**
 * @module
 * Between the ports' values and the columns of a database that speaks SQL: JSON as text, instants as integers, strings
 * in text columns, and all of it back again, whatever a library makes of an integer. Rows of a log too.
 */

import type { DeadlineKind } from "../../core/deadlines/index.js";
import type { Json } from "../../core/json/index.js";
import type { Entry, NewEntry } from "../../core/record/index.js";
import type {
  Commit,
  DueClaim,
  LogDisclosures,
  LogEntry,
  LogKind,
  LogRecord,
  NegotiationRow,
  NewNegotiation,
  OutboxRecord,
} from "../../ports/index.js";
import type { FedRecord } from "../index.js";

/** A `?` for each of the columns. */
export function marksFor(columns: string): string {
  return columns.replace(/\w+/g, "?");
}

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
  const { createdAt } = negotiation;
  return [
    sqlText(negotiation.id),
    0,
    negotiation.schema,
    sqlText(negotiation.roomId),
    sqlText(negotiation.createCommandId),
    sqlText(negotiation.initiatorId),
    sqlText(negotiation.responderId),
    sqlTextOrNull(negotiation.exclusiveKey),
    ...standingOf(negotiation, isFinal),
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
  const { expectedVersion, schema, state, now } = commit;
  return [expectedVersion + 1, schema, ...standingOf(commit, isFinal), JSON.stringify(state), now];
}

/** How a negotiation stands, from `status` to `turn_count`. */
function standingOf(
  { status, deadline, parked, floor, entry }: NewNegotiation | Commit,
  isFinal: SqlValue,
): SqlValue[] {
  return [
    sqlText(status),
    isFinal,
    deadline?.at ?? null,
    deadline?.kind ?? null,
    sqlTextOrNull(parked?.partyId ?? null),
    parked?.firstParkedAt ?? null,
    sqlTextOrNull(parked?.claimedBy ?? null),
    sqlTextOrNull(floor),
    entry.turnNumber === null ? 0 : 1,
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
): SqlValue[] {
  const { kind, commandId, turnNumber, turn } = entry;
  return [sqlText(kind), sqlTextOrNull(commandId), turnNumber, jsonText(turn), details];
}

/** The row of a negotiation, from its columns. */
export function rowOfColumns(columns: unknown): NegotiationRow {
  const row = columns as RowColumns;
  // A turn that cannot be read is in the way of the others: then they are asked for one by one.
  const turns = row.turns == null ? null : (readJson(`[${row.turns}]`) as readonly Json[] | null);
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
    ...(turns && { turns }),
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
  readonly turns?: string | null;
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

/** The string as a text column can keep it; almost always itself. Equal strings give equal texts. */
export function sqlText(value: string): string {
  return NEEDS_MARK.test(value) ? MARK + JSON.stringify(value) : value;
}

/** The string that `sqlText` made this of. */
export function stringOfSql(text: string): string {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as string) : text;
}

/** As `sqlText`; `null` stays `null`. */
export function sqlTextOrNull(value: string | null): string | null {
  return value === null ? null : sqlText(value);
}

/** As `stringOfSql`; `null` stays `null`. */
export function stringOfSqlOrNull(text: string | null): string | null {
  return text === null ? null : stringOfSql(text);
}

/** A character that no id has in practice, and that may stand in every text column. */
const MARK = "\u0001";

/** What begins with the mark, holds U+0000, or holds a surrogate without its other half. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it looks for
const NEEDS_MARK = /^\u0001|[\0\p{Surrogate}]/u;

/** A row as a record; what cannot be read in it is `null`, by which a log that reads on knows that it was changed. */
export function recordOf(row: unknown): LogRecord {
  const { entry, disclosures } = row as { readonly entry: string; readonly disclosures: string };
  return {
    entry: readJson(entry) as unknown as LogEntry,
    disclosures: readJson(disclosures) as unknown as LogDisclosures,
  };
}

/** Columns of ids, with the kinds of entries that have one of their own in them; other entries have none. */
export const ID_COLUMNS: readonly (readonly [name: string, kinds: readonly LogKind[]])[] = [
  ["agreement_id", ["agreement"]],
  ["negotiation_id", ["agreement", "withdrawal_penalty"]],
];

/** What stands in them: texts of JSON, since PostgreSQL keeps no text with a zero byte. */
export function idsOf({ kind, body }: LogEntry): (string | null)[] {
  return ID_COLUMNS.map(([name, kinds]) =>
    kinds.includes(kind) ? (JSON.stringify(body[name]) ?? null) : null,
  );
}

/** The text of disclosures without these; `undefined` when none of them was there. */
export function textWithout(text: string, pointers: readonly string[]): string | undefined {
  const all = Object.entries(JSON.parse(text) as LogDisclosures);
  const left = all.filter(([pointer]) => !pointers.includes(pointer));
  return left.length === all.length ? undefined : JSON.stringify(Object.fromEntries(left));
}
