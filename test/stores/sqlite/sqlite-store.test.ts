import { afterAll, describe, expect, it } from "vitest";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import { openSqliteStore, type SqliteStore } from "../../../src/stores/sqlite/index.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "../../../src/testing/stores/lab/index.js";
import { expectStringsKept } from "../awkward-strings.js";
import { databaseFolder, openDatabase } from "../sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

function opened(): { readonly database: SqliteHandle; readonly store: SqliteStore } {
  const database = openDatabase(folder.newFile());
  return { database, store: openSqliteStore({ database }, { durability: "process" }) };
}

describe("SqliteStore", () => {
  it("TS-33, ST-5: answers at once", () => {
    const { store } = opened();
    expect(store.create(newNegotiation())).toEqual({ ok: true });
    expect(store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
    expect(store.load("neg-1")?.version).toBe(1);
    expect(store.nextDeadline()).toBe(T0 + 30_001);
    expect(store.close()).toBeUndefined();
  });

  it("TS-32, ST-20: leaves a connection open that it was handed", () => {
    const { database, store } = opened();
    store.create(newNegotiation());
    store.close();
    store.close();
    expect(database.prepare("SELECT id FROM concordat_negotiation").all()).toMatchObject([{ id: "neg-1" }]);
    expect(openSqliteStore({ database }).load("neg-1")?.version).toBe(0);
  });

  it("ST-10: stores nothing of a call that throws half way", () => {
    const { database, store } = opened();
    store.create(newNegotiation());
    database.exec(`
      CREATE TRIGGER broken BEFORE INSERT ON concordat_outbox BEGIN SELECT RAISE(ABORT, 'broken'); END`);
    const outbox = [{ type: "x", body: null }];
    expect(() => store.commit(newTurn(1, { expectedVersion: 0, outbox }))).toThrow("broken");
    expect(() => store.create(newNegotiation({ id: "neg-2", outbox }))).toThrow("broken");
    expect([store.load("neg-1")?.version, store.entries("neg-1").length, store.load("neg-2")]).toEqual([
      0,
      1,
      null,
    ]);
    database.exec("DROP TRIGGER broken");
    // SQLite rolls back by itself here, as on a full disk.
    database.exec(`
      CREATE TRIGGER broken BEFORE INSERT ON concordat_outbox BEGIN SELECT RAISE(ROLLBACK, 'gone'); END`);
    expect(() => store.commit(newTurn(1, { expectedVersion: 0, outbox }))).toThrow("gone");
    database.exec("DROP TRIGGER broken");
    expect(store.commit(newTurn(1, { expectedVersion: 0, outbox }))).toEqual({ ok: true, version: 1 });
  });

  it("ST-53: refuses to write within the host's transaction, and leaves that alone", () => {
    const { database, store } = opened();
    database.exec("BEGIN");
    expect(() => store.create(newNegotiation())).toThrow(TypeError);
    database.exec("COMMIT");
    expect(store.create(newNegotiation())).toEqual({ ok: true });
  });

  it("ST-13: refuses JSON that is none before it begins", () => {
    const { store } = opened();
    store.create(newNegotiation());
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(() => store.commit(newCommit({ expectedVersion: 0, state: loop as never }))).toThrow(TypeError);
    expect(() => store.commit(newCommit({ expectedVersion: 0, state: deep }))).toThrow(RangeError);
    expect(store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
  });

  it("ST-19: keeps strings that UTF-8 has no bytes for, and tells them apart", async () => {
    await expectStringsKept(opened().store);
  });

  it("ST-4: stores a state that is also the first entry's details twice, and reads both", () => {
    const { store } = opened();
    const state = { a: [1] };
    const { entry } = newNegotiation();
    store.create(newNegotiation({ state, entry: { ...entry, details: state } }));
    store.commit(newCommit({ expectedVersion: 0, state: { a: [2] } }));
    expect(store.entries("neg-1")[0]?.details).toEqual(state);
    expect(store.load("neg-1")?.state).toEqual({ a: [2] });
  });

  it("ST-47: leaves nothing of what it deletes in any table", () => {
    const { database, store } = opened();
    const outbox = [{ type: "x", body: null }];
    for (const id of ["a", "b", "c"]) {
      store.create(newNegotiation({ id, outbox }));
      store.commit(newEnd({ id, expectedVersion: 0, outbox }));
    }
    expect(store.delete("a")).toBe(true);
    expect(store.prune({ settledBefore: T0 + 2, limit: 9 })).toBe(2);
    for (const table of ["negotiation", "entry", "outbox"]) {
      expect(database.prepare(`SELECT * FROM concordat_${table}`).all()).toEqual([]);
    }
  });

  it("ST-15: makes nobody wait when nothing is due", () => {
    const path = folder.newFile();
    const other = openDatabase(path);
    const store = openSqliteStore({ database: openDatabase(path) }, { busyTimeoutMs: 0 });
    store.create(newNegotiation());
    other.exec("BEGIN IMMEDIATE");
    expect(store.claimDue({ now: T0, limit: 9, leaseMs: 1, maxSchema: 1 })).toEqual([]);
    other.exec("COMMIT");
    other.close();
  });

  it("lists a party that has both seats of different negotiations, each once", () => {
    const { store } = opened();
    store.create(newNegotiation({ id: "a", createdAt: T0 + 1 }));
    store.create(newNegotiation({ id: "b", createdAt: T0 + 2, initiatorId: "bob", responderId: "ada" }));
    // No service makes such a one.
    store.create(newNegotiation({ id: "c", createdAt: T0 + 3, responderId: "ada" }));
    const page = store.list({ partyId: "ada", limit: 2 });
    expect(page.items.map(({ id }) => id)).toEqual(["c", "b"]);
    const rest = store.list({ partyId: "ada", limit: 2, after: page.next ?? "" });
    expect([rest.items.map(({ id }) => id), rest.next]).toEqual([["a"], null]);
    expect(store.count({ partyId: "ada" })).toBe(3);
  });
});
