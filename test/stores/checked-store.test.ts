import { describe, expect, it } from "vitest";
import { CheckedStore, type StoreDriver } from "../../src/stores/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "../../src/testing/stores/lab/index.js";

const LATEST_AT = 8_640_000_000_000_000;

const store = new MemoryStore();

describe("ST-13: a store around a driver", () => {
  it("passes what is well-formed, up to the bounds", () => {
    const opening = { kind: "created", commandId: null, turnNumber: 1, turn: {}, details: null };
    const id = "x".repeat(256);
    const entry = { ...opening, commandId: id };
    const bounds = { exclusiveKey: "k".repeat(900), createdAt: 0, id, createCommandId: id, entry };
    expect(store.create(newNegotiation(bounds))).toEqual({ ok: true });
    expect(store.create(newNegotiation({ id: "late", entry: opening, createdAt: LATEST_AT }))).toEqual({
      ok: true,
    });
    expect(store.commit(newTurn(9, { expectedVersion: 0 }))).toMatchObject({ reason: "missing" });
    const last = newEnd({ expectedVersion: Number.MAX_SAFE_INTEGER, now: T0 });
    expect(store.commit(last)).toMatchObject({ reason: "missing" });
    expect([store.turns("a", { after: 0, upTo: 0, limit: 1 }), store.turns("a", {})]).toEqual([[], []]);
    expect(store.count({ updatedSince: 0 })).toBe(2);
    expect(store.claimDue({ now: T0, limit: 1, leaseMs: 1, maxSchema: 0, roomIds: [] })).toEqual([]);
  });

  it("tells a wrong type from a number out of range", () => {
    for (const value of [-1, 0.5, LATEST_AT + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => store.count({ updatedSince: value })).toThrow(RangeError);
    }
    for (const value of ["1", 1n, {}]) {
      expect(() => store.count({ updatedSince: value as never })).toThrow(TypeError);
    }
    for (const value of ["", "x".repeat(257), 7, null, undefined]) {
      expect(() => store.load(value as never)).toThrow(TypeError);
    }
    expect(() => store.list({ limit: 0 })).toThrow(RangeError);
    expect(() => store.list({ limit: "9" as never })).toThrow(TypeError);
  });

  it("demands a deadline exactly of what is not final, and a turn exactly with its number", () => {
    const commit = newTurn(1, { expectedVersion: 0 });
    const { entry } = commit;
    for (const over of [
      { isFinal: true },
      { deadline: null },
      { entry: { ...entry, turn: null } },
      { entry: { ...entry, turnNumber: null } },
      { state: undefined as never },
      { outbox: null as never },
    ]) {
      expect(() => store.commit({ ...commit, ...over })).toThrow(TypeError);
    }
    expect(() => store.commit({ ...commit, entry: { ...entry, turnNumber: 0 } })).toThrow(RangeError);
    const second = { ...newNegotiation().entry, turnNumber: 2, turn: {} };
    expect(() => store.create(newNegotiation({ entry: second }))).toThrow(RangeError);
  });

  it("says what was expected and what came", () => {
    expect(() => store.commit(newCommit({ expectedVersion: -5 }))).toThrow(
      "Expected expectedVersion to be an integer of at least 0, got -5.",
    );
    expect(() => store.create(newNegotiation({ roomId: "" }))).toThrow(
      'Expected roomId to be 1 to 256 characters, got "".',
    );
  });

  it("rejects where the driver answers later, and asks it nothing then; nor once it is closed [ST-20]", async () => {
    const asked: string[] = [];
    const driver = new Proxy({} as StoreDriver, {
      get: (_, name) =>
        name === "isAsynchronous" ||
        (async (...given: readonly unknown[]) => void asked.push(`${String(name)} ${given}`)),
    });
    class Later extends CheckedStore<true> {
      constructor() {
        super(driver as StoreDriver & { readonly isAsynchronous: true });
      }
    }
    const later = new Later();
    await expect(later.load("")).rejects.toThrow(TypeError);
    await expect(later.list({ limit: 0 })).rejects.toThrow(RangeError);
    await later.load("a");
    await later.close();
    await later.close();
    for (const call of [later.load("a"), later.nextDeadline(), later.feed(() => {}, {} as never)]) {
      await expect(call).rejects.toMatchObject({ code: "store_closed" });
    }
    expect(asked).toEqual(["load a", "close "]);
  });
});
