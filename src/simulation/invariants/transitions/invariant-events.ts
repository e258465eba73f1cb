/**
 * @module
 * Which events a commit has to cause, and in which order, said a second time from the record before, the
 * record after and the entry (docs/requirements/engine.md, section 10, EN-39).
 */

import type { CommitEvent } from "../../../core/index.js";
import type { Entry, Turn } from "../../../core/record/index.js";
import type { ObservedWrite } from "../../observation/index.js";
import { COMMIT_EVENT_ORDER, isFinalStatus, memberOf, stateIn } from "../../observation/index.js";

/** The name of an event. */
export type EventType = CommitEvent["type"];

/** Counts the trailing run of counters and questions, which a consult or anything else breaks (EN-32). */
export interface DeadlockRun {
  length: number;
}

/** The event of each final status. */
const ENDS: Readonly<Record<string, EventType>> = {
  accepted: "negotiation:agreed",
  rejected: "negotiation:rejected",
  withdrawn: "negotiation:withdrawn",
  expired: "negotiation:expired",
  stalled: "negotiation:stalled",
};

/** The events of a commit in order; counts its turn into the run. */
export function eventsOfWrite(write: ObservedWrite, run: DeadlockRun): readonly EventType[] {
  const { before, after, entry } = write;
  const events = new Set<EventType>();
  const isOver = isFinalStatus(after.status);
  if (before === null) events.add("negotiation:started");
  if (entry.kind === "failed") events.add("turn:failed");
  if (entry.turn !== null) {
    events.add("turn:recorded");
    if (memberOf(entry.turn, "coercedFrom") !== null) events.add("turn:coerced");
    if (before !== null && !isOver) events.add("negotiation:updated");
  }
  count(entry, run);
  if (isLongRun(write, run)) events.add("turn:deadlocked");
  const end = ENDS[after.status];
  if (end !== undefined) events.add(end).add("negotiation:settled");
  else for (const event of eventsOfWaiting(write)) events.add(event);
  return COMMIT_EVENT_ORDER.filter((type) => events.has(type));
}

function count({ kind, turn }: Entry, run: DeadlockRun): void {
  if (kind === "consulted") run.length = 0;
  if (turn === null) return;
  const { action } = turn as unknown as Turn;
  run.length = action === "counter" || action === "question" ? run.length + 1 : 0;
}

/** Told once a run, at the turn that makes it long enough, if that is not the last. */
function isLongRun({ before, after, entry }: ObservedWrite, { length }: DeadlockRun): boolean {
  if (before === null || entry.turn === null || isFinalStatus(after.status)) return false;
  return length > 0 && length === stateIn(after).rules.deadlockAfter;
}

function eventsOfWaiting({ before, after, entry }: ObservedWrite): readonly EventType[] {
  if (before === null || entry.turn !== null) return ["turn:awaited"];
  const was = stateIn(before).awaiting;
  const is = stateIn(after).awaiting;
  if (was?.kind === is?.kind) return [];
  switch (is?.kind) {
    case "parked":
      return [was?.kind === "claimed" ? "turn:released" : "turn:parked"];
    case "claimed":
      return ["turn:claimed"];
    case "fallback":
      if (was?.kind === "claimed") return ["turn:released", "turn:fallback"];
      return was?.kind === "consult" ? ["turn:fallback", "turn:answered"] : ["turn:fallback"];
    case "consult":
      return ["turn:consulted"];
    default:
      return ["turn:answered", "turn:awaited"];
  }
}
