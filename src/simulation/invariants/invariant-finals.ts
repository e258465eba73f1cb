/**
 * @module
 * I3: at most one final status and one `negotiation:settled`; no entry, event or effect of an agent call
 * after it.
 */

import type { Fault, Invariant, ObservedWrite, PublishedEvent } from "../observation/index.js";
import { foundIn, foundOf, isFinalStatus, stateIn, unlike } from "../observation/index.js";

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
