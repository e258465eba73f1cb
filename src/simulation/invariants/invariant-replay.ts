/**
 * @module
 * I11: the entries of a history, replayed, are the stored record, byte for byte, at every version. It is the
 * one invariant that asks the core, and so must run on one without a mutant.
 */

import { replay, upcast } from "../../core/index.js";
import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type { NegotiationRow } from "../../ports/index.js";
import { type Fault, firstFound, foundIn, foundOf, type Invariant, stateIn } from "../observation/index.js";

/** What I11 may be told. */
export interface ReplayInvariantOptions {
  /**
   * In one of how many worlds, by their seed, every version is replayed; in the others only the last one of
   * each negotiation. 1 is all of them: so is a world looked at that has failed.
   * @default 10
   */
  readonly replayEvery?: number | undefined;
}

/**
 * I11.
 *
 * @throws {RangeError} when `replayEvery` is not an integer of at least 1
 */
export function replayInvariant({ replayEvery = 10 }: ReplayInvariantOptions = {}): Invariant {
  if (!Number.isSafeInteger(replayEvery) || replayEvery < 1) {
    throw new RangeError(`Expected replayEvery to be an integer of at least 1, got ${replayEvery}.`);
  }
  return {
    id: "I11",
    watch: (truth, { seed }) => {
      const isSampled = seed % replayEvery === 0;
      const histories = new Map<string, Entry[]>();
      return {
        onWrite: (write) => {
          const { after, entry } = write;
          if (!isSampled) return undefined;
          const entries = histories.get(after.id) ?? [];
          histories.set(after.id, entries);
          entries.push(entry);
          return foundIn(write, faultOfReplay(after, entries));
        },
        atEnd: () =>
          firstFound(truth.rows(), (row) => foundOf(row.id, faultOfReplay(row, truth.entries(row.id)))),
      };
    },
  };
}

function faultOfReplay(row: NegotiationRow, entries: readonly Entry[]): Fault {
  let replayed: string;
  let stored: string;
  let turnCount: number;
  try {
    // A row of an older format is what today's replay makes once it is read as today's.
    stored = JSON.stringify(upcast(stateIn(row) as unknown as Json, "state", row.schema));
    const { turns, ...state } = replay(entries);
    turnCount = turns.length;
    replayed = JSON.stringify(state);
  } catch (error) {
    return `expected entries that replay, got ${error instanceof Error ? error.message : String(error)}`;
  }
  if (turnCount !== row.turnCount) return `expected ${row.turnCount} turns in the replay, got ${turnCount}`;
  if (stored === replayed) return undefined;
  const at = firstDifference(stored, replayed);
  return `expected the replay to be the record, got ${around(replayed, at)} where the record has ${around(stored, at)}`;
}

function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 30), at + 30);
}
