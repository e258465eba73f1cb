/**
 * @module
 * Start-time fair queueing (Goyal, Vin and Cheng, 1996): several share time, each takes an equal part of it, and who was idle
 * has saved nothing.
 */

import { keepLatest } from "../runtime/index.js";

/** When each of several may begin, by the time that they share. */
export interface FairShares {
  /** Who has the least comes next. */
  startOf(name: string): number;
  /** It begins, and is thought to take so many ms. */
  begin(name: string, ms: number): void;
  /** It has taken so many ms more than was thought, or fewer. */
  end(name: string, ms: number): void;
}

/** @param most - how many names are remembered */
export function fairShares(most: number): FairShares {
  /** When each has had what it took. */
  const ends = new Map<string, number>();
  let [now, latest, count] = [0, 0, 0];
  const startOf = (name: string): number => Math.max(now, ends.get(name) ?? 0);
  function keep(name: string, at: number): void {
    keepLatest(ends, name, at, most);
    latest = Math.max(latest, at);
  }
  return {
    startOf,
    begin(name, ms) {
      count += 1;
      now = startOf(name);
      keep(name, now + ms);
    },
    end(name, ms) {
      count -= 1;
      keep(name, (ends.get(name) ?? now) + ms);
      // Nobody wants it any more, and nobody owes for what nobody else wanted.
      if (count === 0) now = latest;
    },
  };
}
