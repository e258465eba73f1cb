/**
 * @module
 * Cursors of ordered listings: they name the place of the last row, not the row, so that a row that
 * moves meanwhile moves no other (docs/requirements/storage.md, ST-21).
 */

import { mistake, unmet } from "../core/checks/index.js";

/** A place in a listing that is ordered by a number, then by id. */
export interface Place {
  /** An integer. */
  readonly rank: number;
  readonly id: string;
}

/** The place as text, to be handed back in `after`. */
export function cursorOf({ rank, id }: Place): string {
  return `${rank}:${id}`;
}

/**
 * The place that a cursor names.
 *
 * @throws {TypeError} when it is none that `cursorOf` makes
 */
export function placeOf(cursor: string): Place {
  const found = /^(-?\d{1,16}):(.+)$/s.exec(cursor);
  if (found === null) throw mistake(new TypeError(unmet("after", "a cursor from next", cursor)));
  return { rank: Number(found[1]), id: found[2] as string };
}
