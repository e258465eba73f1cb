import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/stores/memory.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "../../src/testing/store-calls.js";
import { testStore } from "../../src/testing/test-store.js";
import { STORE_SKIPS } from "../own-skips.js";
import { behindPromises } from "./behind-promises.js";

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
    store.create(newNegotiation({ state, entry: { ...newNegotiation().entry, details: state } }));
    const stored = store.load("neg-1")?.state as typeof state;
    expect(stored).toEqual(state);
    expect(stored.rules).toBe(rules);
    expect(
      Object.isFrozen(stored) && Object.isFrozen(stored.loose) && Object.isFrozen(stored.loose.list),
    ).toBe(true);
    expect(store.entries("neg-1")[0]?.details).toBe(stored);
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

  it("shares nothing with another store", () => {
    new MemoryStore().create(newNegotiation());
    expect(new MemoryStore().load("neg-1")).toBeNull();
  });
});
