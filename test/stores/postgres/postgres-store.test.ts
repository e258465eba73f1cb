import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openPostgresStore,
  type PostgresClient,
  type PostgresQuery,
  type PostgresStoreOptions,
} from "../../../src/stores/postgres/index.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "../../../src/testing/stores/lab/index.js";
import { expectStringsKept } from "../awkward-strings.js";
import { type TestDatabase, testDatabase } from "../postgres-database.js";

const EVENT = [{ type: "x", body: null }];

let database: TestDatabase;
let count = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

/** A store on tables of its own. */
async function opened(client: PostgresClient = database.admin, options: PostgresStoreOptions = {}) {
  const tablePrefix = `t${++count}_`;
  return { tablePrefix, store: await openPostgresStore({ client }, { tablePrefix, ...options }) };
}

/** The same pool, noting what it is asked. */
function watched(pool: pg.Pool): { readonly client: PostgresClient; readonly queries: PostgresQuery[] } {
  const queries: PostgresQuery[] = [];
  const query = (one: PostgresQuery) => {
    queries.push(one);
    return pool.query(one);
  };
  return { client: { query }, queries };
}

describe("PostgresStore", () => {
  it("ST-61: commits and creates in one statement each, of values that are bound", async () => {
    const { client, queries } = watched(database.admin);
    const { store } = await opened(client);
    // That others are woken is a statement of its own, and no part of the commit (ST-103).
    const written = () => queries.filter(({ text }) => !text.includes("pg_notify"));
    const hostile = "x'); DROP TABLE y; --";
    queries.length = 0;
    await store.create(newNegotiation({ id: hostile, outbox: EVENT, state: { hostile } }));
    expect(written()).toHaveLength(1);
    const entry = { kind: "k", commandId: hostile, turnNumber: 1, turn: hostile, details: hostile };
    const commit = newCommit({ id: hostile, expectedVersion: 0, entry, outbox: [...EVENT, ...EVENT] });
    expect(await store.commit(commit)).toEqual({ ok: true, version: 1 });
    expect(written()).toHaveLength(2);
    expect(queries.map(({ text }) => text).join()).not.toContain("DROP");
    expect(await store.entries(hostile, { after: 0 })).toMatchObject([entry]);
  });

  it("ST-13: refuses a malformed call before it asks the server anything", async () => {
    const { client, queries } = watched(database.admin);
    const { store } = await opened(client);
    await store.create(newNegotiation());
    queries.length = 0;
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    await expect(store.commit(newCommit({ expectedVersion: 0, state: loop as never }))).rejects.toThrow(
      TypeError,
    );
    await expect(store.commit(newCommit({ expectedVersion: 0, state: deep }))).rejects.toThrow(RangeError);
    await expect(store.readOutbox({ after: "9", limit: 1 })).rejects.toThrow(TypeError);
    await expect(store.trimOutbox("1-1; DROP")).rejects.toThrow(TypeError);
    await expect(store.list({ limit: 1, after: "?" })).rejects.toThrow(TypeError);
    expect(queries).toEqual([]);
    expect(await store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
  });

  it("ST-19: keeps strings that PostgreSQL's text cannot hold, and tells them apart", async () => {
    const { store } = await opened();
    await expectStringsKept(store, () => database.quiet());
  });

  it("ST-11: names what is in the way in order, though one row may be in the way twice", async () => {
    const { store } = await opened();
    await store.create(newNegotiation({ id: "a", createCommandId: "c-a", exclusiveKey: "k" }));
    await store.create(newNegotiation({ id: "b", createCommandId: "c-b" }));
    for (const [over, reason, id] of [
      [{ id: "b", createCommandId: "c-a", exclusiveKey: "k" }, "duplicate", "a"],
      [{ id: "b", createCommandId: "c-new", exclusiveKey: "k" }, "exists", "b"],
      [{ id: "a", createCommandId: "c-new", exclusiveKey: "k" }, "exists", "a"],
      [{ id: "new", createCommandId: "c-new", exclusiveKey: "k" }, "exclusive", "a"],
    ] as const) {
      expect(await store.create(newNegotiation(over))).toEqual({ ok: false, reason, id });
    }
  });

  it("ST-15, ST-62: leases no row that a commit is about to change, and waits for none", async () => {
    const { store, tablePrefix } = await opened();
    for (const id of ["a", "b"])
      await store.create(newNegotiation({ id, deadline: { at: T0, kind: "turn" } }));
    const other = await database.admin.connect();
    await other.query(`BEGIN; UPDATE ${tablePrefix}negotiation SET version = 7 WHERE id = 'a'`);
    const query = { now: T0, limit: 9, leaseMs: 5, maxSchema: 1 };
    expect((await store.claimDue(query)).map(({ id }) => id)).toEqual(["b"]);
    await other.query("COMMIT");
    other.release();
    expect((await store.claimDue(query)).map(({ id, version }) => [id, version])).toEqual([["a", 7]]);
  });

  it("ST-63: reads transactions by number, not by the text of it, and trims so", async () => {
    const { store, tablePrefix } = await opened();
    await store.create(newNegotiation({ outbox: EVENT }));
    for (let version = 0; version < 3; version++) {
      await store.commit(newCommit({ expectedVersion: version, outbox: EVENT }));
    }
    for (const [version, xid] of [8, 9, 10, 100].entries()) {
      const values = [String(xid), version];
      await database.admin.query(`UPDATE ${tablePrefix}outbox SET xid = $1::xid8 WHERE version = $2`, values);
    }
    const versionsAfter = async (after: string | null, limit: number) => {
      const records = await store.readOutbox({ after, limit });
      return { versions: records.map(({ version }) => version), last: records.at(-1)?.position ?? null };
    };
    const first = await versionsAfter(null, 2);
    expect(first.versions).toEqual([0, 1]);
    const second = await versionsAfter(first.last, 1);
    expect(second.versions).toEqual([2]);
    expect((await versionsAfter(second.last, 9)).versions).toEqual([3]);
    await store.trimOutbox(second.last ?? "");
    expect((await versionsAfter(null, 9)).versions).toEqual([3]);
  });

  it("ST-10: stores nothing of a call that fails half way, and passes on what the host's own index refuses", async () => {
    const { store, tablePrefix } = await opened();
    await store.create(newNegotiation());
    await database.admin.query(`CREATE UNIQUE INDEX mine ON ${tablePrefix}outbox (type)`);
    const outbox = [...EVENT, ...EVENT];
    await expect(store.commit(newTurn(1, { expectedVersion: 0, outbox }))).rejects.toMatchObject({
      code: "23505",
    });
    await expect(store.create(newNegotiation({ id: "neg-2", outbox }))).rejects.toMatchObject({
      code: "23505",
    });
    expect([(await store.load("neg-1"))?.version, await store.load("neg-2")]).toEqual([0, null]);
    expect(await store.entries("neg-1")).toHaveLength(1);
    expect(await store.commit(newTurn(1, { expectedVersion: 0, outbox: EVENT }))).toEqual({
      ok: true,
      version: 1,
    });
  });

  it("ST-47: leaves nothing of what it deletes in any table, also while others commit to it", async () => {
    const { store, tablePrefix } = await opened();
    for (let round = 0; round < 20; round++) {
      await store.create(newNegotiation({ outbox: EVENT }));
      const commits = [0, 1, 2].map((version) =>
        store.commit(newCommit({ expectedVersion: version, outbox: EVENT })),
      );
      const [gone] = await Promise.all([store.delete("neg-1"), ...commits]);
      expect(gone).toBe(true);
      expect(await rowsIn(tablePrefix)).toEqual([0, 0, 0]);
    }
    for (const id of ["a", "b"]) {
      await store.create(newNegotiation({ id, outbox: EVENT }));
      await store.commit(newEnd({ id, expectedVersion: 0, outbox: EVENT }));
    }
    expect(await store.prune({ settledBefore: T0 + 2, limit: 9 })).toBe(2);
    expect(await rowsIn(tablePrefix)).toEqual([0, 0, 0]);
  });

  it("ST-47: deletes a row that was committed to between its look and its lock", async () => {
    const { store, tablePrefix } = await opened();
    await store.create(newNegotiation());
    const other = await database.admin.connect();
    await other.query(`BEGIN; UPDATE ${tablePrefix}negotiation SET version = 1 WHERE id = 'neg-1';
      INSERT INTO ${tablePrefix}entry (negotiation_id, version, schema, at, kind) VALUES ('neg-1', 1, 1, 1, 'k')`);
    const deleting = store.delete("neg-1");
    await blocked();
    await other.query("COMMIT");
    other.release();
    expect(await deleting).toBe(true);
    expect(await rowsIn(tablePrefix)).toEqual([0, 0, 0]);
  });

  it("ST-20: leaves a pool open that it was handed", async () => {
    const { store, tablePrefix } = await opened();
    await store.create(newNegotiation());
    await store.close();
    await store.close();
    expect((await database.admin.query(`SELECT id FROM ${tablePrefix}negotiation`)).rows).toHaveLength(1);
    const again = await openPostgresStore({ client: database.admin }, { tablePrefix });
    expect((await again.load("neg-1"))?.version).toBe(0);
  });

  it("ST-60: takes bigints as the host's own parsers make them, and touches none", async () => {
    const types = {
      getTypeParser: (oid: number) => (oid === 20 ? BigInt : pg.types.getTypeParser(oid)),
    };
    const pool = database.pool();
    const client = { query: (query: PostgresQuery) => pool.query({ ...query, types } as never) };
    const { store } = await opened(client as unknown as PostgresClient);
    await store.create(newNegotiation({ outbox: EVENT }));
    await store.commit(newTurn(1, { expectedVersion: 0, outbox: EVENT }));
    expect(await store.load("neg-1")).toMatchObject({ version: 1, turnCount: 1, isFinal: false });
    expect(await store.claimDue({ now: T0 + 30_001, limit: 1, leaseMs: 1, maxSchema: 1 })).toMatchObject([
      { deadline: { at: T0 + 30_001 } },
    ]);
    expect([await store.nextDeadline(), await store.count({}), await store.delete("neg-1")]).toEqual([
      T0 + 30_001,
      1,
      true,
    ]);
    expect((await pool.query("SELECT 1::bigint AS one")).rows).toEqual([{ one: "1" }]);
  });

  it("ST-65: works where the connection loses prepared statements, or says what to do about it", async () => {
    const pool = database.pool({ max: 1 });
    // As a pooler does that hands the server's connection to somebody else after each transaction.
    const forgetful: PostgresClient = {
      query: async (query) => {
        const answer = await pool.query(query);
        await pool.query("DEALLOCATE ALL");
        return answer;
      },
    };
    const { store, tablePrefix } = await opened(forgetful, { preparedStatements: false });
    await store.create(newNegotiation());
    for (let version = 0; version < 3; version++) {
      expect(await store.commit(newCommit({ expectedVersion: version }))).toMatchObject({ ok: true });
    }
    const naive = await openPostgresStore({ client: forgetful }, { tablePrefix });
    await naive.load("neg-1");
    await expect(naive.load("neg-1")).rejects.toThrow(/preparedStatements: false\. \(26000\)/);
  });
});

describe("a server that goes away", () => {
  it("ST-13: between two calls is not noticed, or the call can be made again", async () => {
    const pool = database.pool({ application_name: "between" });
    const { store } = await opened(pool);
    await Promise.all([1, 2, 3].map((id) => store.create(newNegotiation({ id: `neg-${id}` }))));
    await terminate("between");
    const load = () => store.load("neg-1");
    const row = await load().catch((error: Error) => {
      expect(error.message).toMatch(/^Expected the connection to last/);
      return retried(load);
    });
    expect(row?.version).toBe(0);
  });

  it("ST-14: in the midst of a commit leaves the outcome open: sent again, it stands once", async () => {
    const pool = database.pool({ application_name: "midst" });
    const { store, tablePrefix } = await opened(pool);
    await store.create(newNegotiation());
    const other = await database.admin.connect();
    await other.query(`BEGIN; SELECT * FROM ${tablePrefix}negotiation FOR UPDATE`);
    const commit = () => store.commit(newTurn(1, { expectedVersion: 0 }));
    const committing = commit().catch((error: unknown) => error);
    await blocked();
    await terminate("midst");
    expect(await committing).toMatchObject({
      message: expect.stringMatching(/same command can be sent again. \(57P01\)/),
    });
    await other.query("COMMIT");
    other.release();
    expect(await retried(commit)).toEqual({ ok: true, version: 1 });
    expect(await store.turns("neg-1")).toHaveLength(1);
  });

  it("ST-70: in the midst of a hook ends no process, and nothing of the commit stands", async () => {
    const pool = database.pool({ application_name: "hooked" });
    const { tablePrefix } = await opened();
    let isFirst = true;
    const onCommit = async (_: unknown, db: { executeSql(text: string): Promise<unknown> }) => {
      if (isFirst) await terminate("hooked");
      isFirst = false;
      await db.executeSql("SELECT 1");
    };
    const store = await openPostgresStore({ client: pool, onCommit }, { tablePrefix });
    await expect(store.create(newNegotiation())).rejects.toThrow("Expected the connection to last");
    expect(await store.load("neg-1")).toBeNull();
    expect(await retried(() => store.create(newNegotiation()))).toEqual({ ok: true });
  });

  it("is store_closed when its owner has ended the pool", async () => {
    const pool = database.pool();
    const { store } = await opened(pool);
    await pool.end();
    await expect(store.load("neg-1")).rejects.toMatchObject({ code: "store_closed" });
  });
});

describe("a commit that the host is told of", () => {
  it("ST-70: is one transaction with what the hook writes, of creations and of commits", async () => {
    const { tablePrefix } = await opened();
    await database.admin.query(
      `CREATE TABLE ${tablePrefix}jobs (id text, version int, room text, at bigint)`,
    );
    let failure: Error | undefined;
    const store = await openPostgresStore(
      {
        client: database.pool(),
        onCommit: async ({ id, version, roomId, deadline }, db) => {
          const values = [id, version, roomId, deadline?.at ?? null];
          const { rows } = await db.executeSql(
            `INSERT INTO ${tablePrefix}jobs VALUES ($1, $2, $3, $4) RETURNING version`,
            values,
          );
          expect(rows).toEqual([{ version }]);
          if (failure !== undefined) throw failure;
        },
      },
      { tablePrefix },
    );
    await store.create(newNegotiation({ roomId: "\u0001room" }));
    await store.commit(newCommit({ expectedVersion: 0 }));
    expect(await store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: false, reason: "duplicate" });
    failure = new Error("no job");
    await expect(store.commit(newCommit({ expectedVersion: 1 }))).rejects.toBe(failure);
    await expect(store.create(newNegotiation({ id: "neg-2" }))).rejects.toBe(failure);
    expect([(await store.load("neg-1"))?.version, await store.load("neg-2")]).toEqual([1, null]);
    failure = undefined;
    await store.commit(newEnd({ expectedVersion: 1 }));
    const { rows } = await database.admin.query(`SELECT * FROM ${tablePrefix}jobs ORDER BY version`);
    expect(rows).toEqual([
      { id: "neg-1", version: 0, room: "\u0001room", at: String(T0 + 30_000) },
      { id: "neg-1", version: 1, room: "\u0001room", at: String(T0 + 30_001) },
      { id: "neg-1", version: 2, room: "\u0001room", at: null },
    ]);
  });

  it("ST-14: is no success when one of the hook's statements failed and the hook went on", async () => {
    const { tablePrefix } = await opened();
    const onCommit = async (_: unknown, db: { executeSql(text: string): Promise<unknown> }) => {
      await db.executeSql("SELECT 1/0").catch(() => {});
    };
    const store = await openPostgresStore({ client: database.pool(), onCommit }, { tablePrefix });
    await expect(store.create(newNegotiation())).rejects.toThrow("Expected onCommit to throw");
    expect(await store.load("neg-1")).toBeNull();
  });
});

/** How many rows there are in each table. */
async function rowsIn(tablePrefix: string): Promise<number[]> {
  const tables = ["negotiation", "entry", "outbox"].map(
    (name) => `(SELECT count(*) FROM ${tablePrefix}${name})`,
  );
  const { rows } = await database.admin.query<{ counts: string[] }>(
    `SELECT ARRAY[${tables.join()}] AS counts`,
  );
  return (rows[0]?.counts ?? []).map(Number);
}

/** Resolves when a connection of these tests waits for a lock. */
async function blocked(): Promise<void> {
  const text = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`;
  while ((await database.admin.query(text, [`t${count}_negotiation`])).rows.length < 1);
}

/** Ends all connections of that name, as a restart of the server does. */
async function terminate(name: string): Promise<void> {
  const text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
  await database.admin.query(text, [name]);
}

/** As often as a pool may hand out connections that broke too. */
async function retried<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === 4) throw error;
    }
  }
}
