import { describe, expect, it } from "vitest";
import { HookFailure, withinTransaction } from "../../../src/stores/postgres/commit-hook.js";
import type { CommitHook, PostgresAnswer, PostgresQuery } from "../../../src/stores/postgres/index.js";
import { PostgresSession } from "../../../src/stores/postgres/postgres-session.js";
import { postgresTables } from "../../../src/stores/postgres/postgres-tables.js";

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
  it("names its channel after its tables, in at most 63 bytes", () => {
    expect(session().made.channel).toBe("concordat_outbox deals");
    expect(session({ schemaName: "s".repeat(63) }).made.channel).toHaveLength(63);
  });

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

const COMMITTED = { id: "neg-1", version: 1, roomId: "r", deadline: null };

/** A pool that notes what its connection is asked; `answer` may throw. */
function pool(answer: (text: string) => PostgresAnswer | undefined = () => undefined) {
  const log: string[] = [];
  const listeners = new Set<unknown>();
  const query = async ({ text, values }: PostgresQuery): Promise<PostgresAnswer> => {
    log.push(values === undefined ? text : `${text} ${JSON.stringify(values)}`);
    return answer(text) ?? { rows: text === "WRITE" ? [{ room_id: "r" }] : [], command: text };
  };
  const connection = {
    query,
    release: (isBroken?: boolean) => void log.push(isBroken ? "break" : "release"),
    on: (_: string, listener: unknown) => void listeners.add(listener),
    removeListener: (_: string, listener: unknown) => void listeners.delete(listener),
  };
  return { client: { query, connect: async () => connection }, log, listeners };
}

function committed(made: ReturnType<typeof pool>, hook: CommitHook): Promise<boolean> {
  return withinTransaction(made.client, { text: "WRITE" }, hook, (roomId) => ({ ...COMMITTED, roomId }));
}

function failing(on: string, error: Error) {
  return (text: string) => {
    if (text === on) throw error;
    return undefined;
  };
}

describe("a commit with a hook", () => {
  it("ST-70: is BEGIN, the statement, the hook, COMMIT, on one connection that is given back", async () => {
    const made = pool();
    const told: unknown[] = [];
    const isWritten = await committed(made, async (committed, db) => {
      told.push(committed, made.listeners.size);
      await db.executeSql("INSERT", ["a"]);
      await db.executeSql("SELECT");
    });
    expect(isWritten).toBe(true);
    expect(told).toEqual([{ ...COMMITTED, roomId: "r" }, 1]);
    expect(made.log).toEqual(["BEGIN", "WRITE", 'INSERT ["a"]', "SELECT []", "COMMIT", "release"]);
    expect(made.listeners.size).toBe(0);
  });

  it("rolls back, and tells nobody, when there was nothing to write", async () => {
    const made = pool((text) => (text === "WRITE" ? { rows: [] } : undefined));
    const hook = () => {
      throw new Error("Expected not to be told.");
    };
    expect(await committed(made, hook)).toBe(false);
    expect(made.log).toEqual(["BEGIN", "WRITE", "ROLLBACK", "release"]);
  });

  it("ST-10: rolls back when the hook throws, at once or later", async () => {
    const error = new Error("the hook failed");
    const atOnce: CommitHook = () => {
      throw error;
    };
    for (const hook of [atOnce, async () => Promise.reject(error)]) {
      const made = pool();
      const thrown = await committed(made, hook).catch((caught: unknown) => caught);
      expect(thrown).toBeInstanceOf(HookFailure);
      expect((thrown as Error).cause).toBe(error);
      expect(made.log).toEqual(["BEGIN", "WRITE", "ROLLBACK", "release"]);
    }
  });

  it("gives the error of one of the hook's statements as it came", async () => {
    const error = Object.assign(new Error("serialization"), { code: "40001" });
    const made = pool(failing("INSERT", error));
    await expect(committed(made, async (_, db) => void (await db.executeSql("INSERT")))).rejects.toBe(error);
    expect(made.log.slice(-2)).toEqual(["ROLLBACK", "release"]);
  });

  it("ST-14: is no success when the server answers COMMIT with ROLLBACK", async () => {
    const made = pool((text) => (text === "COMMIT" ? { rows: [], command: "ROLLBACK" } : undefined));
    await expect(committed(made, () => {})).rejects.toThrow(
      /^Expected onCommit to throw when one of its statements/,
    );
  });

  it("closes a connection that cannot even roll back", async () => {
    const error = new Error("Connection terminated unexpectedly");
    const made = pool((text) => {
      if (text === "COMMIT" || text === "ROLLBACK") throw error;
      return undefined;
    });
    await expect(committed(made, () => {})).rejects.toBe(error);
    expect(made.log.slice(-2)).toEqual(["ROLLBACK", "break"]);
    expect(made.listeners.size).toBe(0);
  });

  it("takes no statement when it is over", async () => {
    const made = pool();
    let late: (() => Promise<unknown>) | undefined;
    await committed(made, (_, db) => {
      late = () => db.executeSql("INSERT");
    });
    await expect(late?.()).rejects.toThrow("Expected statements before onCommit is done");
    expect(made.log).not.toContain("INSERT []");
  });
});
