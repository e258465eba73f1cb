/**
 * @module
 * What the benches of the stores write: a state and a turn of 1 KB each, as a commit or to be written by hand.
 */

import { deepFreeze } from "../src/core/json/index.js";
import type { Commit } from "../src/ports/index.js";
import { contractAt } from "./database-files.js";

/** What a turn leaves behind. */
export interface Sample {
  readonly state: unknown;
  readonly turn: unknown;
}

/** 1 KB of each. */
export const KILOBYTES: Sample = deepFreeze({
  state: { rules: { turnMs: 3_600_000 }, standing: contractAt(0.001), note: "y".repeat(280) },
  turn: { number: 2, partyId: "smith", action: "counter", terms: contractAt(0.001), note: "y".repeat(250) },
});

/** A commit of a turn, 1 KB of state and 1 KB of turn, at an instant that no other turn of the negotiation has. */
export function commitOf(id: string, expectedVersion: number, event: object | null): Commit {
  const version = expectedVersion;
  const { state, turn } = KILOBYTES;
  const at = Date.now() + version;
  return deepFreeze({
    id,
    schema: 1,
    status: "countered",
    isFinal: false,
    deadline: { at: at + 3_600_000, kind: "turn" },
    parked: null,
    floor: "ada",
    state,
    expectedVersion: version - 1,
    now: at,
    entry: { kind: "turn", commandId: `${id}-${version}`, turnNumber: version + 1, turn, details: null },
    outbox: event === null ? [] : [{ type: "turn:recorded", body: event }],
  } as Commit);
}
