import { afterAll, describe, expect, it, vi } from "vitest";
import type { Commit, NewNegotiation } from "../../../src/ports/index.js";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import { openSqliteStore } from "../../../src/stores/sqlite/index.js";
import { newCommit, newNegotiation, newTurn } from "../../../src/testing/stores/lab/index.js";
import { databaseFolder, openDatabase } from "../sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

/** A store that groups, the statements that it ran, and another connection to its file. */
function grouped({ failing }: { readonly failing?: (sql: string, id: unknown) => boolean } = {}) {
  const path = folder.newFile();
  const [database, other] = [openDatabase(path), openDatabase(path)];
  const ran: string[] = [];
  const told: SqliteHandle = {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      const run = (...values: readonly never[]) => {
        ran.push(sql);
        if (failing?.(sql, values[0])) throw new Error("the disk is full");
        return statement.run(...values);
      };
      return { run, get: (...given) => statement.get(...given), all: (...given) => statement.all(...given) };
    },
  };
  const store = openSqliteStore({ database: told }, { groupCommitMs: 1 });
  const count = (sql: string): number => ran.filter((one) => one === sql).length;
  return { store, other: openSqliteStore({ database: other }), count };
}

const named = (count: number): NewNegotiation[] =>
  Array.from({ length: count }, (_, index) => newNegotiation({ id: `n-${index}` }));
const ok = { ok: true };

describe("a store with groupCommitMs", () => {
  it("shares one transaction among the commits that come together, and answers none before it ended [ST-107]", async () => {
    const { store, other, count } = grouped();
    const created = named(100).map((one) => store.create(one));
    expect(other.count({})).toBe(0);
    expect(await Promise.race(created)).toEqual(ok);
    expect(other.count({})).toBe(100);
    expect(await Promise.all(created)).toEqual(created.map(() => ok));
    const moved = named(100).map(({ id }) => store.commit(newTurn(1, { id, expectedVersion: 0 })));
    expect(await Promise.all(moved)).toEqual(moved.map(() => ({ ok: true, version: 1 })));
    expect([count("BEGIN IMMEDIATE"), count("COMMIT")]).toEqual([2, 2]);
    await store.close();
  });

  it("refuses each by itself, and undoes only what that one wrote [ST-107]", async () => {
    const { store, other } = grouped();
    await Promise.all(named(3).map((one) => store.create(one)));
    const again = (number: number, expectedVersion: number): Commit => {
      const commit = newTurn(number, { id: "n-1", expectedVersion });
      return { ...commit, entry: { ...commit.entry, commandId: "c-1" } };
    };
    await store.commit(again(1, 0));
    const answers = await Promise.all([
      store.commit(newTurn(1, { id: "n-0", expectedVersion: 0 })),
      // Its row is written before the entry shows that this command was stored.
      store.commit(again(2, 1)),
      store.commit(newCommit({ id: "n-2", expectedVersion: 7 })),
      // The second of two for one version sees the first.
      store.commit(newTurn(2, { id: "n-0", expectedVersion: 0 })),
      store.commit(newCommit({ id: "gone", expectedVersion: 0 })),
    ]);
    expect(answers).toEqual([
      { ok: true, version: 1 },
      { ok: false, reason: "duplicate" },
      { ok: false, reason: "conflict" },
      { ok: false, reason: "conflict" },
      { ok: false, reason: "missing" },
    ]);
    expect(["n-0", "n-1", "n-2"].map((id) => other.load(id)?.version)).toEqual([1, 1, 0]);
    await store.close();
  });

  it.each([0, 2])(
    "writes the others by themselves when number %i cannot be written [ST-107]",
    async (bad) => {
      const { store, other } = grouped({
        failing: (sql, id) => sql.startsWith("INSERT INTO concordat_entry") && id === `n-${bad}`,
      });
      const answers = await Promise.allSettled(named(4).map((one) => store.create(one)));
      expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
      expect(answers[bad]).toMatchObject({
        reason: { message: expect.stringContaining("the disk is full") },
      });
      expect(other.count({})).toBe(3);
      await store.close();
    },
  );

  it("rejects all of a transaction that does not end, and has kept none of them [ST-107]", async () => {
    let isFull = true;
    const { store, other } = grouped({ failing: (sql) => sql === "COMMIT" && isFull });
    const answers = await Promise.allSettled(named(3).map((one) => store.create(one)));
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(other.count({})).toBe(0);
    isFull = false;
    expect(await Promise.all(named(3).map((one) => store.create(one)))).toEqual([ok, ok, ok]);
    await store.close();
  });

  it("writes what waits when it is closed, and takes nothing afterwards [ST-107, ST-13]", async () => {
    const { store, other } = grouped();
    const created = store.create(newNegotiation());
    await store.close();
    expect(await created).toEqual(ok);
    expect(other.load("neg-1")).not.toBeNull();
    await expect(store.create(newNegotiation({ id: "n-2" }))).rejects.toMatchObject({ code: "store_closed" });
  });

  it("tells those who follow its outbox at once [ST-107, ST-104]", async () => {
    vi.useFakeTimers();
    const { store } = grouped();
    const ending = new AbortController();
    const heard: string[] = [];
    const feed = await store.feed(async (records) => void heard.push(...records.map(({ type }) => type)), {
      signal: ending.signal,
      pollMs: 1_000_000,
    });
    await vi.advanceTimersByTimeAsync(0);
    const created = store.create(newNegotiation({ outbox: [{ type: "x", body: null }] }));
    await vi.advanceTimersByTimeAsync(2);
    await created;
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(["x"]);
    ending.abort();
    await feed.ended;
    await store.close();
    vi.useRealTimers();
  });

  it("refuses a groupCommitMs that is none", () => {
    const database = openDatabase(":memory:");
    for (const groupCommitMs of [-1, 0.5, 1_001, Number.NaN, "5"]) {
      const open = () => openSqliteStore({ database }, { groupCommitMs: groupCommitMs as number });
      expect(open).toThrow(RangeError);
    }
    database.close();
  });
});
