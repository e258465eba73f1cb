import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OutboxRecord } from "../../../src/ports/index.js";
import { openPostgresStore } from "../../../src/stores/postgres/index.js";
import { newCommit, newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { type TestDatabase, testDatabase } from "../postgres-database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const OUTBOX = [{ type: "x", body: null }];
/** Long enough to be noticed where a wake-up is lost. */
const POLL_MS = 600_000;

describe("the feed of PostgreSQL", () => {
  it("is woken by another process, and listens again when its connection is cut [ST-103]", async () => {
    const tablePrefix = "cut_";
    const client = database.pool({ application_name: `${database.schemaName}_listener` });
    const heard = await openPostgresStore({ client }, { tablePrefix });
    const writer = await openPostgresStore({ client: database.pool() }, { tablePrefix });
    await writer.create(newNegotiation());
    const seen: number[] = [];
    const errors: unknown[] = [];
    let onSeen = (): void => {};
    const ending = new AbortController();
    const feed = await heard.feed(
      (records: readonly OutboxRecord[]) => {
        seen.push(...records.map(({ version }) => version));
        onSeen();
      },
      { signal: ending.signal, pollMs: POLL_MS, onError: (error) => void errors.push(error) },
    );
    const until = (count: number): Promise<void> =>
      new Promise((resolve) => {
        onSeen = () => void (seen.length >= count && resolve());
        onSeen();
      });
    for (let version = 0; version < 10; version++) {
      if (version % 3 === 2) {
        const text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
        await database.admin.query(text, [`${database.schemaName}_listener`]);
      }
      await writer.commit(newCommit({ expectedVersion: version, outbox: OUTBOX }));
      await until(version + 1);
    }
    ending.abort();
    await feed.ended;
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(errors.length).toBeGreaterThanOrEqual(1);
    await client.end();
  });

  it("gives its connection back when it ends, so that the pool can end [ST-103]", async () => {
    const client = database.pool();
    const store = await openPostgresStore({ client }, { tablePrefix: "back_" });
    const ending = new AbortController();
    const feed = await store.feed(() => {}, { signal: ending.signal });
    ending.abort();
    await feed.ended;
    await client.end();
    expect(client.totalCount).toBe(0);
  });

  it("refuses a pool of a single connection, which it would keep from the store", async () => {
    const store = await openPostgresStore({ client: database.pool({ max: 1 }) }, { tablePrefix: "one_" });
    await expect(store.feed(() => {}, { signal: new AbortController().signal })).rejects.toThrow(
      /^Expected a pool of at least 2 connections for feed, got one of 1/,
    );
  });

  it("looks by itself over a client that lends no connection", async () => {
    const pool = database.pool();
    const store = await openPostgresStore(
      { client: { query: (query) => pool.query(query) } },
      { tablePrefix: "bare_" },
    );
    const ending = new AbortController();
    const heard = new Promise<readonly OutboxRecord[]>((resolve) => {
      void store.feed(resolve, { signal: ending.signal, pollMs: 20 }).then(() => {
        void store.create(newNegotiation({ outbox: OUTBOX }));
      });
    });
    expect(await heard).toMatchObject([{ negotiationId: "neg-1", version: 0, index: 0 }]);
    ending.abort();
  });

  it("reads the entries of many negotiations in one question, in order [ST-104]", async () => {
    const store = await openPostgresStore({ client: database.pool() }, { tablePrefix: "many_" });
    for (const id of ["a", "b"]) {
      await store.create(newNegotiation({ id }));
      for (let version = 0; version < 3; version++)
        await store.commit(newCommit({ id, expectedVersion: version }));
    }
    const places = [
      { id: "b", after: 1 },
      { id: "none", after: -1 },
      { id: "a", after: -1 },
    ];
    const found = await store.entriesOfMany(places);
    expect(found.map((entries) => entries.map(({ version }) => version))).toEqual([[2, 3], [], [0, 1, 2, 3]]);
    expect(found[2]).toEqual(await store.entries("a"));
  });
});
