import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import type { NegotiationError } from "../../../src/errors.js";
import { postgresDdl } from "../../../src/stores/postgres/index.js";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import {
  openSqliteLog,
  openSqliteStore,
  type SqliteStoreOptions,
  sqliteDdl,
  sqliteLogDdl,
} from "../../../src/stores/sqlite/index.js";
import { newCommit, newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { databaseFolder, nodeSqlite, openDatabase } from "../sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());
afterEach(() => {
  vi.restoreAllMocks();
});

describe("openSqliteStore", () => {
  it("ST-52: waits 5 s for others, writes ahead, and outlives the loss of power", () => {
    const database = openDatabase(folder.newFile());
    // As a `DatabaseSync` of Node comes: it waits for nobody.
    database.exec("PRAGMA busy_timeout = 0");
    openSqliteStore({ database });
    expect(settingsOf(database)).toEqual({ timeout: 5_000, journal_mode: "wal", synchronous: 2 });
    openSqliteStore({ database }, { durability: "process", busyTimeoutMs: 70 });
    expect(settingsOf(database)).toEqual({ timeout: 70, journal_mode: "wal", synchronous: 1 });
    openSqliteStore({ database }, { durability: "power", busyTimeoutMs: 0 });
    expect(settingsOf(database)).toEqual({ timeout: 0, journal_mode: "wal", synchronous: 2 });
    database.close();
  });

  it("ST-51: opens a path with node:sqlite, and closes what it opened, once", () => {
    const path = folder.newFile();
    const closed: string[] = [];
    // Also on a Node without it: a class in its place, over the library that there is.
    class DatabaseSync {
      constructor(given: string) {
        const database = openDatabase(given);
        let isOpen = true;
        const close = (): void => {
          // As Node's does.
          if (!isOpen) throw new Error("database is not open");
          isOpen = false;
          closed.push(given);
          database.close();
        };
        return {
          exec: (sql: string) => database.exec(sql),
          prepare: (sql: string) => database.prepare(sql),
          close,
        };
      }
    }
    vi.spyOn(process, "getBuiltinModule").mockReturnValue({ DatabaseSync } as never);
    const store = openSqliteStore({ path });
    expect(store.create(newNegotiation())).toEqual({ ok: true });
    store.close();
    store.close();
    expect(closed).toEqual([path]);
    const again = openSqliteStore({ path });
    expect(again.load("neg-1")).not.toBeNull();
    again.close();
    expect(() => openSqliteStore({ path }, { tablePrefix: "other_", migrate: false })).toThrow("none");
    expect(closed).toEqual([path, path, path]);
  });

  it("ST-51: without node:sqlite a path is refused with what to do", () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    expect(failureOf(() => openSqliteStore({ path: "a.db" })).code).toBe("dependency_missing");
  });

  it("ST-53: refuses a connection that is within a transaction, whether it says so or not", () => {
    const database = openDatabase(folder.newFile());
    database.exec("CREATE TABLE mine (n); BEGIN; INSERT INTO mine VALUES (1)");
    const silent: SqliteHandle = {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => database.prepare(sql),
      close: () => database.close(),
    };
    expect(() => openSqliteStore({ database })).toThrow(TypeError);
    expect(() => openSqliteStore({ database: silent })).toThrow(/is in no transaction/);
    database.exec("COMMIT");
    expect(database.prepare("SELECT n FROM mine").all()).toHaveLength(1);
    expect(openSqliteStore({ database: silent }).load("neg-1")).toBeNull();
    database.close();
  });

  it("refuses options and sources that make no sense", () => {
    const database = openDatabase(":memory:");
    const open = (options: unknown) => () => openSqliteStore({ database }, options as SqliteStoreOptions);
    expect(open({ durabilty: "power" })).toThrow("Did you mean durability?");
    expect(open({ durability: "full" })).toThrow(TypeError);
    expect(open({ migrate: 1 })).toThrow(TypeError);
    expect(open({ tablePrefix: "A" })).toThrow(TypeError);
    for (const busyTimeoutMs of [-1, 0.5, 2_147_483_648, Number.NaN, "5"]) {
      expect(open({ busyTimeoutMs })).toThrow(RangeError);
    }
    for (const options of [null, 5]) {
      const calls = [
        open(options),
        () => openSqliteLog({ database }, options as never),
        ...[sqliteDdl, sqliteLogDdl, postgresDdl].map((ddl) => () => ddl(options as never)),
      ];
      for (const call of calls)
        expect(call).toThrow(/^Expected options to be of type object, got (null|5)\.$/);
    }
    const none = {
      durability: undefined,
      busyTimeoutMs: undefined,
      tablePrefix: undefined,
      migrate: undefined,
    };
    expect(open(none)).not.toThrow();
    for (const source of [
      {},
      { path: "" },
      { path: 7 },
      { database: {} },
      { path: "a", database },
      null,
      "a",
    ]) {
      expect(() => openSqliteStore(source as never)).toThrow(/^Expected \{ path \}/);
    }
    database.close();
  });

  it("works in memory", () => {
    const database = openDatabase(":memory:");
    const store = openSqliteStore({ database });
    expect(store.create(newNegotiation())).toEqual({ ok: true });
    store.close();
    database.close();
  });
});

