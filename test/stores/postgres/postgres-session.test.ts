import { describe, expect, it } from "vitest";
import type { PostgresQuery } from "../../../src/stores/postgres/index.js";
import { postgresTables } from "../../../src/stores/postgres/postgres-layout.js";
import { PostgresSession } from "../../../src/stores/postgres/postgres-session.js";

/** A session over a client that fails so often, with that code. */
function session({ failures = 0, code = "40001", isPreparing = true, schemaName = "deals" } = {}) {
  const queries: PostgresQuery[] = [];
  const client = {
    query: async (query: PostgresQuery) => {
      queries.push(query);
      if (queries.length <= failures) throw Object.assign(new Error("it failed"), { code });
      return { rows: [{ one: 1 }] };
    },
  };
  const tables = postgresTables({ schemaName });
  return { queries, made: new PostgresSession({ client, tables, isPreparing, onCommit: undefined }) };
}

describe("PostgresSession", () => {
  it("ST-45: numbers what is bound, and sends a copy", async () => {
    const { queries, made } = session();
    const values = ["x", 1];
    await made.rows("SELECT ? WHERE a = ?", values);
    expect(queries[0]).toMatchObject({ text: "SELECT $1 WHERE a = $2", values: ["x", 1] });
    expect(queries[0]?.values).not.toBe(values);
  });

  it("ST-65: names a statement after its text, so that stores can share connections", async () => {
    const [one, other] = [session(), session({ schemaName: "others" })];
    for (const { made } of [one, other]) {
      for (const sql of Object.values(made.statements)) await made.rows(sql, []);
      await made.rows(made.statements.load, []);
    }
    const texts = new Map<string | undefined, Set<string>>();
    for (const { name, text } of [...one.queries, ...other.queries]) {
      texts.set(name, (texts.get(name) ?? new Set()).add(text));
    }
    expect([...texts.values()].every((found) => found.size === 1)).toBe(true);
    // One that asks for no table is the same for both.
    const all = [one, other].flatMap(({ made }) => Object.values(made.statements));
    expect(texts.size).toBe(new Set(all).size);
    // PostgreSQL cuts longer ones.
    for (const name of texts.keys()) expect(name).toMatch(/^concordat_[0-9a-z]{1,7}_[0-9a-z]{1,7}$/);
  });

  it("ST-65: names none where connections keep none", async () => {
    const { queries, made } = session({ isPreparing: false });
    await made.rows(made.statements.load, ["a"]);
    expect(Object.keys(queries[0] ?? {})).toEqual(["text", "values"]);
  });

  it.each(["40001", "40P01"])(
    "ST-61: runs again what the server took back (%s), and not without end",
    async (code) => {
      const patient = session({ failures: 9, code });
      expect(await patient.made.rows("SELECT 1", [])).toEqual([{ one: 1 }]);
      expect(patient.queries).toHaveLength(10);
      const hopeless = session({ failures: 99, code });
      await expect(hopeless.made.rows("SELECT 1", [])).rejects.toMatchObject({ code });
      expect(hopeless.queries).toHaveLength(10);
    },
  );

  it("ST-61: runs nothing again whose outcome is unknown, and no write at all", async () => {
    const lost = session({ failures: 1, code: "57P01" });
    await expect(lost.made.rows("DELETE", [])).rejects.toThrow("Expected the connection to last");
    expect(lost.queries).toHaveLength(1);
    const write = session({ failures: 1 });
    const told = () => ({ id: "a", version: 0, roomId: "r", deadline: null });
    await expect(write.made.write("UPDATE", [], told)).rejects.toMatchObject({ code: "40001" });
    expect(write.queries).toHaveLength(1);
    expect(await write.made.write("UPDATE", [], told)).toBe(true);
  });
});
