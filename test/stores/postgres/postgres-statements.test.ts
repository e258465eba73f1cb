import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../../src/stores/postgres/index.js";
import { postgresSql } from "../../../src/stores/postgres/postgres-statements.js";
import { postgresTables } from "../../../src/stores/postgres/postgres-tables.js";
import { listSql } from "../../../src/stores/sql/index.js";
import { newNegotiation, T0 } from "../../../src/testing/stores/lab/index.js";
import { type TestDatabase, testDatabase } from "../postgres-database.js";

const ROW_COUNT = 100_000;

let database: TestDatabase;
let connection: pg.PoolClient;
beforeAll(async () => {
  database = await testDatabase();
  connection = await database.admin.connect();
  await openPostgresStore({ client: database.admin });
  // One in ten final, one in four parked, 1,000 rooms.
  await connection.query(`
    INSERT INTO concordat_negotiation SELECT
      'neg-' || i, 0, 1, 'room-' || (i % 1000), 'create-' || i, 'ada-' || (i % 100), 'smith', 'key-' || i, 'open',
      i % 10 = 0, CASE WHEN i % 10 <> 0 THEN ${T0} + i END, CASE WHEN i % 10 <> 0 THEN 'turn' END, 0,
      CASE WHEN i % 4 = 1 AND i % 10 <> 0 THEN 'ada-' || (i % 100) END, CASE WHEN i % 4 = 1 THEN ${T0} - i END, NULL,
      'ada', 1, '{}', ${T0}, ${T0} + i % 5000 FROM generate_series(1, ${ROW_COUNT}) AS i;
    INSERT INTO concordat_entry SELECT id, 0, 1, created_at, 'created', create_command_id, 1, '{}', NULL
      FROM concordat_negotiation;
    INSERT INTO concordat_outbox (negotiation_id, version, idx, type, body) SELECT id, 0, 0, 'x', 'null'
      FROM concordat_negotiation;
    ANALYZE concordat_negotiation, concordat_entry, concordat_outbox;
  `);
});
afterAll(async () => {
  connection?.release();
  await database?.drop();
});

const tables = postgresTables({});
const sql = postgresSql(tables);
const table = {
  name: tables.negotiation,
  entries: tables.entry,
  finality: ["is_final", "NOT is_final"],
} as const;

