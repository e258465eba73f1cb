/**
 * @module
 * The latest copies of what came from outside. A document that was just parsed, signed or checked goes through further
 * doors; a copy is deep-frozen, so it still is what it was, and who finds it here need not copy it again.
 */

import type { Json } from "./negotiation.js";

/** A deep-frozen copy that a reader of this library made, and what it found out about it. */
export interface RecentJson {
  readonly copy: Json;
  /** Objects and arrays one inside the other. */
  readonly depth: number;
  /** At least so many bytes as JSON in UTF-8, at most `MOST_TO_LEAST` times as many. */
  readonly leastBytes: number;
  /** Its objects have so many members in all. */
  readonly memberCount: number;
  /** The limits that it was read by. */
  readonly limits: object;
}

/** A control character is counted as one byte and written with six; a number is counted as one, written with 25. */
export const MOST_TO_LEAST = 26;

/** What is known of a value that is one of the latest copies itself. */
export function recentJson(value: unknown): RecentJson | undefined {
  // Of objects alone, side by side: to look into each costs more than the search.
  const at = COPIES.indexOf(value);
  return at < 0 ? undefined : RECENT[at];
}

/** Keeps a copy in place of the oldest; none that would hold on to much memory. */
export function keepRecent<Recent extends RecentJson>(recent: Recent): Recent {
  const { copy, leastBytes } = recent;
  if (typeof copy === "object" && copy !== null && leastBytes <= MOST_BYTES) {
    RECENT[next] = recent;
    COPIES[next] = copy;
    next = (next + 1) % MOST_KEPT;
  }
  return recent;
}

const RECENT: RecentJson[] = [];

/** The copies of those, each at the same place. */
const COPIES: unknown[] = [];

let next = 0;

/** Chosen: some documents on their way at once; a walk through all of them costs less than to copy one member. */
const MOST_KEPT = 32;

/** Chosen: as much as a document of OAP may have. */
const MOST_BYTES = 65_536;
