/**
 * @module
 * Calls of a store for the conformance suite: well-formed, with the parts that a test cares about replaced.
 */

import type { Commit, NewNegotiation } from "../../../ports/index.js";

/** The instant at which the tests begin; epoch ms. */
export const T0 = 1_800_000_000_000;

/** A `claimDue` that leases for 10 s. */
export const DUE = { limit: 100, leaseMs: 10_000, maxSchema: 1 } as const;

/** A new open negotiation without a turn. */
export function newNegotiation(over: Partial<NewNegotiation> = {}): NewNegotiation {
  const id = over.id ?? "neg-1";
  return {
    id,
    schema: 1,
    roomId: "room-1",
    createCommandId: `create-${id}`,
    initiatorId: "ada",
    responderId: "smith",
    exclusiveKey: null,
    status: "open",
    isFinal: false,
    deadline: { at: T0 + 30_000, kind: "turn" },
    parked: null,
    floor: "ada",
    state: { id, step: 0 },
    createdAt: T0,
    entry: { kind: "created", commandId: `create-${id}`, turnNumber: null, turn: null, details: null },
    outbox: [],
    ...over,
  };
}

/** A commit without a turn. */
export function newCommit(over: Partial<Commit> & { readonly expectedVersion: number }): Commit {
  const version = over.expectedVersion + 1;
  return {
    id: "neg-1",
    schema: 1,
    status: "open",
    isFinal: false,
    deadline: { at: T0 + 30_000 + version, kind: "turn" },
    parked: null,
    floor: "ada",
    state: { id: over.id ?? "neg-1", step: version },
    now: T0 + version,
    entry: { kind: "failed", commandId: `cmd-${version}`, turnNumber: null, turn: null, details: null },
    outbox: [],
    ...over,
  };
}

/** A commit of that turn. */
export function newTurn(
  turnNumber: number,
  over: Partial<Commit> & { readonly expectedVersion: number },
): Commit {
  const turn = { number: turnNumber, terms: { price: 40 + turnNumber } };
  const entry = { kind: "turn", commandId: `turn-${turnNumber}`, turnNumber, turn, details: null };
  return newCommit({ entry, ...over });
}

/** A commit that ends it. */
export function newEnd(over: Partial<Commit> & { readonly expectedVersion: number }): Commit {
  return newCommit({ status: "rejected", isFinal: true, deadline: null, floor: null, ...over });
}
