import { describe, expect, it, vi } from "vitest";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { testStore } from "../../../src/testing/stores/index.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "../../../src/testing/stores/lab/index.js";
import { STORE_SKIPS } from "../../kit/own-skips.js";
import { behindPromises } from "../../kit/wrapped-store.js";

// The contract holds for a store that answers later as well, and the tests do not depend on the difference.
for (const [name, create] of Object.entries({
  MemoryStore: () => new MemoryStore(),
  "MemoryStore behind promises": () => behindPromises(new MemoryStore()),
})) {
  testStore({
    name,
    runner: { describe, it, print: console.log },
    create,
    destroy: (store) => store.close(),
    skip: STORE_SKIPS.memory,
  });
}

describe("MemoryStore", () => {
  it("TS-33, ST-50: answers at once", () => {
    const store = new MemoryStore();
    expect(store.create(newNegotiation())).toEqual({ ok: true });
    expect(store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
    expect(store.load("neg-1")?.version).toBe(1);
    expect(store.nextDeadline()).toBe(T0 + 30_001);
    expect(store.close()).toBeUndefined();
  });

  it("ST-50: keeps deep-frozen input by reference", () => {
    const store = new MemoryStore();
    const rules = Object.freeze({ cap: Object.freeze({ limit: 5 }) });
    const first = Object.freeze({ rules });
    store.create(newNegotiation({ state: first }));
    expect(store.load("neg-1")?.state).toBe(first);
    const second = Object.freeze({ rules, step: Object.freeze([1]) });
    const turn = Object.freeze({ terms: Object.freeze({ price: 40 }) });
    const details = Object.freeze({ a: 1 });
    const entry = { kind: "turn", commandId: "c", turnNumber: 1, turn, details };
    store.commit(newTurn(1, { expectedVersion: 0, state: second, entry }));
    expect(store.load("neg-1")?.state).toBe(second);
    expect(store.turns("neg-1")[0]).toBe(turn);
    expect(store.entries("neg-1")[1]?.details).toBe(details);
  });

  it("ST-50: copies what is not frozen, and shares the parts that are", () => {
    const store = new MemoryStore();
    const rules = Object.freeze({ cap: Object.freeze({ limit: 5 }) });
    const state = { rules, loose: { list: [1] } };
    store.create(newNegotiation({ state }));
    const stored = store.load("neg-1")?.state as typeof state;
    expect(stored).toEqual(state);
    expect(stored.rules).toBe(rules);
    expect(
      Object.isFrozen(stored) && Object.isFrozen(stored.loose) && Object.isFrozen(stored.loose.list),
    ).toBe(true);
  });

  it("stores nothing of a call that throws half way", () => {
    const store = new MemoryStore();
    const hostile = {
      get body(): never {
        throw new Error("hostile");
      },
      type: "x",
    };
    expect(() => store.create(newNegotiation({ outbox: [hostile] }))).toThrow("hostile");
    expect(store.load("neg-1")).toBeNull();
    store.create(newNegotiation());
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(() => store.commit(newCommit({ expectedVersion: 0, state: deep }))).toThrow(RangeError);
    expect(() => store.commit(newCommit({ expectedVersion: 0, outbox: [hostile] }))).toThrow("hostile");
    expect(store.load("neg-1")?.version).toBe(0);
    expect(store.readOutbox({ after: null, limit: 10 })).toEqual([]);
  });

  it("knows the commands of a long negotiation, whichever are null", () => {
    const store = storeOfTurns(40);
    const entry = { kind: "woken", commandId: null, turnNumber: null, turn: null, details: null };
    for (const version of [40, 41]) {
      expect(store.commit(newCommit({ expectedVersion: version, entry }))).toMatchObject({ ok: true });
    }
    for (const commandId of ["create-neg-1", "turn-1", "turn-40"]) {
      const again = { ...entry, commandId };
      const repeated = store.commit(newCommit({ expectedVersion: 42, entry: again }));
      expect(repeated).toEqual({ ok: false, reason: "duplicate" });
    }
    // Not to be taken for the version of an entry that has no command id.
    const lookalike = { ...entry, commandId: "41" };
    expect(store.commit(newCommit({ expectedVersion: 42, entry: lookalike }))).toMatchObject({ ok: true });
    expect(store.entries("neg-1").map(({ version }) => version)).toEqual([...Array(44).keys()]);
  });

  it("keeps positions valid when negotiations between them are deleted", () => {
    const store = new MemoryStore();
    const outbox = [
      { type: "x", body: null },
      { type: "y", body: null },
    ];
    for (const id of ["a", "b", "c"]) store.create(newNegotiation({ id, outbox }));
    const read = (after: string | null) => store.readOutbox({ after, limit: 9 });
    const all = read(null);
    store.delete("b");
    const left = all.filter(({ negotiationId }) => negotiationId !== "b");
    expect(read(null)).toEqual(left);
    expect(read(all[2]?.position ?? "")).toEqual(left.slice(2));
    store.trimOutbox(all[3]?.position ?? "");
    expect(read(null)).toEqual(left.slice(2));
    store.trimOutbox(all[5]?.position ?? "");
    store.create(newNegotiation({ id: "d", outbox }));
    expect(read(all[5]?.position ?? "")).toHaveLength(2);
  });

  it("answers a page of 100,000 rows by one sort of those that are asked for", () => {
    const store = new MemoryStore();
    for (let index = 0; index < 100_000; index++) {
      // Changed in an order of their own.
      const createdAt = T0 + ((index * 7_919) % 100_000);
      store.create(newNegotiation({ id: `neg-${index}`, roomId: `room-${index % 2}`, createdAt }));
    }
    const sort = vi.spyOn(Array.prototype, "sort");
    const { items } = store.list({ roomId: "room-1", isFinal: false, limit: 100 });
    const sorted = sort.mock.contexts.map((rows) => (rows as unknown[]).length);
    sort.mockRestore();
    expect(items.map(({ updatedAt }) => updatedAt - T0).slice(0, 3)).toEqual([99_999, 99_997, 99_995]);
    expect(sorted).toEqual([50_000]);
  });

  it("keepSettled: forgets what has been final for longest", () => {
    const store = new MemoryStore({ keepSettled: 2 });
    const outbox = [{ type: "x", body: null }];
    for (const id of ["a", "b", "c", "d", "live"]) store.create(newNegotiation({ id, outbox }));
    for (const id of ["c", "a", "d"]) store.commit(newEnd({ id, expectedVersion: 0 }));
    const kept = (): string[] => store.list({ limit: 10 }).items.map(({ id }) => id);
    expect(kept().sort()).toEqual(["a", "b", "d", "live"]);
    expect(store.delete("d")).toBe(true);
    store.commit(newEnd({ id: "b", expectedVersion: 0 }));
    expect(kept().sort()).toEqual(["a", "b", "live"]);
    store.create(newNegotiation({ id: "e", status: "rejected", isFinal: true, deadline: null }));
    expect(kept().sort()).toEqual(["b", "e", "live"]);
    // Events that nobody has read yet stay.
    expect(store.readOutbox({ after: null, limit: 10 }).map(({ negotiationId }) => negotiationId)).toEqual([
      "a",
      "b",
      "c",
      "live",
    ]);
    expect(store.create(newNegotiation({ id: "a" }))).toEqual({ ok: true });
  });

  it("keepSettled: goes on over many negotiations, each for the next one's place", () => {
    const store = new MemoryStore({ keepSettled: 3 });
    for (let index = 0; index < 5_000; index++) {
      const id = `neg-${index}`;
      expect(store.create(newNegotiation({ id, exclusiveKey: "room" }))).toEqual({ ok: true });
      store.commit(newEnd({ id, expectedVersion: 0, now: T0 + index }));
      expect(store.count({})).toBe(Math.min(index + 1, 3));
    }
    expect(store.list({ limit: 9 }).items.map(({ id }) => id)).toEqual(["neg-4999", "neg-4998", "neg-4997"]);
  });

  it("keepSettled: 0 keeps nothing final", () => {
    const store = new MemoryStore({ keepSettled: 0 });
    store.create(newNegotiation({ exclusiveKey: "k" }));
    expect(store.commit(newEnd({ expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
    expect(store.load("neg-1")).toBeNull();
    expect(store.nextDeadline()).toBeNull();
    expect(store.create(newNegotiation({ exclusiveKey: "k" }))).toEqual({ ok: true });
  });

  it("refuses options that make no sense", () => {
    for (const keepSettled of [-1, 0.5, Number.NaN]) {
      expect(() => new MemoryStore({ keepSettled })).toThrow(RangeError);
    }
    expect(() => new MemoryStore({ keepSetled: 1 } as object)).toThrow(TypeError);
    expect(() => new MemoryStore({ keepSettled: undefined })).not.toThrow();
  });

  it("counts no further than 10,000", () => {
    const store = new MemoryStore();
    for (let index = 0; index < 10_001; index++) store.create(newNegotiation({ id: `neg-${index}` }));
    expect(store.count({})).toBe(10_000);
    expect(store.count({ roomId: "room-1" })).toBe(10_000);
  });
});

function storeOfTurns(count: number): MemoryStore {
  const store = new MemoryStore();
  store.create(newNegotiation());
  for (let number = 1; number <= count; number++)
    store.commit(newTurn(number, { expectedVersion: number - 1 }));
  return store;
}
