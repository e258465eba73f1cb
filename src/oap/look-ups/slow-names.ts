/**
 * @module
 * Which names made others wait in vain of late.
 */

import type { Clock } from "../../ports/index.js";
import { keepLatest } from "../runtime/index.js";

/** For how long look-ups of names kept others waiting, forgotten by halves. */
export interface SlowNames {
  /** That look-ups of all these have brought nothing in so many ms. */
  note(names: readonly string[], ms: number): void;
  /** In ms, for one look at many: with what is under way. */
  now(
    underWay: Iterable<{ readonly names: readonly string[]; readonly ms: number }>,
  ): (name: string) => number;
}

/** @param most - how many names are remembered */
export function slowNames(clock: Clock, most: number): SlowNames {
  const slow = new Map<string, { readonly ms: number; readonly at: number }>();
  function slowOf(name: string): number {
    const { ms = 0, at = 0 } = slow.get(name) ?? {};
    return ms * 0.5 ** (Math.max(0, clock.now() - at) / HALF_LIFE_MS);
  }
  return {
    note(names, ms) {
      const more = overSound(ms);
      if (more > 0)
        for (const name of names) keepLatest(slow, name, { ms: slowOf(name) + more, at: clock.now() }, most);
    },
    now(underWay) {
      const known = new Map<string, number>();
      const slowOfNow = (name: string): number => {
        const ms = known.get(name) ?? slowOf(name);
        known.set(name, ms);
        return ms;
      };
      for (const { names, ms } of underWay)
        for (const name of names) known.set(name, slowOfNow(name) + overSound(ms));
      return slowOfNow;
    },
  };
}

const overSound = (ms: number): number => Math.max(0, ms - SOUND_MS);

/** Chosen: sound servers answer sooner, across an ocean too. */
const SOUND_MS = 500;

/** Chosen: long enough that a thousand domains at ten a second are known again. */
const HALF_LIFE_MS = 300_000;
