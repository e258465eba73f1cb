/**
 * @module
 * I5: no deadline takes effect early or out of order, none is lost or moved, nothing lives without one, and
 * in the end everything is over or has a deadline to come.
 */

import type { NegotiationRow } from "../../ports/index.js";
import type { Fault, Invariant, ObservedWrite, WorldEnd } from "../observation/index.js";
import {
  firstFound,
  foundIn,
  foundOf,
  isFinalStatus,
  memberOf,
  stateIn,
  unlike,
} from "../observation/index.js";
import { earliestOf, faultOfWindows, ownRulesIn, wakeCourse } from "./transitions/index.js";

/** What I5 may be told. */
export interface DeadlinesInvariantOptions {
  /**
   * Milliseconds for which a due deadline may be left lying at the end of a safety world, whose faults may
   * keep every node from it to the last; a liveness world has to have settled everything.
   * @default 10_000, longer than a world lasts by default
   */
  readonly overdueMs?: number | undefined;
}

/** I5, at every write, and of every row in the end. */
export function deadlinesInvariant({ overdueMs = 10_000 }: DeadlinesInvariantOptions = {}): Invariant {
  return {
    id: "I5",
    watch: (truth, world) => {
      const { mode } = world;
      const rules = ownRulesIn(world);
      const clocks = new Map<string, number>();
      const windows = new Map<string, FirstWindow>();
      return {
        onWrite: (observed) => {
          const write = rules.in(observed);
          // A clock may be set back between a decision and its commit: what it once showed was seen.
          const nodeNow = Math.max(write.nodeNow, clocks.get(write.node) ?? write.nodeNow);
          clocks.set(write.node, nodeNow);
          const fault =
            faultOfColumn(write.after) ??
            faultOfTotal(write) ??
            faultOfClock(write, nodeNow) ??
            faultOfEffect(write, nodeNow) ??
            faultOfWindows(stateIn(write.after), write.after.turnCount) ??
            faultOfFirstWindow(write.after, windows);
          return foundIn(write, fault);
        },
        atEnd: (end) =>
          firstFound(truth.rows(), (row) =>
            foundOf(row.id, faultInTheEnd(row, end, mode === "liveness" ? null : overdueMs)),
          ),
      };
    },
  };
}

/** The turn that is parked, and until when it first was. */
interface FirstWindow {
  readonly turnNumber: number;
  readonly parkAt: number;
}

/** The column is what sweeps look at: it has to be the earliest of the record's own. */
function faultOfColumn(row: NegotiationRow): Fault {
  const { deadlines, outcome } = stateIn(row);
  if (isFinalStatus(row.status) || outcome !== null) {
    return unlike("the deadline of a final row", null, row.deadline);
  }
  const earliest = earliestOf(deadlines);
  if (earliest === undefined || row.deadline === null)
    return "expected a live row to have a deadline, got none";
  return unlike("the row's deadline", earliest, row.deadline);
}

function faultOfTotal({ before, after }: ObservedWrite): Fault {
  if (before === null || after.isFinal) return undefined;
  return unlike("totalAt as it was", stateIn(before).deadlines.totalAt, stateIn(after).deadlines.totalAt);
}

/** EN-4 and ST-38: an instant is the node's own, or the record's where the node's clock is behind it. */
function faultOfClock({ before, after, entry }: ObservedWrite, nodeNow: number): Fault {
  const latest = Math.max(nodeNow, before?.updatedAt ?? nodeNow);
  if (entry.at > latest)
    return `expected an instant that the node has seen, ${latest} at most, got ${entry.at}`;
  return unlike("updatedAt", entry.at, after.updatedAt);
}

function faultOfEffect(write: ObservedWrite, nodeNow: number): Fault {
  const { before, after, entry } = write;
  const first = after.isFinal ? undefined : earliestOf(stateIn(after).deadlines);
  if (first !== undefined && first.at <= entry.at) {
    return `expected deadlines to come after ${entry.at}, got ${first.kind} at ${first.at}`;
  }
  if (before === null) return undefined;
  if (entry.kind === "woken") return faultOfWake(write, nodeNow);
  // EN-21: whatever comes at a deadline or after it first lets the deadline take effect.
  const missed = earliestOf(stateIn(before).deadlines);
  if (missed === undefined || entry.at < missed.at) return undefined;
  return `expected ${missed.kind}, due at ${missed.at}, to take effect first, got ${entry.kind} at ${entry.at}`;
}

function faultOfWake({ before, entry }: ObservedWrite, nodeNow: number): Fault {
  if (before === null) return undefined;
  const types = timeoutsOf(entry.details);
  if (types.length === 0) return "expected a wake-up to have let something take effect, got nothing";
  const { steps } = wakeCourse(stateIn(before), types, entry.at);
  for (const { kind, armedAt, due } of steps) {
    if (kind === undefined) return "expected a wake-up to apply deadlines, got something else";
    if (armedAt === null) return `expected ${kind} to be armed, got a timeout without a deadline`;
    if (armedAt > nodeNow)
      return `expected ${kind} not before ${armedAt}, got it when the node had ${nodeNow}`;
    if (armedAt > entry.at) return `expected ${kind} not before ${armedAt}, got it at ${entry.at}`;
    if (due?.kind !== kind)
      return `expected ${due?.kind} at ${due?.at} to go first, got ${kind} at ${armedAt}`;
  }
  return undefined;
}

/** The timeouts that an entry says took effect, in order. */
function timeoutsOf(details: ObservedWrite["entry"]["details"]): readonly string[] {
  const events = memberOf(details, "events");
  return Array.isArray(events) ? events.map((event) => String(memberOf(event, "type"))) : [];
}

/** Claims, releases and lost claims never move the window of a parked turn (PT-2, PT-6). */
function faultOfFirstWindow(row: NegotiationRow, windows: Map<string, FirstWindow>): Fault {
  const { awaiting } = stateIn(row);
  if (awaiting?.kind !== "parked" && awaiting?.kind !== "claimed") return undefined;
  const turnNumber = row.turnCount + 1;
  const parkAt = awaiting.firstParkedAt + awaiting.parkMs;
  const first = windows.get(row.id);
  if (first?.turnNumber === turnNumber) return unlike("the first park deadline", first.parkAt, parkAt);
  windows.set(row.id, { turnNumber, parkAt });
  return undefined;
}

function faultInTheEnd(row: NegotiationRow, end: WorldEnd, overdueMs: number | null): Fault {
  if (isFinalStatus(row.status)) return unlike("the deadline of a final row", null, row.deadline);
  if (overdueMs === null) return `expected it to have settled by ${end.at}, got ${row.status}`;
  if (row.deadline === null) return "expected a live row to have a deadline, got none";
  if (row.deadline.at + overdueMs > end.at) return undefined;
  return `expected its deadline to take effect within ${overdueMs} ms, got ${row.deadline.kind} at ${row.deadline.at} still there at ${end.at}`;
}
