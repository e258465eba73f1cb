import { describe, expect, it } from "vitest";
import { countSql, listSql } from "../../../src/stores/sql/index.js";

const T = { name: "t", finality: ["is_final = 1", "is_final = 0"] } as const;

const ALL = {
  roomId: "r",
  partyId: "p",
  status: "open",
  isFinal: false,
  floor: "f",
  updatedSince: 5,
  exclusiveKey: "k",
  createCommandId: "c",
};

describe("the SQL of listings", () => {
  it("ST-45: binds every value, and has a place for each", () => {
    const hostile = "x'; DROP TABLE t; --";
    const query = { ...ALL, roomId: hostile, partyId: hostile, status: hostile, floor: hostile };
    for (const { sql, values } of [
      listSql(T, query, { rank: 7, id: hostile }, 3),
      listSql(T, query, undefined, 3),
      listSql(T, {}, undefined, 3),
      countSql(T, query, 10),
      countSql(T, {}, 10),
    ]) {
      expect(sql.match(/\?/g)).toHaveLength(values.length);
      expect(sql).not.toContain("DROP");
    }
  });

  it("asks with the limit that it was given, and in order", () => {
    expect(listSql(T, {}, undefined, 3)).toEqual({
      sql: expect.stringMatching(/^SELECT .* FROM t ORDER BY updated_at DESC, id LIMIT \?$/),
      values: [3],
    });
    expect(countSql(T, { status: "open" }, 10)).toEqual({
      sql: "SELECT count(*) AS count FROM (SELECT 1 FROM t WHERE status = ? LIMIT ?) AS found",
      values: ["open", 10],
    });
  });

  it("is the same for the same filters, so that a statement serves again", () => {
    expect(listSql(T, { ...ALL, roomId: "other" }, undefined, 9).sql).toBe(listSql(T, ALL, undefined, 3).sql);
  });
});
