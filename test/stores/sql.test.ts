import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COMMIT_ASSIGNMENTS,
  checkedPrefix,
  checkKeys,
  checkLayout,
  claimOfColumns,
  countSql,
  ENTRY_COLUMNS,
  entryOfColumns,
  listSql,
  ROW_COLUMNS,
  recordOf,
  recordOfColumns,
  rowOfColumns,
  sqlText,
  sqlTextOrNull,
  stringOfSql,
  stringOfSqlOrNull,
  textWithout,
  turnOfColumns,
  valuesOfCommit,
  valuesOfCreate,
  valuesOfEntry,
} from "../../src/stores/sql/index.js";
import { newCommit, newNegotiation, T0 } from "../../src/testing/stores/lab/index.js";

const PARKED = { partyId: "ada", firstParkedAt: T0, claimedBy: "agent-1" };

/** The columns by name, as a library gives them. */
function columnsOf(names: string, values: readonly unknown[]): Record<string, unknown> {
  const list = names.split(", ");
  expect(values).toHaveLength(list.length);
  return Object.fromEntries(list.map((name, index) => [name, values[index]]));
}

describe("columns", () => {
  it.each([
    newNegotiation({ parked: PARKED, exclusiveKey: "k" }),
    newNegotiation({ deadline: null, isFinal: true, floor: null, status: "rejected" }),
  ])("hold a row", (created) => {
    const columns = columnsOf(
      ROW_COLUMNS,
      valuesOfCreate(created, created.isFinal, JSON.stringify(created.state)),
    );
    const { entry, outbox, ...row } = created;
    expect(rowOfColumns(columns)).toEqual({ ...row, version: 0, turnCount: 0, updatedAt: T0 });
  });

  it("hold what a commit sets", () => {
    const commit = newCommit({ expectedVersion: 4, parked: PARKED });
    const assigned = COMMIT_ASSIGNMENTS.split(", ").filter((assignment) => assignment.includes("?"));
    expect(valuesOfCommit(commit, 0)).toHaveLength(assigned.length);
    expect(valuesOfCommit(commit, 0)[0]).toBe(5);
    expect(COMMIT_ASSIGNMENTS).toContain("lease_ends_at = 0");
  });

  it("hold an entry, with and without a turn", () => {
    for (const turn of [{ price: 40 }, null]) {
      const turnNumber = turn === null ? null : 3;
      const entry = { kind: "turn", commandId: null, turnNumber, turn, details: [1, { a: null }] };
      const columns = columnsOf(ENTRY_COLUMNS, valuesOfEntry("neg-1", 7, { schema: 1, at: T0 }, entry));
      expect(entryOfColumns(columns)).toEqual({ ...entry, version: 7, schema: 1, at: T0 });
    }
  });

  it("may be bigints", () => {
    const created = newNegotiation();
    const columns = columnsOf(ROW_COLUMNS, valuesOfCreate(created, 0, "{}"));
    const big = Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === "number" ? BigInt(value) : value,
    ]);
    expect(rowOfColumns(Object.fromEntries(big))).toEqual(rowOfColumns(columns));
    const due = { id: "a", version: 2n, room_id: "r", deadline_at: BigInt(T0), deadline_kind: "turn" };
    expect(claimOfColumns(due, T0 + 1)).toEqual({
      id: "a",
      version: 2,
      roomId: "r",
      deadline: { at: T0, kind: "turn" },
      leaseEndsAt: T0 + 1,
    });
    const event = { position: 9n, negotiation_id: "a", version: 1n, idx: 0n, type: "x", body: "null" };
    expect(recordOfColumns(event)).toEqual({
      position: "9",
      negotiationId: "a",
      version: 1,
      index: 0,
      type: "x",
      body: null,
    });
    expect(turnOfColumns({ turn: '{"b":1,"a":2}' })).toEqual({ b: 1, a: 2 });
  });
});

