/**
 * @module
 * Ordered reading in the memory store: the first so many slots by some rank, and pages of rows with
 * cursors that stay valid while rows move.
 */

import type { ListQuery, NegotiationRow, Page } from "../ports/store.js";
import { rowOf, type Slot, updatedAtOf } from "./memory-slot.js";
import { cursorOf, placeOf } from "./page-cursor.js";

/** The number that slots are ordered by, ascending; equal ones are ordered by id. */
export type Rank = (slot: Slot) => number;

/** The order of `list`: newest change first. */
export const byNewestChange: Rank = (slot) => -updatedAtOf(slot);

/** The order of `listParked`: longest parked first. */
export const byFirstParked: Rank = (slot) => slot.parked?.firstParkedAt ?? 0;

/**
 * The first `count` of the wanted slots, in order, with one look at each.
 *
 * @param count - at least 1
 */
export function firstOf(
  slots: Iterable<Slot>,
  count: number,
  rank: Rank,
  isWanted: (slot: Slot) => boolean,
): Slot[] {
  const compare = (one: Slot, other: Slot) =>
    rank(one) - rank(other) || (one.id < other.id ? -1 : Number(one.id > other.id));
  const kept: Slot[] = [];
  /** The last of those that would be found if there were no more slots. */
  let last: Slot | undefined;
  for (const slot of slots) {
    if (!isWanted(slot) || (last !== undefined && compare(slot, last) > 0)) continue;
    kept.push(slot);
    if (kept.length < 2 * count) continue;
    kept.sort(compare).length = count;
    last = kept.at(-1);
  }
  return kept.sort(compare).slice(0, count);
}

/**
 * A page of rows after a cursor.
 *
 * @throws {TypeError} when `after` is no cursor of this store
 * @see storage.md, ST-21
 */
export function pageOf(
  slots: Iterable<Slot>,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
  rank: Rank,
  isWanted: (slot: Slot) => boolean,
): Page<NegotiationRow> {
  const place = after === undefined ? undefined : placeOf(after);
  const found = firstOf(slots, limit + 1, rank, (slot) => {
    if (!isWanted(slot)) return false;
    if (place === undefined) return true;
    const own = rank(slot);
    return own > place.rank || (own === place.rank && slot.id > place.id);
  });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const next =
    found.length > limit && last !== undefined ? cursorOf({ rank: rank(last), id: last.id }) : null;
  return { items: items.map(rowOf), next };
}

/** Whether a slot is what the filters of `list` and `count` ask for. */
export function matches(slot: Slot, query: Omit<ListQuery, "limit" | "after">): boolean {
  return (
    (query.roomId === undefined || slot.roomId === query.roomId) &&
    (query.partyId === undefined ||
      slot.initiatorId === query.partyId ||
      slot.responderId === query.partyId) &&
    (query.status === undefined || slot.status === query.status) &&
    (query.isFinal === undefined || (slot.deadlineKind === null) === query.isFinal) &&
    (query.floor === undefined || slot.floor === query.floor) &&
    (query.updatedSince === undefined || updatedAtOf(slot) >= query.updatedSince) &&
    (query.exclusiveKey === undefined || slot.exclusiveKey === query.exclusiveKey) &&
    (query.createCommandId === undefined || slot.createCommandId === query.createCommandId)
  );
}