describe("what is wrong with a database", () => {
  it("is said of a file that is none", () => {
    const path = folder.newFile();
    writeFileSync(path, "This is a text, and quite a long one at that.\n".repeat(100));
    const database = openDatabase(path);
    expect(failureOf(() => openSqliteStore({ database }))).toMatchObject({
      code: "store_failed",
      message: expect.stringMatching(/another kind of file/),
      details: { sqlite: "SQLITE_NOTADB" },
    });
    database.close();
  });

  it.each([50, 600, 4_096, 40_000])("is said of a file that was cut off after %i bytes", (size) => {
    const path = folder.newFile();
    const writer = openDatabase(path);
    openSqliteStore({ database: writer }).create(newNegotiation({ state: { text: "x".repeat(40_000) } }));
    writer.close();
    truncateSync(path, size);
    const database = openDatabase(path);
    expect(failureOf(() => openSqliteStore({ database }))).toMatchObject({
      code: "store_failed",
      message: expect.stringMatching(/damaged one. Restore it from a backup/),
      details: { sqlite: "SQLITE_CORRUPT" },
    });
    database.close();
    expect(statSync(path).size).toBe(size);
  });

  it("is said of a page that was overwritten, when it is read; the others can be read", () => {
    const path = folder.newFile();
    const writer = openDatabase(path);
    openSqliteStore({ database: writer }).create(newNegotiation({ outbox: [{ type: "x", body: null }] }));
    const query = "SELECT rootpage AS page FROM sqlite_schema WHERE name = 'concordat_outbox'";
    const { page } = writer.prepare(query).get() as { readonly page: number };
    writer.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, (page - 1) * 4_096, page * 4_096));
    const database = openDatabase(path);
    const store = openSqliteStore({ database });
    expect(store.load("neg-1")?.version).toBe(0);
    expect(() => store.readOutbox({ after: null, limit: 9 })).toThrow(
      /^Expected a sound database, got a damaged one.*\(SQLITE_CORRUPT\)$/,
    );
    database.close();
  });

  it("is said of a wrong path", () => {
    const missing = join(dirname(folder.newFile()), "no", "such", "folder", "a.db");
    const directory = folder.newFile();
    mkdirSync(directory);
    if (nodeSqlite === undefined) {
      // A class in place of Node's own, over the library that there is.
      const DatabaseSync = vi.fn(openDatabase);
      vi.spyOn(process, "getBuiltinModule").mockReturnValue({ DatabaseSync } as never);
    }
    // better-sqlite3 looks for the folder itself, and says so in words of its own.
    for (const path of nodeSqlite === undefined ? [directory] : [missing, directory]) {
      expect(failureOf(() => openSqliteStore({ path }))).toMatchObject({
        code: "store_failed",
        message: expect.stringMatching(/Check that its folder exists/),
        details: { sqlite: "SQLITE_CANTOPEN" },
      });
    }
  });

  it("is said of a read-only one, when it is opened and when it is written", () => {
    const path = folder.newFile();
    openDatabase(path).close();
    const database = openDatabase(path, { isReadOnly: true });
    expect(failureOf(() => openSqliteStore({ database }))).toMatchObject({ code: "store_failed" });
    database.close();
    const writer = openDatabase(path);
    openSqliteStore({ database: writer }).create(newNegotiation());
    const reader = openDatabase(path, { isReadOnly: true });
    const store = openSqliteStore({ database: reader });
    expect(store.load("neg-1")).not.toBeNull();
    expect(() => store.commit(newCommit({ expectedVersion: 0 }))).toThrow(
      /^Expected a database that can be written, got a read-only one.*\(SQLITE_READONLY\)$/,
    );
    reader.close();
    writer.close();
  });

  it("is said of one that another connection keeps locked while it is opened; later it opens", () => {
    const path = folder.newFile();
    const [mine, other] = [openDatabase(path), openDatabase(path)];
    other.exec("BEGIN EXCLUSIVE; CREATE TABLE mine (n)");
    expect(failureOf(() => openSqliteStore({ database: mine }, { busyTimeoutMs: 50 }))).toMatchObject({
      code: "store_failed",
      message: expect.stringMatching(/keeps locked.*busyTimeoutMs/),
      details: { sqlite: "SQLITE_BUSY" },
    });
    other.exec("COMMIT");
    expect(openSqliteStore({ database: mine }, { busyTimeoutMs: 50 }).load("neg-1")).toBeNull();
    mine.close();
    other.close();
  });

  it("is said of one that another connection keeps locked; later it works", () => {
    const path = folder.newFile();
    const [mine, other] = [openDatabase(path), openDatabase(path)];
    const store = openSqliteStore({ database: mine }, { busyTimeoutMs: 20 });
    store.create(newNegotiation());
    other.exec("BEGIN IMMEDIATE");
    const commit = newCommit({ expectedVersion: 0 });
    expect(() => store.commit(commit)).toThrow(/keeps locked.*busyTimeoutMs.*\(SQLITE_BUSY\)$/);
    expect(store.load("neg-1")?.version).toBe(0);
    other.exec("COMMIT");
    expect(store.commit(commit)).toEqual({ ok: true, version: 1 });
    mine.close();
    other.close();
  });

  it("is said of a full disk; nothing is written, and with room again the same command works", () => {
    const database = openDatabase(folder.newFile());
    const store = openSqliteStore({ database }, { durability: "process" });
    store.create(newNegotiation());
    const { page_count: count } = database.prepare("PRAGMA page_count").get() as { page_count: number };
    database.exec(`PRAGMA max_page_count = ${count}`);
    const commit = newCommit({ expectedVersion: 0, state: { text: "x".repeat(100_000) } });
    expect(() => store.commit(commit)).toThrow(/full disk.*\(SQLITE_FULL\)$/);
    expect([store.load("neg-1")?.version, store.entries("neg-1").length]).toEqual([0, 1]);
    database.exec("PRAGMA max_page_count = 1000000");
    expect(store.commit(commit)).toEqual({ ok: true, version: 1 });
    database.close();
  });

  it("is said of a connection that its owner closed", () => {
    const database = openDatabase(folder.newFile());
    const store = openSqliteStore({ database });
    database.close();
    expect(failureOf(() => store.load("neg-1")).code).toBe("store_closed");
    expect(failureOf(() => store.create(newNegotiation())).code).toBe("store_closed");
    expect(() => store.close()).not.toThrow();
  });
});

function settingsOf(database: SqliteHandle): object {
  const read = (name: string): unknown => database.prepare(`PRAGMA ${name}`).get();
  return Object.assign({}, read("busy_timeout"), read("journal_mode"), read("synchronous"));
}

function failureOf(call: () => unknown): NegotiationError {
  try {
    call();
  } catch (error) {
    return error as NegotiationError;
  }
  throw new Error("Expected a throw, got none.");
}
