/**
 * @module
 * Reading in order in the memory store: which rows a query asks for, and pages of them with cursors that
 * stay valid while rows move.
 */

import type { ListQuery, NegotiationRow, Page } from "../../ports/index.js";
import { cursorOf, placeOf } from "../index.js";

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
