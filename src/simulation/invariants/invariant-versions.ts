/**
 * @module
 * I1: the version counts the commits since creation; entries are gapless from 0 and turns from 1; a version
 * never goes back.
 */

import type { NegotiationRow } from "../../ports/index.js";
import type { Fault, Invariant, ObservedWrite, Truth } from "../observation/index.js";
import { foundIn, foundOf, memberOf, stateIn, unlike } from "../observation/index.js";

/** I1, at every write, and once more over the whole history in the end. */
export const versionsInvariant: Invariant = {
  id: "I1",
  watch: (truth) => {
    const counts = new Map<string, Counts>();
    return {
      onWrite: (write) => {
        const { id } = write.after;
        const fault = faultOfWrite(write, counts.get(id));
        counts.set(id, { version: write.after.version, turnCount: write.after.turnCount });
        return foundIn(write, fault);
      },
      atEnd: () => {
        for (const row of truth.rows()) {
          const found = foundOf(row.id, faultOfHistory(row, truth, counts.get(row.id)));
          if (found !== undefined) return found;
        }
        return undefined;
      },
    };
  },
};

/** What has been counted of a negotiation so far. */
interface Counts {
  readonly version: number;
  readonly turnCount: number;
}

function faultOfWrite({ before, after, entry }: ObservedWrite, counts: Counts | undefined): Fault {
  const version = counts === undefined ? 0 : counts.version + 1;
  const turnCount = (counts?.turnCount ?? 0) + (entry.turn === null ? 0 : 1);
  return (
    unlike("the version right before", counts?.version ?? null, before?.version ?? null) ??
    unlike("the row's version", version, after.version) ??
    unlike("the record's version", version, stateIn(after).version) ??
    unlike("the entry's version", version, entry.version) ??
    unlike("the count of turns", turnCount, after.turnCount) ??
    unlike("the entry's turn number", entry.turn === null ? null : turnCount, entry.turnNumber) ??
    unlike("the turn's number", entry.turnNumber, memberOf(entry.turn, "number"))
  );
}

function faultOfHistory(row: NegotiationRow, truth: Truth, counts: Counts | undefined): Fault {
  const entries = truth.entries(row.id);
  const turns = truth.turns(row.id);
  const gap = entries.findIndex((entry, index) => entry.version !== index);
  const hole = turns.findIndex((turn, index) => memberOf(turn, "number") !== index + 1);
  if (gap !== -1) return `expected entry ${gap} to be of version ${gap}, got ${entries[gap]?.version}`;
  if (hole !== -1) return `expected turn ${hole + 1}, got ${memberOf(turns[hole] ?? null, "number")}`;
  return (
    unlike("the number of entries", row.version + 1, entries.length) ??
    unlike("the number of turns", row.turnCount, turns.length) ??
    unlike("the version in the end", counts?.version, row.version)
  );
}
