/**
 * @module
 * Calls of a store for the conformance suite: well-formed, with the parts that a test cares about replaced; such that
 * make no sense; and those that tell everything without changing anything.
 */

import type { Commit, NegotiationRow, NegotiationStore, NewNegotiation } from "../../../ports/index.js";

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

/** The calls, to be made of a store that holds `neg-1` at version 0. None may change anything. */
export function malformedCalls(store: NegotiationStore): Readonly<Record<string, () => unknown>> {
  const create = (over: object) => () => store.create({ ...newNegotiation({ id: "neg-2" }), ...over });
  const commit = (over: object) => () => store.commit({ ...newCommit({ expectedVersion: 0 }), ...over });
  const { entry } = newCommit({ expectedVersion: 0 });
  const wrong = <T>(value: unknown): T => value as T;
  return {
    "create with an empty id": create({ id: "" }),
    "create with an id of 257 characters": create({ id: "x".repeat(257) }),
    "create with an empty roomId": create({ roomId: "" }),
    "create with a number as createCommandId": create({ createCommandId: 7 }),
    "create with an empty initiatorId": create({ initiatorId: "" }),
    "create with a responderId of 257 characters": create({ responderId: "x".repeat(257) }),
    "create with a fractional createdAt": create({ createdAt: 1.5 }),
    "create with a createdAt that no Date can hold": create({ createdAt: 8_640_000_000_000_001 }),
    "create of a final one with a deadline": create({ isFinal: true }),
    "create of a live one without a deadline": create({ deadline: null }),
    "create with a negative schema": create({ schema: -1 }),
    "create with a second turn": create({ entry: { ...entry, turnNumber: 2, turn: {} } }),
    "create without an entry": create({ entry: undefined }),
    "commit with an empty id": commit({ id: "" }),
    "commit at a fractional version": commit({ expectedVersion: 0.5 }),
    "commit at a negative version": commit({ expectedVersion: -1 }),
    "commit at a negative instant": commit({ now: -1 }),
    "commit at NaN": commit({ now: Number.NaN }),
    "commit at a string": commit({ now: "1" }),
    "commit of a final one with a deadline": commit({ isFinal: true }),
    "commit of a live one without a deadline": commit({ deadline: null }),
    "commit with a fractional deadline": commit({ deadline: { at: 0.5, kind: "turn" } }),
    "commit with an empty commandId": commit({ entry: { ...entry, commandId: "" } }),
    "commit with a turnNumber without a turn": commit({ entry: { ...entry, turnNumber: 1 } }),
    "commit with a turn without a turnNumber": commit({ entry: { ...entry, turn: {} } }),
    "commit with a fractional turnNumber": commit({ entry: { ...entry, turnNumber: 1.5, turn: {} } }),
    "commit parked for nobody": commit({ parked: { partyId: "", firstParkedAt: 0, claimedBy: null } }),
    "commit without a state": commit({ state: undefined }),
    "load of an empty id": () => store.load(""),
    "turns after -1": () => store.turns("neg-1", { after: -1 }),
    "turns up to 0.5": () => store.turns("neg-1", { upTo: 0.5 }),
    "entries with a limit of 0": () => store.entries("neg-1", { limit: 0 }),
    "list with a limit of 0": () => store.list({ limit: 0 }),
    "list after nonsense": () => store.list({ limit: 1, after: "nonsense" }),
    "listParked with half a limit": () => store.listParked({ partyId: "ada", claimedBy: null, limit: 0.5 }),
    "listParked after nonsense": () =>
      store.listParked({ partyId: "ada", claimedBy: null, limit: 1, after: "nonsense" }),
    "claimDue at -1": () => store.claimDue({ ...DUE, now: -1 }),
    "claimDue with a limit of 0": () => store.claimDue({ ...DUE, now: T0, limit: 0 }),
    "claimDue without a lease": () => store.claimDue({ ...DUE, now: T0, leaseMs: 0 }),
    "claimDue of a string of rooms": () => store.claimDue({ ...DUE, now: T0, roomIds: wrong("room-1") }),
    "claimDue but for a string": () => store.claimDue({ ...DUE, now: T0, exceptIds: wrong("neg-1") }),
    "count since for ever": () => store.count({ updatedSince: Number.POSITIVE_INFINITY }),
    "readOutbox with a limit of 0": () => store.readOutbox({ after: null, limit: 0 }),
    "readOutbox after nonsense": () => store.readOutbox({ after: "nonsense", limit: 1 }),
    "trimOutbox up to nonsense": () => store.trimOutbox("nonsense"),
    "delete of an empty id": () => store.delete(""),
    "prune before -1": () => store.prune({ settledBefore: -1, limit: 1 }),
    "prune with a limit of 0": () => store.prune({ settledBefore: T0, limit: 0 }),
  };
}

/** What the store tells of these negotiations, and of all together. */
export async function everything(store: NegotiationStore, ids: readonly string[]): Promise<object> {
  const rows: (NegotiationRow | null)[] = [];
  const histories: unknown[] = [];
  for (const id of ids) {
    rows.push(await store.load(id));
    histories.push(await store.entries(id), await store.turns(id));
  }
  return {
    rows,
    histories,
    listed: await store.list({ limit: 100 }),
    parked: await store.listParked({ partyId: "ada", claimedBy: null, limit: 100 }),
    outbox: await store.readOutbox({ after: null, limit: 100 }),
    nextDeadline: await store.nextDeadline(),
    count: await store.count({}),
  };
}

/** The ids of what is claimed at an instant. */
export async function claimedIds(store: NegotiationStore, now: number): Promise<readonly string[]> {
  return (await store.claimDue({ ...DUE, now })).map(({ id }) => id);
}

/** Changes everything that lets itself be changed, at every depth. */
export function scribble(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    scribble(Reflect.get(value, key));
    Reflect.set(value, key, "scribbled");
  }
  Reflect.set(value, "scribbled", true);
}
