import { describe, expect, it } from "vitest";
import { HookFailure, withinTransaction } from "../../../src/stores/postgres/commit-hook.js";
import type { CommitHook, PostgresAnswer, PostgresQuery } from "../../../src/stores/postgres/index.js";

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

function run(made: ReturnType<typeof pool>, hook: CommitHook): Promise<boolean> {
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
    const isWritten = await run(made, async (committed, db) => {
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
    expect(await run(made, hook)).toBe(false);
    expect(made.log).toEqual(["BEGIN", "WRITE", "ROLLBACK", "release"]);
  });

  it("ST-10: rolls back when the hook throws, at once or later", async () => {
    const error = new Error("the hook failed");
    const atOnce: CommitHook = () => {
      throw error;
    };
    for (const hook of [atOnce, async () => Promise.reject(error)]) {
      const made = pool();
      const thrown = await run(made, hook).catch((caught: unknown) => caught);
      expect(thrown).toBeInstanceOf(HookFailure);
      expect((thrown as Error).cause).toBe(error);
      expect(made.log).toEqual(["BEGIN", "WRITE", "ROLLBACK", "release"]);
    }
  });

  it("gives the error of one of the hook's statements as it came", async () => {
    const error = Object.assign(new Error("serialization"), { code: "40001" });
    const made = pool(failing("INSERT", error));
    await expect(run(made, async (_, db) => void (await db.executeSql("INSERT")))).rejects.toBe(error);
    expect(made.log.slice(-2)).toEqual(["ROLLBACK", "release"]);
  });

  it("ST-14: is no success when the server answers COMMIT with ROLLBACK", async () => {
    const made = pool((text) => (text === "COMMIT" ? { rows: [], command: "ROLLBACK" } : undefined));
    await expect(run(made, () => {})).rejects.toThrow(
      /^Expected onCommit to throw when one of its statements/,
    );
  });

  it("closes a connection that cannot even roll back", async () => {
    const error = new Error("Connection terminated unexpectedly");
    const made = pool((text) => {
      if (text === "COMMIT" || text === "ROLLBACK") throw error;
      return undefined;
    });
    await expect(run(made, () => {})).rejects.toBe(error);
    expect(made.log.slice(-2)).toEqual(["ROLLBACK", "break"]);
    expect(made.listeners.size).toBe(0);
  });

  it("takes no statement when it is over", async () => {
    const made = pool();
    let late: (() => Promise<unknown>) | undefined;
    await run(made, (_, db) => {
      late = () => db.executeSql("INSERT");
    });
    await expect(late?.()).rejects.toThrow("Expected statements before onCommit is done");
    expect(made.log).not.toContain("INSERT []");
  });
});
