import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore, postgresDdl } from "../../../src/stores/postgres/index.js";
import { newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { type TestDatabase, testDatabase } from "../postgres-database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

describe("the layout", () => {
  it("ST-42: is noted with its number, and made once", async () => {
    const tablePrefix = "once_";
    await openPostgresStore({ client: database.admin }, { tablePrefix });
    const before = await shapeOf(tablePrefix);
    expect(before.length).toBeGreaterThan(50);
    expect((await database.admin.query("SELECT layout FROM once_meta")).rows).toEqual([{ layout: 1 }]);
    for (const migrate of [true, false]) {
      await openPostgresStore({ client: database.admin }, { tablePrefix, migrate });
    }
    expect(await shapeOf(tablePrefix)).toEqual(before);
    expect((await database.admin.query("SELECT layout FROM once_meta")).rows).toHaveLength(1);
  });

  it("ST-42: of a newer version is refused, and left as it is", async () => {
    const tablePrefix = "newer_";
    await openPostgresStore({ client: database.admin }, { tablePrefix });
    await database.admin.query("UPDATE newer_meta SET layout = 2");
    for (const migrate of [true, false]) {
      const opening = openPostgresStore({ client: database.admin }, { tablePrefix, migrate });
      await expect(opening).rejects.toMatchObject({
        code: "schema_unsupported",
        message: "Expected tables of layout 1, got layout 2. Upgrade this process.",
        details: { found: 2, supported: 1 },
      });
    }
    expect((await database.admin.query("SELECT layout FROM newer_meta")).rows).toEqual([{ layout: 2 }]);
  });

  it("ST-64: with migrate: false is only looked at", async () => {
    const tablePrefix = "looked_";
    await expect(
      openPostgresStore({ client: database.admin }, { tablePrefix, migrate: false }),
    ).rejects.toMatchObject({
      code: "schema_unsupported",
      message:
        "Expected tables of layout 1, got none. Run the SQL of postgresDdl(), or open the store with migrate: true.",
      details: { found: 0 },
    });
    expect(await shapeOf(tablePrefix)).toEqual([]);
  });

  it("ST-64: can be made by hand, the same as the store makes it", async () => {
    const [byHand, byStore] = [`${database.schemaName}_a`, `${database.schemaName}_b`];
    try {
      const ddl = postgresDdl({ tablePrefix: "same_", schemaName: byHand });
      await database.admin.query(`BEGIN; ${ddl} COMMIT;`);
      const options = { tablePrefix: "same_", schemaName: byStore };
      await openPostgresStore({ client: database.admin }, options);
      expect(await shapeOf("same_", byHand)).toEqual(await shapeOf("same_", byStore));
      const store = await openPostgresStore(
        { client: database.admin },
        { ...options, schemaName: byHand, migrate: false },
      );
      expect(await store.create(newNegotiation())).toEqual({ ok: true });
    } finally {
      for (const name of [byHand, byStore]) {
        await database.admin.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
      }
    }
  });

  // Where a transaction sees what was there when it began, the lock alone does not help.
  it.each(["read committed", "repeatable read", "serializable"])(
    "ST-64: is made once when nodes open an empty schema at the same time (%s)",
    async (isolation) => {
      for (let round = 0; round < 5; round++) {
        const tablePrefix = `race_${isolation.replace(" ", "_")}_${round}_`;
        const options = `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`;
        const nodes = [1, 2, 3].map(() => database.pool({ max: 2, options }));
        await Promise.all(nodes.map((node) => node.query("SELECT 1")));
        const stores = await Promise.all(
          nodes.map((client) => openPostgresStore({ client }, { tablePrefix })),
        );
        const created = stores.map((store, index) => store.create(newNegotiation({ id: `neg-${index}` })));
        expect(await Promise.all(created)).toEqual(Array(3).fill({ ok: true }));
        expect((await database.admin.query(`SELECT layout FROM ${tablePrefix}meta`)).rows).toHaveLength(1);
        await Promise.all(nodes.map((node) => node.end()));
      }
    },
  );

  it("stays as it was when a step fails", async () => {
    // In the way of the last tables.
    await database.admin.query("CREATE TABLE half_outbox (mine text)");
    const before = await shapeOf("half_");
    const opening = openPostgresStore({ client: database.admin }, { tablePrefix: "half_" });
    await expect(opening).rejects.toMatchObject({ code: "store_failed", details: { postgres: "42P07" } });
    expect(await shapeOf("half_")).toEqual(before);
  });

  it("stands beside another one, and in a schema whose name is a word of SQL", async () => {
    const one = await openPostgresStore({ client: database.admin }, { tablePrefix: "one_" });
    const two = await openPostgresStore({ client: database.admin }, { tablePrefix: "two_" });
    expect(await one.create(newNegotiation())).toEqual({ ok: true });
    expect(await two.load("neg-1")).toBeNull();
    expect(postgresDdl({ schemaName: "select" })).toContain('CREATE TABLE "select".concordat_negotiation (');
    expect(postgresDdl({ tablePrefix: "deals_" })).toContain("CREATE TABLE deals_negotiation (");
    expect(postgresDdl({ tablePrefix: "deals_" })).not.toContain("concordat");
  });

  it("ST-45: takes no name that would have to be escaped", () => {
    for (const schemaName of ["", "1a", "A", "a-b", 'a"; DROP TABLE x; --', "x".repeat(64), 7 as never]) {
      expect(() => postgresDdl({ schemaName })).toThrow(TypeError);
    }
    expect(postgresDdl({ schemaName: "x".repeat(63), tablePrefix: "_" })).toContain(
      `"${"x".repeat(63)}"._meta`,
    );
    expect(() => postgresDdl({ schemaname: "a" } as object)).toThrow("Did you mean schemaName?");
    expect(() => postgresDdl({ tablePrefix: "A" })).toThrow(TypeError);
  });

  it("ST-6: asks the server for no time", () => {
    expect(postgresDdl()).not.toMatch(/now\(\)|current_time|_timestamp|current_date/i);
  });
});

/** Columns and indexes of all tables with that prefix, without the schema's name. */
async function shapeOf(prefix: string, schemaName = database.schemaName): Promise<string[]> {
  const { rows } = await database.admin.query<{ line: string }>(
    `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) AS line
       FROM information_schema.columns WHERE table_schema = $1 AND table_name LIKE $2
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename LIKE $2 ORDER BY line`,
    [schemaName, `${prefix}%`],
  );
  return rows.map(({ line }) => line.replaceAll(schemaName, "here"));
}
