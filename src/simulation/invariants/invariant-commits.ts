/**
 * @module
 * I1: versions and turns are counted without a gap. I10: each commit was made on the version right before it. I3: at most
 * one final status and one `negotiation:settled`, and nothing after it.
 */

import type { Entry } from "../../core/record/index.js";
import type { NegotiationRow } from "../../ports/index.js";
import {
  type Fault,
  firstFound,
  foundIn,
  foundOf,
  type Invariant,
  isFinalStatus,
  isSame,
  memberOf,
  type ObservedWrite,
  type PublishedEvent,
  stateIn,
  type Truth,
  unlike,
} from "../observation/index.js";

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
      atEnd: () =>
        firstFound(truth.rows(), (row) => foundOf(row.id, faultOfHistory(row, truth, counts.get(row.id)))),
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

/** I10, at every write, and of all that was written in the end. */
export const commitsInvariant: Invariant = {
  id: "I10",
  watch: (truth) => {
    const histories = new Map<string, Written>();
    return {
      onWrite: (write) => {
        const { after, entry } = write;
        const written = histories.get(after.id);
        const fault = faultOfBase(write) ?? faultOfRow(write, written);
        if (written === undefined) histories.set(after.id, { row: after, entries: [entry] });
        else {
          written.row = after;
          written.entries.push(entry);
        }
        return foundIn(write, fault);
      },
      atEnd: () => firstFound(histories, ([id, written]) => foundOf(id, faultInTheEnd(id, written, truth))),
    };
  },
};

/** What was written of a negotiation. */
interface Written {
  row: NegotiationRow;
  readonly entries: Entry[];
}

function faultOfBase({ before, after, expectedVersion }: ObservedWrite): Fault {
  if (before === null) {
    return unlike("the expected version of a creation", null, expectedVersion);
  }
  return (
    unlike("the expected version", before.version, expectedVersion) ??
    unlike("the new version", before.version + 1, after.version)
  );
}

/** What a commit found has to be what the last one left. */
function faultOfRow({ before }: ObservedWrite, written: Written | undefined): Fault {
  if (written === undefined) {
    return before === null ? undefined : "expected a creation first, got a commit of what nobody created";
  }
  if (before === null) return "expected a negotiation to be created once, got a second creation";
  return isSame(written.row, before) ? undefined : "expected to find the row as the last commit left it";
}

function faultInTheEnd(id: string, { row, entries }: Written, truth: Truth): Fault {
  const stored = truth.row(id);
  if (stored === null) return "expected to find it in the end, got nothing";
  if (!isSame(row, stored)) return "expected to find the row in the end as the last commit left it";
  const history = truth.entries(id);
  const lost = entries.findIndex((entry, index) => !isSame(entry, history[index]));
  if (lost === -1) return unlike("the number of entries in the end", entries.length, history.length);
  return `expected the entry of version ${lost} to stay as it was written, got ${history[lost] === undefined ? "none" : "another"}`;
}

/** I3, at every write and for every event that a node tells. */
export const finalsInvariant: Invariant = {
  id: "I3",
  watch: () => {
    /** The version with which each negotiation ended. */
    const endedAt = new Map<string, number>();
    const hasToldSettled = new Set<string>();
    const deafNodes = new Set<string>();
    return {
      onWrite: (write) => {
        const { id, version } = write.after;
        const fault = faultAfterEnd(write, endedAt.get(id)) ?? faultOfEnd(write);
        if (isFinalStatus(write.after.status) && !endedAt.has(id)) endedAt.set(id, version);
        return foundIn(write, fault);
      },
      onPublished: (event) => {
        const { negotiationId, node, type } = event;
        const listener = `${node} ${negotiationId}`;
        const fault =
          faultOfEvent(event, endedAt.get(negotiationId)) ??
          (deafNodes.has(listener) ? `expected nothing of ${node} after settled, got ${type}` : undefined);
        if (type !== "negotiation:settled") return foundOf(negotiationId, fault);
        const isSecond = hasToldSettled.has(negotiationId);
        hasToldSettled.add(negotiationId);
        deafNodes.add(listener);
        return foundOf(negotiationId, fault ?? (isSecond ? secondSettled(event) : undefined));
      },
    };
  },
};

function faultAfterEnd({ before, after }: ObservedWrite, endedAt: number | undefined): Fault {
  if (endedAt !== undefined) return `expected nothing after the end at version ${endedAt}, got a commit`;
  if (before === null || !isFinalStatus(before.status)) return undefined;
  return `expected nothing after ${before.status}, got ${after.status}`;
}

/** Status, outcome, floor, what is awaited and the column have to agree on whether this is the end. */
function faultOfEnd({ after, outbox }: ObservedWrite): Fault {
  const state = stateIn(after);
  const isFinal = isFinalStatus(after.status);
  const settled = outbox.filter(({ type }) => type === "negotiation:settled").length;
  return (
    unlike("isFinal of the row", isFinal, after.isFinal) ??
    unlike("the record's status", after.status, state.status) ??
    unlike("the outcome's status", isFinal ? after.status : null, state.outcome?.status ?? null) ??
    unlike("whether nobody has the floor", isFinal, state.floor === null) ??
    unlike("whether nothing is awaited", isFinal, state.awaiting === null) ??
    (settled > (isFinal ? 1 : 0)
      ? `expected no more than one settled, and in the end, got ${settled}`
      : undefined)
  );
}

function faultOfEvent({ type, version }: PublishedEvent, endedAt: number | undefined): Fault {
  if (endedAt === undefined || version <= endedAt) return undefined;
  return `expected no event after the end at version ${endedAt}, got ${type} of version ${version}`;
}

function secondSettled({ node, version }: PublishedEvent): string {
  return `expected settled to be told once, got it again of ${node} at version ${version}`;
}
