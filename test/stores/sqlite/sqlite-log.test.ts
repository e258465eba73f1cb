import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { createTransparencyLog } from "../../../src/oap/index.js";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import type { SqliteLog } from "../../../src/stores/sqlite/index.js";
import { openSqliteLog, openSqliteStore, sqliteLogDdl } from "../../../src/stores/sqlite/index.js";
import { newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { bundleChild } from "../../kit/child-bundle.js";
import { lineProcess } from "../../kit/line-process.js";
import { accepted, START, until, world } from "../../oap/host-setup.js";
import { appendsAfterOldLog, oldLog, plainLog, sha256, testKey } from "../../oap/log-fixtures.js";
import { testLogPort } from "../../oap/log-port-suite.js";
import { databaseFolder, openDatabase, sqliteName } from "../sqlite-files.js";

const folder = databaseFolder();
const open = new Map<unknown, { readonly path: string; readonly database: SqliteHandle }>();
afterAll(() => {
  for (const { database } of open.values()) database.close();
  folder.remove();
});

function opened(path: string): SqliteLog {
  const database = openDatabase(path);
  const log = openSqliteLog({ database }, { durability: "process" });
  open.set(log, { path, database });
  return log;
}

testLogPort({
  name: sqliteName,
  create: () => opened(folder.newFile()),
  openSecond: (log) => opened(open.get(log)!.path),
});

const disclosures = { "/terms/price": { salt: "c2VjcmV0LXNhbHQ", value: "40.00" } };
const [entry] = plainLog(1);

describe("a log in SQLite", () => {
  it("SG-35: answers at once", () => {
    const log = opened(folder.newFile());
    expect([log.append(entry!, disclosures), log.size(), log.read(0, 1)]).toEqual([
      ...[true, 1, [{ entry, disclosures }]],
    ]);
  });

  it("SG-28: has nothing left of what was redacted, neither in the file nor in its journal", () => {
    const log = opened(folder.newFile());
    const { path } = open.get(log)!;
    const bytes = (): string =>
      ["", "-wal"].map((end) => (existsSync(path + end) ? readFileSync(path + end, "latin1") : "")).join();
    // One that stands in the page of its row, and one that takes pages of its own.
    const salt = "c2VjcmV0LXNhbHQ";
    const long = { salt: "", value: `${"x".repeat(9_000)}${salt}${"x".repeat(9_000)}` };
    log.append(entry!, { ...disclosures, "/terms/long": long });
    expect(bytes()).toContain(salt);
    log.redact(0, ["/terms/price", "/terms/long"]);
    expect(bytes()).not.toContain(salt);
    expect(log.read(0, 1)).toEqual([{ entry, disclosures: {} }]);
  });

  it.each(["read", "size", "append", "redact", "openSqliteLog", "redact of another process"])(
    "has nothing left of it either where somebody read just then, once %s is called after that [SG-28]",
    (call) => {
      const log = opened(folder.newFile());
      const { path, database } = open.get(log)!;
      const isLeft = (): boolean =>
        ["", "-wal"].some((end) => readFileSync(path + end, "latin1").includes("c2VjcmV0LXNhbHQ"));
      log.append(entry!, disclosures);
      const other = opened(path);
      other.size();
      const reader = openDatabase(path);
      reader.exec("BEGIN");
      reader.prepare("SELECT count(*) FROM concordat_log").get();
      const timeout = database.prepare("PRAGMA busy_timeout").get();
      log.redact(0, ["/terms/price"]);
      expect(log.read(0, 1)).toEqual([{ entry, disclosures: {} }]);
      expect(isLeft()).toBe(true);
      reader.exec("COMMIT");
      const [, next] = plainLog(2);
      if (call === "read") log.read(0, 1);
      if (call === "size") log.size();
      if (call === "append") log.append(next!);
      if (call === "redact") log.redact(0, ["/terms/price"]);
      if (call === "redact of another process") other.redact(0, ["/terms/price"]);
      if (call === "openSqliteLog") opened(path).size();
      expect(isLeft()).toBe(false);
      expect(database.prepare("PRAGMA busy_timeout").get()).toEqual(timeout);
      reader.close();
    },
  );

  it("SG-35: shares a file with a store, and with other logs", () => {
    const database = openDatabase(folder.newFile());
    const store = openSqliteStore({ database });
    const [one, two] = [openSqliteLog({ database }), openSqliteLog({ database }, { tablePrefix: "two_" })];
    expect(store.create(newNegotiation())).toEqual({ ok: true });
    expect([one.append(entry!), one.size(), two.size()]).toEqual([true, 1, 0]);
    expect(openSqliteStore({ database }).load("neg-1")?.version).toBe(0);
    database.close();
  });

  it("ST-64: can be made by hand, is only looked at with migrate: false, and a newer one is refused", () => {
    const [byHand, byLog] = [openDatabase(folder.newFile()), openDatabase(folder.newFile())];
    const closed = { migrate: false };
    expect(() => openSqliteLog({ database: byHand }, closed)).toThrow(/Run the SQL of sqliteLogDdl\(\)/);
    byHand.exec(`BEGIN; ${sqliteLogDdl()} COMMIT;`);
    openSqliteLog({ database: byLog });
    expect(schemaOf(byHand)).toEqual(schemaOf(byLog));
    expect(openSqliteLog({ database: byHand }, closed).append(entry!)).toBe(true);
    byHand.exec("UPDATE concordat_log_meta SET layout = 3");
    expect(() => openSqliteLog({ database: byHand })).toThrow("Expected tables of layout 2, got layout 3.");
    expect(() => sqliteLogDdl({ tableprefix: "a" } as object)).toThrow("Did you mean tablePrefix?");
    expect(sqliteLogDdl({ tablePrefix: "deals_" })).not.toContain("concordat");
    byHand.close();
    byLog.close();
  });

  it("takes on a log of an older layout, also one that holds an agreement twice, and adds no third [OAP-50]", () => {
    const database = openDatabase(folder.newFile());
    database.exec(`CREATE TABLE concordat_log (seq INTEGER NOT NULL PRIMARY KEY, entry TEXT NOT NULL,
      disclosures TEXT NOT NULL) STRICT; CREATE TABLE concordat_log_meta (layout INTEGER NOT NULL) STRICT;
      INSERT INTO concordat_log_meta (layout) VALUES (1)`);
    const add = database.prepare("INSERT INTO concordat_log VALUES (?, ?, '{}')");
    for (const { seq, ...rest } of oldLog) add.run(seq, JSON.stringify({ seq, ...rest }));
    expect(() => openSqliteLog({ database }, { migrate: false })).toThrow("Expected tables of layout 2");
    const log = openSqliteLog({ database });
    for (const [late, isAdded] of appendsAfterOldLog) expect(log.append(late)).toBe(isAdded);
    expect(openSqliteLog({ database }, { migrate: false }).size()).toBe(oldLog.length + 1);
    database.close();
  });

  it.each(["entry", "disclosures"])("a row whose %s was spoilt is a changed log [SG-35]", async (column) => {
    const port = opened(folder.newFile());
    for (const each of plainLog(3)) port.append(each, disclosures);
    const [signer, clock] = [testKey(71), { now: () => 1_000 }];
    const reading = () => createTransparencyLog({ port, sha256, origin: "log", signer, clock });
    // One that has read all of it before, and one that comes to it afterwards.
    const before = reading();
    await before.checkpoint();
    open.get(port)!.database.exec(`UPDATE concordat_log SET ${column} = '{"seq' WHERE seq = 1`);
    const failed = { code: "store_failed" };
    await expect(before.receipt(1)).rejects.toMatchObject(failed);
    await expect(reading().checkpoint()).rejects.toMatchObject(failed);
  });

  it("ST-53: refuses a connection that is within a transaction, at opening and at work", () => {
    const database = openDatabase(folder.newFile());
    const log = openSqliteLog({ database });
    database.exec("BEGIN");
    expect(() => openSqliteLog({ database })).toThrow(TypeError);
    expect(() => log.append(entry!)).toThrow("in no transaction");
    database.exec("ROLLBACK");
    expect(log.append(entry!)).toBe(true);
    database.close();
    expect(() => log.size()).toThrow(expect.objectContaining({ code: "store_closed" }));
  });

  it("ST-20: once closed, throws store_closed; the connection that was handed in stays open", () => {
    const database = openDatabase(folder.newFile());
    const log = openSqliteLog({ database });
    log.close();
    log.close();
    for (const call of [() => log.size(), () => log.append(entry!), () => log.redact(0, ["/a"])]) {
      expect(call).toThrow(expect.objectContaining({ code: "store_closed" }));
    }
    expect(openSqliteLog({ database }).size()).toBe(0);
    database.close();
  });

  it("says so when another connection keeps the file locked, and works again later", () => {
    const log = opened(folder.newFile());
    const { path } = open.get(log)!;
    const other = openDatabase(path);
    const brief = openSqliteLog({ database: other }, { busyTimeoutMs: 20 });
    open.get(log)!.database.exec("BEGIN IMMEDIATE");
    expect(() => brief.append(entry!)).toThrow(/keeps locked/);
    open.get(log)!.database.exec("ROLLBACK");
    expect(brief.append(entry!)).toBe(true);
    other.close();
  });

  it("lets accept answer within its logMs while the file is locked, and has the entry once it is free [OAP-53]", async () => {
    const path = folder.newFile();
    const [database, other] = [openDatabase(path), openDatabase(path)];
    const port = openSqliteLog({ database }, { durability: "process", busyTimeoutMs: undefined });
    const { timeout } = database.prepare("PRAGMA busy_timeout").get() as { readonly timeout: number };
    // Half of the default of logMs, 2,000: SQLite waits at once, so that no timer of the host's could end it.
    expect(timeout).toBe(1_000);
    const [signer, clock] = [testKey(9), { now: () => START }];
    const log = createTransparencyLog({ port, sha256, origin: "tool.example/log", signer, clock });
    const said: string[] = [];
    const here = await world({ log, observer: { warn: (words) => said.push(words) } });
    other.exec("BEGIN IMMEDIATE");
    const { answer } = await accepted(here, async () => {
      await until(() => said.includes("log failed"));
      await here.clock.advance(2_000);
    });
    expect(answer).toMatchObject({ ok: true, logged: false, receipt: null });
    expect(port.size()).toBe(0);
    other.exec("ROLLBACK");
    await here.clock.advance(2_000);
    await until(() => port.size() === 1);
    expect(await log.find(answer.agreement.agreement_id)).toBeDefined();
    await here.service.close();
    database.close();
    other.close();
  });

  it("SG-28: two that delete at once wait for each other, so that neither fails nor is lost", () => {
    const path = folder.newFile();
    const [database, second] = [openDatabase(path), openDatabase(path)];
    const other = openSqliteLog({ database: second }, { busyTimeoutMs: 0 });
    // As if another process came just between the look and the deletion.
    let interrupt = (): void => undefined;
    const watched: SqliteHandle = {
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare(sql) {
        const statement = database.prepare(sql);
        if (!sql.startsWith("SELECT disclosures FROM")) return statement;
        const { run, all } = { run: statement.run.bind(statement), all: statement.all.bind(statement) };
        const get = (...values: Parameters<typeof statement.get>): unknown => {
          const row = statement.get(...values);
          interrupt();
          return row;
        };
        return { run, all, get };
      },
    };
    const log = openSqliteLog({ database: watched });
    log.append(entry!, { ...disclosures, "/terms/units": { salt: "b", value: 3 } });
    interrupt = () => {
      expect(() => other.redact(0, ["/terms/units"])).toThrow(/keeps locked/);
    };
    log.redact(0, ["/terms/price"]);
    other.redact(0, ["/terms/units"]);
    expect(log.read(0, 1)).toEqual([{ entry, disclosures: {} }]);
    database.close();
    second.close();
  });

  it("T14: processes that open a new file and append at once leave one chain", async () => {
    const bundle = await bundleChild("stores/sqlite-log-writer.ts");
    try {
      const path = folder.newFile();
      // Chosen: by then all of them have started.
      const at = String(Date.now() + 500);
      const writers = ["a", "b", "c"].map((name) => lineProcess(bundle.path, path, at, name, "20"));
      expect(await Promise.all(writers.map((writer) => writer.nextLine()))).toEqual(["20", "20", "20"]);
      await Promise.all(writers.map((writer) => writer.nextLine()));
      const records = opened(path).read(0, 100);
      expect(records).toHaveLength(60);
      expect(new Set(records.map((record) => record.entry.prev)).size).toBe(60);
    } finally {
      bundle.remove();
    }
  });
});

function schemaOf(database: SqliteHandle): unknown[] {
  return database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all();
}