// A prepared statement is planned for the values that come, and later once for all values: both must be good.
describe.each(["force_custom_plan", "force_generic_plan"])("plans over 100,000 rows (%s)", (mode) => {
  beforeAll(async () => {
    await connection.query(`SET plan_cache_mode = ${mode}`);
  });

  it.each([
    ["the due scan", sql.due, [T0 + 9, T0 + 1, T0 + 1, 1, "'{neg-1}'", 10], "_due"],
    ["the due scan of some rooms", sql.dueInRooms, [T0 + 9, T0 + 9, T0 + 9, 1, "'{}'", "'{room-1}'", 10], ""],
    ["the next deadline", sql.nextDeadline, [], "_due"],
    ["the oldest parked", sql.parkedFree, ["'ada-1'", 0, "''", 1], "_parked"],
    ["those of a claimant", sql.parkedClaimed, ["'ada-1'", "'x'", 0, "''", 1], "_parked"],
    ["load", sql.load, ["'neg-7'"], "negotiation_pkey"],
    ["turns", sql.turns, ["'neg-7'", 0, 9, "NULL"], "entry_turn"],
    ["entries", sql.entries, ["'neg-7'", -1, 9], "entry_pkey"],
    ["the reason of a refusal", sql.whyNot, ["'neg-7'", "'c'", "'neg-7'"], "entry_command"],
    ["what is in the way", sql.inTheWay, ["'room-1'", "'c'", "'neg-7'", "'key-7'"], "_exclusive"],
    ["the outbox", sql.readOutbox, ["'0'", 0, 10], "outbox_pkey"],
    ["the feed", sql.readFeed, ["'0'", 0, 10], "outbox_pkey"],
    ["the entries of many", sql.entriesOfMany, ["'{neg-7,neg-8}'", "'{0,-1}'"], "entry_pkey"],
    ["a trim of the outbox", sql.trimOutbox, ["'0'", 0], "outbox_pkey"],
    ["a deletion", sql.remove, ["'neg-7'"], "negotiation_pkey"],
    ["what is to be pruned", sql.prune, [T0 + 1, 10], "_settled"],
  ])("ST-46: %s uses an index, and reads no whole table", async (_, statement, values, index) => {
    const plan = await planOf(statement, values);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it("ST-46: what is asked all the time sorts nothing", async () => {
    for (const [statement, values] of [
      [sql.due, [T0 + 9, T0 + 1, T0 + 1, 1, "'{neg-1}'", 10]],
      [sql.nextDeadline, []],
      [sql.parkedFree, ["'ada-1'", 0, "''", 1]],
      [sql.readOutbox, ["'0'", 0, 10]],
    ] as const) {
      expect(await planOf(statement, values)).not.toMatch(/Sort/);
    }
  });

  it("ST-46: a commit finds its row by its key", async () => {
    const set = [1, 1, "'open'", false, T0, "'turn'", null, null, null, "'ada'", 1, "'{}'", T0];
    const values = [...set, "'neg-7'", 0, null, "'turn'", "'c'", 1, "'{}'", null];
    for (const plan of [
      await planOf(sql.commit, values),
      await planOf(sql.commitAndTell, [...values, "'{x}'", "'{null}'"]),
    ]) {
      expect(plan).toContain("negotiation_pkey");
      expect(plan).not.toMatch(/Seq Scan/);
    }
  });

  it("ST-46: lists of a room, of a party and of a key walk an index", async () => {
    for (const [query, index] of [
      [{ roomId: "room-1" }, "_room"],
      [{ partyId: "ada-1" }, "_initiator"],
      [{ partyId: "ada-1" }, "_responder"],
      [{ exclusiveKey: "key-7", isFinal: false }, "_exclusive"],
      [{ roomId: "room-1", isFinal: false, withTurns: true }, "_entry_turn"],
      [{ partyId: "ada-1", withTurns: true }, "_entry_turn"],
    ] as const) {
      const { sql: statement, values } = listSql(table, query, { rank: T0 + 3000, id: "a" }, 10);
      const plan = await planOf(
        statement,
        values.map((value) => (typeof value === "string" ? `'${value}'` : value)),
      );
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan/);
    }
  });
});

describe("a first page over 100,000 rows", () => {
  it.each([
    ["of a room", { roomId: "room-1" }],
    ["of a party", { partyId: "ada-1" }],
    ["of a party in a room", { roomId: "room-1", partyId: "ada-1" }],
  ])("%s walks an index in its order, and sorts no more than a page [ST-106]", async (_, query) => {
    const { sql: statement, values } = listSql(table, query, undefined, 10);
    const plan = await planOf(
      statement,
      values.map((value) => (typeof value === "string" ? `'${value}'` : value)),
    );
    expect(plan).not.toMatch(/Seq Scan/);
    // The one that is whole merges the two pages of a party.
    const sorts = plan.match(/(?<!Incremental )Sort(?! (Key|Method))/g) ?? [];
    expect(sorts.length).toBeLessThanOrEqual("partyId" in query ? 1 : 0);
    expect(plan).toMatch(/Incremental Sort/);
  });
});

describe("statements over 100,000 rows", () => {
  it("ST-45: leave the table of events out where nothing is told", () => {
    expect(sql.commit + sql.create).not.toContain(tables.outbox);
    expect(sql.commitAndTell).toContain(tables.outbox);
    expect(sql.createAndTell).toContain(tables.outbox);
  });

  it("ST-6: ask the server for no time", () => {
    expect(Object.values(sql).join()).not.toMatch(/\bnow\(|current_time|_timestamp|current_date|interval/i);
  });

  it("count no further than 10,000", async () => {
    const store = await openPostgresStore({ client: database.admin });
    const counts = [{}, { roomId: "room-1" }, { partyId: "smith" }].map((query) => store.count(query));
    expect(await Promise.all(counts)).toEqual([10_000, 100, 10_000]);
  });

  it("are what the plans are of: each answers with what is there", async () => {
    const store = await openPostgresStore({ client: database.admin });
    const due = await store.claimDue({ now: T0 + 11, limit: 100, leaseMs: 5, maxSchema: 1 });
    expect(due.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11].map((number) => `neg-${number}`));
    expect(await store.nextDeadline()).toBe(T0 + 1);
    const parked = await store.listParked({ partyId: "ada-1", claimedBy: null, limit: 1 });
    expect(parked.items).toMatchObject([{ id: "neg-99901" }]);
    expect(await store.load("neg-77777")).toMatchObject({ roomId: "room-777" });
    expect(await store.create(newNegotiation({ id: "neg-7" }))).toEqual({
      ok: false,
      reason: "exists",
      id: "neg-7",
    });
  });
});

/** The plan of a statement that is prepared, with these values as they stand in SQL. */
async function planOf(
  statement: string,
  values: readonly (string | number | boolean | null)[],
): Promise<string> {
  let count = 0;
  await connection.query(`PREPARE planned AS ${statement.replace(/\?/g, () => `$${++count}`)}`);
  try {
    const bound = values.length === 0 ? "" : `(${values.map(String).join(", ")})`;
    const { rows } = await connection.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE planned${bound}`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await connection.query("DEALLOCATE planned");
  }
}
