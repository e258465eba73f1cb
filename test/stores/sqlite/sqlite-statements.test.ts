import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listSql } from "../../../src/stores/sql/index.js";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import { openSqliteStore } from "../../../src/stores/sqlite/index.js";
import { sqliteTable } from "../../../src/stores/sqlite/sqlite-session.js";
import { preparedStatements, sqliteSql } from "../../../src/stores/sqlite/sqlite-statements.js";
import { T0 } from "../../../src/testing/stores/lab/index.js";
import { databaseFolder, openDatabase } from "../sqlite-files.js";

const ROW_COUNT = 100_000;

const folder = databaseFolder();
let database: SqliteHandle;

beforeAll(() => {
  database = openDatabase(folder.newFile());
  openSqliteStore({ database }, { durability: "process" });
  // One in ten final, one in four parked, 1,000 rooms.
  database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROW_COUNT})
    INSERT INTO concordat_negotiation SELECT
      'neg-' || i, 0, 1, 'room-' || (i % 1000), 'create-' || i, 'ada-' || (i % 100), 'smith', 'key-' || i, 'open',
      i % 10 = 0, iif(i % 10 = 0, NULL, ${T0} + i), iif(i % 10 = 0, NULL, 'turn'), 0,
      iif(i % 4 = 1 AND i % 10 <> 0, 'ada-' || (i % 100), NULL), iif(i % 4 = 1, ${T0} - i, NULL), NULL,
      'ada', 1, '{}', ${T0}, ${T0} + i % 5000 FROM n;
    INSERT INTO concordat_entry SELECT id, 0, 1, created_at, 'created', create_command_id, 1, '{}', NULL
      FROM concordat_negotiation;
  `);
});
afterAll(() => {
  database?.close();
  folder.remove();
});

describe("plans over 100,000 rows", () => {
  const sql = sqliteSql("concordat_");

  it.each([
    ["the due scan", sql.due, "_due (deadline_at<?)"],
    ["the due scan of some rooms", sql.dueInRooms, "_due (deadline_at<?)"],
    ["the next deadline", sql.nextDeadline, "_due (deadline_at>?)"],
    ["the oldest parked", sql.parkedFree, "_parked (parked_for=? AND (first_parked_at,id)>(?,?))"],
    ["those of a claimant", sql.parkedClaimed, "_parked (parked_for=? AND (first_parked_at,id)>(?,?))"],
    ["load", sql.load, "(id=?)"],
    ["the update of a commit", sql.update, "(id=?)"],
    ["turns", sql.turns, "_turn (negotiation_id=? AND turn_number>? AND turn_number<?)"],
    ["entries", sql.entries, "PRIMARY KEY (negotiation_id=? AND version>?)"],
    ["a stored command", sql.hasCommand, "_command (negotiation_id=? AND command_id=?)"],
    ["the command of a creation", sql.createdBy, "_command (room_id=? AND create_command_id=?)"],
    ["the holder of a key", sql.holder, "_exclusive (exclusive_key=?)"],
    ["what is to be pruned", sql.settled, "_settled (updated_at<?)"],
    ["the outbox", sql.readOutbox, "PRIMARY KEY (rowid>?)"],
    ["the feed", sql.readFeed, "PRIMARY KEY (rowid>?)"],
  ])("ST-46: %s uses an index, and sorts nothing", (_, statement, index) => {
    const plan = planOf(statement);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN concordat|USE TEMP B-TREE/);
  });

  it("ST-46: lists of a room, of a party and of a key walk an index", () => {
    const planFor = (query: Parameters<typeof listSql>[1]): string =>
      planOf(listSql(sqliteTable("concordat_"), query, { rank: T0, id: "a" }, 10).sql);
    expect(planFor({ roomId: "room-1" })).toContain("_room (room_id=? AND updated_at<?)");
    expect(planFor({ partyId: "ada-1" })).toContain("_initiator (initiator_id=? AND updated_at<?)");
    expect(planFor({ partyId: "ada-1" })).toContain("_responder (responder_id=? AND updated_at<?)");
    expect(planFor({ exclusiveKey: "key-1", isFinal: false })).toContain("_exclusive (exclusive_key=?)");
    expect(planFor({ isFinal: true })).toContain("_settled (updated_at<?)");
    for (const query of [{ roomId: "room-1" }, { partyId: "ada-1" }, { isFinal: true }]) {
      expect(planFor(query)).not.toMatch(/SCAN concordat/);
    }
  });

  it.each([
    ["of a room", { roomId: "room-1" }, 0],
    ["of a party", { partyId: "ada-1" }, 2],
    ["of a party in a room", { roomId: "room-1", partyId: "ada-1" }, 2],
  ])("walk an index for a first page %s, and sort no more than a page [ST-106]", (_, query, merges) => {
    const plan = planOf(listSql(sqliteTable("concordat_"), query, undefined, 10).sql);
    expect(plan).not.toMatch(/SCAN concordat/);
    // What is sorted by its last term alone are those of one millisecond; the others merge the pages of two seats.
    expect(plan.match(/USE TEMP B-TREE FOR ORDER BY/g) ?? []).toHaveLength(merges);
  });

  it("count no further than 10,000", () => {
    const store = openSqliteStore({ database }, { durability: "process" });
    expect([store.count({}), store.count({ roomId: "room-1" }), store.count({ partyId: "smith" })]).toEqual([
      10_000, 100, 10_000,
    ]);
  });

  it("are what the statements do: each answers with what is there", () => {
    const { due, nextDeadline, parkedFree, load } = preparedStatements(database, "concordat_");
    expect(due.all(T0 + 11, T0, 1, JSON.stringify(["neg-1"]), 100)).toHaveLength(9);
    expect(nextDeadline.get()).toMatchObject({ deadline_at: T0 + 1 });
    expect(parkedFree.all("ada-1", 0, "", 1)).toMatchObject([{ id: "neg-99901" }]);
    expect(load.get("neg-77777")).toMatchObject({ room_id: "room-777" });
  });
});

function planOf(sql: string): string {
  const values = Array<number>(sql.match(/\?/g)?.length ?? 0).fill(1);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { readonly detail: string }[];
  return steps.map(({ detail }) => detail).join("\n");
}
