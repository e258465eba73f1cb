/**
 * @module
 * What PostgreSQL keeps otherwise than SQLite: places in the outbox, events in arrays, and claims that come
 * in no order.
 */

import { mistake } from "../../core/checks/index.js";
import type { Entry } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import type { DueClaim, OutboxDraft, OutboxRecord } from "../../ports/index.js";
import type { FedRecord } from "../index.js";
import { claimOfColumns, entryOfColumns, recordOfColumns, sqlText, stringOfSqlOrNull } from "../sql/index.js";

/** A place in the outbox: the transaction that wrote it, and its position within. As text: both have 64 bits. */
export type OutboxPlace = readonly [xid: string, position: string];

/** Before all: transactions and positions start later. */
export const FIRST_PLACE: OutboxPlace = ["0", "0"];

/**
 * The place that a position names.
 *
 * @throws {TypeError} when it is none that `readOutbox` gave
 */
export function outboxPlaceOf(position: string): OutboxPlace {
  const isText = typeof position === "string";
  // 18 digits always fit into 64 bits, and last for longer than the database.
  const [, xid, within] = (isText && /^(\d{1,18})-(\d{1,18})$/.exec(position)) || [];
  if (xid !== undefined && within !== undefined) return [xid, within];
  throw mistake(new TypeError(`Expected a position from readOutbox, got ${shown(position)}.`));
}

/** An event, from its columns. */
export function eventOfColumns(columns: unknown): OutboxRecord {
  const { written_by: xid, position } = columns as EventColumns;
  return { ...recordOfColumns(columns), position: `${xid}-${position}` };
}

/** An event with the room of its negotiation, from its columns. */
export function fedEventOfColumns(columns: unknown): FedRecord {
  const { room_id: roomId = null } = columns as { readonly room_id?: string | null };
  return { record: eventOfColumns(columns), roomId: stringOfSqlOrNull(roomId) };
}

/** The entries of several negotiations, each in its place. */
export function entriesOfColumns(rows: readonly unknown[], count: number): readonly (readonly Entry[])[] {
  const entries: Entry[][] = Array.from({ length: count }, () => []);
  for (const row of rows) {
    const { ordinal } = row as { readonly ordinal: string | number | bigint };
    entries[Number(ordinal) - 1]?.push(entryOfColumns(row));
  }
  return entries;
}

/** Events as two arrays: their types, and their bodies. */
export function valuesOfEvents(outbox: readonly OutboxDraft[]): [] | [types: string[], bodies: string[]] {
  if (outbox.length === 0) return [];
  return [outbox.map(({ type }) => sqlText(type)), outbox.map(({ body }) => JSON.stringify(body))];
}

/** Claims in the order of their deadlines, then of their ids; an UPDATE answers in any. */
export function claimsOf(rows: readonly unknown[], leaseEndsAt: number): DueClaim[] {
  return rows.map((row) => claimOfColumns(row, leaseEndsAt)).sort(bySoonest);
}

/** Those that SQLite's have not. */
interface EventColumns {
  readonly written_by: string;
  readonly position: string | number | bigint;
}

function bySoonest(one: DueClaim, other: DueClaim): number {
  if (one.deadline.at !== other.deadline.at) return one.deadline.at - other.deadline.at;
  return one.id < other.id ? -1 : 1;
}
