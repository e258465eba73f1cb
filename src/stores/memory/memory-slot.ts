/**
 * @module
 * What the memory store keeps of one negotiation: its row, which changes in place, and its entries. And which rows a
 * query asks for, in pages with cursors that stay valid while rows move.
 */

import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type { ListQuery, NegotiationRow, NewNegotiation, Page } from "../../ports/index.js";
import { cursorOf, placeOf } from "../index.js";
import type { DueSlot } from "./memory-due.js";

/** One negotiation. Never handed out. */
export interface Slot extends DueSlot {
  /** Its `state` is deep-frozen. */
  readonly row: { -readonly [Column in keyof NegotiationRow]: NegotiationRow[Column] };
  /** By version. */
  entries: Entry[];
  /** `null` while there are so few entries that looking through them is cheaper. */
  commandIds: Set<string | null> | null;
}

/**
 * A slot without an entry.
 *
 * All columns are there from the start, so that rows are alike in memory; those that a commit writes are blank.
 *
 * @param state - any deep-frozen one, best one that shares parts with the state to come
 */
export function newSlot(negotiation: NewNegotiation, state: Json): Slot {
  const { id, roomId, createCommandId, initiatorId, responderId, exclusiveKey, createdAt } = negotiation;
  const row = {
    id,
    version: 0,
    schema: 0,
    roomId,
    createCommandId,
    initiatorId,
    responderId,
    exclusiveKey,
    status: "",
    isFinal: false,
    deadline: null,
    parked: null,
    floor: null,
    turnCount: 0,
    state,
    createdAt,
    updatedAt: createdAt,
  };
  return { row, entries: [], commandIds: null, place: null, leaseEndsAt: 0 };
}

/** Whether an entry has that command id. */
export function hasCommand(slot: Slot, sought: string): boolean {
  const { entries } = slot;
  if (entries.length > FEW) slot.commandIds ??= new Set(entries.map(({ commandId }) => commandId));
  return slot.commandIds?.has(sought) ?? entries.some(({ commandId }) => commandId === sought);
}

/** Entries. Chosen: up to here looking through them takes no longer than a look into a set. */
export const FEW = 16;

/** Filters of `list`, without the page. */
export type Filters = Omit<ListQuery, "limit" | "after">;

/** Whether a row is what the filters of `list` and `count` ask for. */
export function matches(row: NegotiationRow, query: Filters): boolean {
  const { partyId, updatedSince = 0 } = query;
  return (
    EXACT.every((column) => query[column] === undefined || query[column] === row[column]) &&
    (partyId === undefined || row.initiatorId === partyId || row.responderId === partyId) &&
    row.updatedAt >= updatedSince
  );
}

/**
 * A page of copies of the rows, after a cursor.
 *
 * @param rank - what they are ordered by, ascending; equal ones are ordered by id
 * @throws {TypeError} when `after` is no cursor of this store
 * @see docs/requirements/storage.md, ST-21
 */
export function pageOf(
  rows: readonly NegotiationRow[],
  { limit, after }: Pick<ListQuery, "limit" | "after">,
  rank: (row: NegotiationRow) => number,
): Page<NegotiationRow> {
  const place = after === undefined ? BEFORE_ALL : placeOf(after);
  const found = rows
    .filter((row) => rank(row) > place.rank || (rank(row) === place.rank && row.id > place.id))
    .sort((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1));
  const items = found.slice(0, limit).map(answerOf);
  const last = items.at(-1);
  return { items, next: last && found.length > limit ? cursorOf({ rank: rank(last), id: last.id }) : null };
}

/** A copy of a row that shares with it what is deep-frozen: its state. */
export function answerOf(row: NegotiationRow): NegotiationRow {
  return { ...row, deadline: copyOf(row.deadline), parked: copyOf(row.parked) };
}

/** A copy of an object that holds none but deep-frozen ones. Not frozen: that would cost each commit more. */
export function copyOf<T extends object | null>(flat: T): T {
  return flat && { ...flat };
}

const BEFORE_ALL = { rank: Number.NEGATIVE_INFINITY, id: "" };

const EXACT = ["roomId", "status", "isFinal", "floor", "exclusiveKey", "createCommandId"] as const;