describe("strings in text columns", () => {
  it("are themselves, almost always", () => {
    for (const value of ["", "neg_1", "'; DROP TABLE x; --", "👩‍🚀", "é", "\n", "a\u0001"]) {
      expect(sqlText(value)).toBe(value);
      expect(stringOfSql(value)).toBe(value);
    }
  });

  it("ST-19: come back, also with U+0000, half a surrogate pair, and what looks like the mark", () => {
    for (const value of ["\0", "a\0b", "\ud800", "\udc00x", "\u0001", '\u0001"a"', "\u0001\0"]) {
      expect(stringOfSql(sqlText(value))).toBe(value);
      expect(sqlText(value)).toMatch(/^\u0001"/);
    }
    // Strings of code units: halves of pairs come up all the time.
    const anything = fc
      .array(fc.nat({ max: 0xffff }))
      .map((units) => units.map((unit) => String.fromCharCode(unit)).join(""));
    fc.assert(
      fc.property(anything, (value) => {
        const text = sqlText(value);
        expect(stringOfSql(text)).toBe(value);
        expect(text.includes("\0")).toBe(false);
        expect(Buffer.from(text, "utf8").toString("utf8")).toBe(text);
      }),
    );
  });

  it("leave null alone", () => {
    expect([sqlTextOrNull(null), stringOfSqlOrNull(null)]).toEqual([null, null]);
    expect(stringOfSqlOrNull(sqlTextOrNull("\0"))).toBe("\0");
  });
});

const T = { name: "t", entries: "e", finality: ["is_final = 1", "is_final = 0"] } as const;

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

describe("what the layouts of SQL stores have in common", () => {
  it("ST-45: takes no prefix that would have to be quoted", () => {
    for (const prefix of ["", "1a", "A", "a-b", 'a"; DROP TABLE x; --', "x".repeat(32), 7 as never]) {
      expect(() => checkedPrefix(prefix)).toThrow(TypeError);
    }
    expect([checkedPrefix(), checkedPrefix("_"), checkedPrefix("x".repeat(31))]).toEqual([
      "concordat_",
      "_",
      "x".repeat(31),
    ]);
  });

  it("names the option that was probably meant", () => {
    expect(() => checkKeys({ migrat: true }, ["tablePrefix", "migrate"])).toThrow(
      'Expected a known option, got "migrat". Did you mean migrate?',
    );
    expect(() => checkKeys({ migrate: undefined }, ["tablePrefix", "migrate"])).not.toThrow();
  });

  it("ST-42: refuses a newer layout always, and an older one unless it may be migrated", () => {
    for (const [found, migrate] of [
      [2, true],
      [2, false],
      [0, true],
      [1, true],
    ] as const) {
      expect(() => checkLayout(found, 2, migrate, "ddl")).not.toThrow();
    }
    for (const [found, migrate, words] of [
      [3, true, "Expected tables of layout 2, got layout 3. Upgrade this process."],
      [3, false, "Expected tables of layout 2, got layout 3. Upgrade this process."],
      [1, false, "got layout 1. Open the store with migrate: true."],
      [0, false, "got none. Run the SQL of ddl()"],
    ] as const) {
      expect(() => checkLayout(found, 2, migrate, "ddl")).toThrow(words);
    }
  });
});

const disclosures = {
  "/terms/price": { salt: "a", value: "40.00" },
  "/terms/units": { salt: "b", value: [] },
};

it("SG-35: a row is a record, made anew each time", () => {
  const entry = { seq: 0, prev: "genesis", kind: "agreement", at: 0, body: { text: "\0" } };
  const row = { entry: JSON.stringify(entry), disclosures: JSON.stringify(disclosures) };
  expect(recordOf(row)).toEqual({ entry, disclosures });
  expect(recordOf(row).entry).not.toBe(recordOf(row).entry);
});

it("SG-28: what is redacted is not in the text, and nothing to redact is no text", () => {
  const text = JSON.stringify(disclosures);
  expect(textWithout(text, ["/terms/price", "/terms/none"])).toBe('{"/terms/units":{"salt":"b","value":[]}}');
  expect(textWithout(text, Object.keys(disclosures))).toBe("{}");
  expect(textWithout(text, ["/terms"])).toBeUndefined();
  expect(textWithout("{}", ["/terms/price"])).toBeUndefined();
});
