import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogPort } from "../../../src/ports/index.js";
import type { PostgresClient } from "../../../src/stores/postgres/index.js";
import { openPostgresLog, openPostgresStore, postgresLogDdl } from "../../../src/stores/postgres/index.js";
import { newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { appendsAfterOldLog, oldLog, plainLog } from "../../oap/log-fixtures.js";
import { testLogPort } from "../../oap/log-port-suite.js";
import { type TestDatabase, testDatabase } from "../postgres-database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const prefixes = new Map<LogPort, string>();
const opened = async (tablePrefix: string, options = ""): Promise<LogPort> => {
  const client = database.pool({ max: 4, options });
  // All connections are there before they race.
  await Promise.all([1, 2, 3, 4].map(() => client.query("SELECT 1")));
  const log = await openPostgresLog({ client }, { tablePrefix });
  prefixes.set(log, tablePrefix);
  return log;
};

for (const isolation of ["read committed", "serializable"]) {
  const options = `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`;
  testLogPort({
    name: `PostgreSQL (${isolation})`,
    create: () => opened(`log_${prefixes.size}_`, options),
    openSecond: (log) => opened(prefixes.get(log)!, options),
  });
}

const [entry] = plainLog(1);

describe("a log in PostgreSQL", () => {
  it("SG-35: shares a schema with a store, and has one of its own where it is asked to", async () => {
    const client = database.admin;
    const tablePrefix = "shared_";
    const store = await openPostgresStore({ client }, { tablePrefix });
    const log = await openPostgresLog({ client }, { tablePrefix });
    expect(await store.create(newNegotiation())).toEqual({ ok: true });
    expect(await log.append(entry!)).toBe(true);
    const schemaName = `${database.schemaName}_own`;
    try {
      const own = await openPostgresLog({ client }, { schemaName });
      expect([await own.append(entry!), await own.size(), await log.size()]).toEqual([true, 1, 1]);
    } finally {
      await client.query(`DROP SCHEMA IF EXISTS ${schemaName} CASCADE`);
    }
  });

  it("ST-64: is made once when nodes open an empty schema at the same time", async () => {
    for (const isolation of ["read committed", "serializable"]) {
      const tablePrefix = `race_${isolation.replace(" ", "_")}_`;
      const options = `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`;
      const nodes = [1, 2, 3].map(() => database.pool({ max: 2, options }));
      await Promise.all(nodes.map((node) => node.query("SELECT 1")));
      const logs = await Promise.all(nodes.map((client) => openPostgresLog({ client }, { tablePrefix })));
      const added = await Promise.all(logs.map((log) => log.append(entry!)));
      expect(added.filter((isAdded) => isAdded)).toHaveLength(1);
      expect((await database.admin.query(`SELECT layout FROM ${tablePrefix}log_meta`)).rows).toHaveLength(1);
    }
  });

  it("ST-64: can be made by hand, is only looked at with migrate: false, and a newer one is refused", async () => {
    const client = database.admin;
    const options = { tablePrefix: "hand_", migrate: false };
    await expect(openPostgresLog({ client }, options)).rejects.toMatchObject({
      code: "schema_unsupported",
      message: expect.stringContaining("Run the SQL of postgresLogDdl()"),
    });
    await client.query(`BEGIN; ${postgresLogDdl({ tablePrefix: "hand_" })} COMMIT;`);
    const log = await openPostgresLog({ client }, options);
    expect(await log.append(entry!)).toBe(true);
    await client.query("UPDATE hand_log_meta SET layout = 3");
    await expect(openPostgresLog({ client }, { tablePrefix: "hand_" })).rejects.toMatchObject({
      message: "Expected tables of layout 2, got layout 3. Upgrade this process.",
    });
    expect(() => postgresLogDdl({ tableprefix: "a" } as object)).toThrow("Did you mean tablePrefix?");
    expect(postgresLogDdl({ schemaName: "select" })).toContain('CREATE TABLE "select".concordat_log (');
  });

  it("takes on a log of an older layout, also one that holds an agreement twice, and adds no third [OAP-50]", async () => {
    const client = database.admin;
    await client.query(`CREATE TABLE older_log (seq bigint NOT NULL PRIMARY KEY, entry text NOT NULL,
      disclosures text NOT NULL); CREATE TABLE older_log_meta (layout integer NOT NULL);
      INSERT INTO older_log_meta (layout) VALUES (1)`);
    for (const entry of oldLog) {
      await client.query("INSERT INTO older_log VALUES ($1, $2, '{}')", [entry.seq, JSON.stringify(entry)]);
    }
    const log = await openPostgresLog({ client }, { tablePrefix: "older_" });
    for (const [late, isAdded] of appendsAfterOldLog) expect(await log.append(late)).toBe(isAdded);
    const again = await openPostgresLog({ client }, { tablePrefix: "older_", migrate: false });
    expect(await again.size()).toBe(oldLog.length + 1);
  });

  it("SG-35: leaves its outcome open when the connection breaks, and the same append can be made again", async () => {
    const pool = database.pool({ max: 1 });
    let breaks = false;
    const client: PostgresClient = {
      query: async (query) => {
        const answer = await pool.query(query);
        if (breaks) throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
        return answer;
      },
    };
    const log = await openPostgresLog({ client }, { tablePrefix: "broken_" });
    breaks = true;
    await expect(log.append(entry!)).rejects.toThrow(/may have been done/);
    breaks = false;
    expect([await log.append(entry!), await log.size()]).toEqual([false, 1]);
  });

  it("SG-35: waits for an append under way elsewhere, and then gives way", async () => {
    const pool = database.pool({ max: 1, application_name: `${database.schemaName}_waits` });
    const log = await openPostgresLog({ client: pool }, { tablePrefix: "waits_" });
    const other = await database.admin.connect();
    await other.query("BEGIN; INSERT INTO waits_log VALUES (0, '{}', '{}')");
    const appending = log.append(entry!);
    const text = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'";
    // Each look is a round trip: it waits for the lock, and not for a clock.
    while ((await database.admin.query(text, [`${database.schemaName}_waits`])).rows.length === 0);
    await other.query("COMMIT");
    other.release();
    expect(await appending).toBe(false);
  });

  it("refuses options and clients that make no sense, before it asks anybody", async () => {
    await expect(openPostgresLog({ client: {} as never })).rejects.toThrow(TypeError);
    const client = { query: () => Promise.reject(new Error("Expected not to be asked.")) };
    await expect(openPostgresLog({ client }, { migrate: 1 as never })).rejects.toThrow(TypeError);
    await expect(openPostgresLog({ client }, { tablePrefix: "A" })).rejects.toThrow(TypeError);
  });

  it("SG-35: finds the end of a long log by its index", async () => {
    const log = await openPostgresLog({ client: database.admin }, { tablePrefix: "long_" });
    await database.admin.query(
      "INSERT INTO long_log SELECT n, '{}', '{}' FROM generate_series(0, 19999) n; ANALYZE long_log",
    );
    expect(await log.size()).toBe(20_000);
    const { rows } = await database.admin.query("EXPLAIN SELECT coalesce(max(seq) + 1, 0) FROM long_log");
    expect(JSON.stringify(rows)).toMatch(/Index Only Scan Backward using long_log_pkey/);
  });
});
