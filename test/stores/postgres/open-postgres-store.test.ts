import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore, type PostgresClient } from "../../../src/stores/postgres/index.js";
import { newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { type TestDatabase, testDatabase } from "../postgres-database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

describe("openPostgresStore", () => {
  it("makes the tables where connections look for them, or in a schema of its own", async () => {
    const schemaName = `${database.schemaName}_own`;
    try {
      for (const options of [{}, { schemaName }]) {
        const store = await openPostgresStore({ client: database.admin }, options);
        expect(await store.create(newNegotiation())).toEqual({ ok: true });
      }
      const { rows } = await database.admin.query(
        "SELECT schemaname FROM pg_tables WHERE tablename = 'concordat_meta' AND schemaname LIKE $1 ORDER BY 1",
        [`${database.schemaName}%`],
      );
      expect(rows.map((row) => row.schemaname)).toEqual([database.schemaName, schemaName]);
    } finally {
      await database.admin.query(`DROP SCHEMA IF EXISTS ${schemaName} CASCADE`);
    }
  });

  it("works on a single connection", async () => {
    const client = new pg.Client({
      connectionString: database.url,
      options: `-c search_path=${database.schemaName}`,
    });
    await client.connect();
    const store = await openPostgresStore({ client }, { tablePrefix: "single_" });
    expect(await store.create(newNegotiation())).toEqual({ ok: true });
    expect((await store.load("neg-1"))?.version).toBe(0);
    const onCommit = () => {};
    await expect(openPostgresStore({ client, onCommit })).rejects.toMatchObject({ code: "store_failed" });
    await client.end();
  });

  it("ST-70: refuses a hook on a client that lends no connection", async () => {
    const client = { query: (query: pg.QueryConfig) => database.admin.query(query) } as PostgresClient;
    for (const connect of [undefined, async () => ({})]) {
      const opening = openPostgresStore({ client: { ...client, connect } as never, onCommit: () => {} });
      await expect(opening).rejects.toThrow(/^Expected a client with connect\(\) for onCommit/);
      await expect(opening).rejects.toThrow(TypeError);
    }
  });

  it("refuses options and sources that make no sense, before it asks anybody", async () => {
    const client = {
      query: () => {
        throw new Error("Expected not to be asked.");
      },
    };
    const open = (options: unknown) => openPostgresStore({ client }, options as object);
    await expect(open({ preparedStatement: true })).rejects.toThrow("Did you mean preparedStatements?");
    for (const options of [
      { migrate: 1 },
      { preparedStatements: "no" },
      { tablePrefix: "A" },
      { schemaName: "a b" },
    ]) {
      await expect(open(options)).rejects.toThrow(TypeError);
    }
    for (const source of [
      null,
      {},
      { client: {} },
      { client, onCommit: 7 },
      { client, oncommit: () => {} },
    ]) {
      await expect(openPostgresStore(source as never)).rejects.toThrow(TypeError);
    }
    const none = {
      tablePrefix: undefined,
      schemaName: undefined,
      migrate: undefined,
      preparedStatements: undefined,
    };
    await expect(
      openPostgresStore({ client: database.admin, onCommit: undefined }, none),
    ).resolves.toBeDefined();
  });

  it("says so when the user or the password is wrong", async () => {
    const url = Object.assign(new URL(database.url), { username: "nobody", password: "wrong" });
    await expectFailure({ connectionString: url.href }, /^Expected to be let in, got a refusal.*\(28/);
  });

  it("says so when there is no such database", async () => {
    const url = Object.assign(new URL(database.url), { pathname: "/none" });
    await expectFailure({ connectionString: url.href }, /^Expected a database that exists.*\(3D000\)/);
  });

  it("says so when no server is there, by address or by name", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    for (const host of ["127.0.0.1", "localhost"]) {
      await expectFailure(
        { host, port, user: "a", password: "b" },
        /^Expected a server within reach.*ECONNREFUSED/,
      );
    }
  });

  it("says so when it may make no tables, and works where somebody else has made them", async () => {
    const role = `${database.schemaName}_role`;
    await database.admin.query(
      `CREATE ROLE ${role}; GRANT USAGE ON SCHEMA ${database.schemaName} TO ${role}`,
    );
    try {
      const pool = database.pool({ max: 1 });
      await pool.query(`SET ROLE ${role}`);
      const tablePrefix = "granted_";
      await expect(openPostgresStore({ client: pool }, { tablePrefix })).rejects.toMatchObject({
        code: "store_failed",
        message: expect.stringMatching(/postgresDdl\(\).*\(42501\)/),
      });
      await openPostgresStore({ client: database.admin }, { tablePrefix });
      await database.admin.query(
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${database.schemaName} TO ${role}`,
      );
      // Whoever may not make tables can still open with migrate: true: there is nothing to make.
      const store = await openPostgresStore({ client: pool }, { tablePrefix });
      expect(await store.create(newNegotiation())).toEqual({ ok: true });
      await pool.end();
    } finally {
      await database.admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it("ST-19: refuses a server that is too old, and a database that cannot keep every string", async () => {
    for (const [version, encoding] of [
      ["120022", "UTF8"],
      ["180004", "LATIN1"],
    ]) {
      const client = { query: async () => ({ rows: [{ version, encoding }] }) };
      await expect(openPostgresStore({ client })).rejects.toMatchObject({
        code: "store_failed",
        message: expect.stringContaining(`got ${version} in ${encoding}. Upgrade`),
      });
    }
  });
});

async function expectFailure(settings: pg.PoolConfig, words: RegExp): Promise<void> {
  const client = new pg.Pool(settings);
  const failure = await openPostgresStore({ client }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "store_failed", message: expect.stringMatching(words) });
  // Nothing that is secret.
  expect((failure as Error).message).not.toMatch(/wrong|nobody/);
  await client.end();
}
