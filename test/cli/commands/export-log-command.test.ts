import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/oap/canonical/index.js";
import { createTransparencyLog } from "../../../src/oap/log/index.js";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import { openSqliteLog } from "../../../src/stores/sqlite/index.js";
import { plainLog, sha256, signedAgreement, testKey } from "../../oap/log-fixtures.js";
import { openDatabase } from "../../stores/sqlite-files.js";
import { workplaceInProcess } from "../concordat.js";

const { concordat, write, path } = workplaceInProcess();
let database: SqliteHandle;
let lines: readonly string[];
let disclosed: string;

beforeAll(async () => {
  database = openDatabase(path("deals.db"));
  const port = openSqliteLog({ database }, { durability: "process" });
  const log = createTransparencyLog({
    ...{ port, sha256, origin: "example.com/log", signer: testKey(1), clock: { now: () => 1_000 } },
  });
  for (const number of [1, 2]) {
    const { body, disclosures, cosignature } = await signedAgreement(number);
    await log.append("agreement", body, disclosures);
    await log.append("cosignature", cosignature);
    disclosed = disclosures["/terms/price"]!.salt;
  }
  lines = port.read(0, 9).map(({ entry }) => canonicalText(entry));
  write("latest.txt", await log.checkpoint());
});
afterAll(() => database.close());

describe("concordat export-log", () => {
  it("writes a log that is open elsewhere as the lines that verify-log reads [SG-43]", async () => {
    const exported = await concordat("export-log", "deals.db", "log.ndjson");
    expect(exported).toEqual({ code: 0, stdout: "log.ndjson: 4 entries.\n", stderr: "" });
    expect(readFileSync(path("log.ndjson"), "utf8")).toBe(lines.map((line) => `${line}\n`).join(""));
    const verified = await concordat("verify-log", "log.ndjson", "-c", "latest.txt");
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("sound; 4 entries;") });
    const streamed = await concordat("export-log", "deals.db", "-");
    expect(streamed).toEqual({ code: 0, stderr: "", stdout: lines.map((line) => `${line}\n`).join("") });
    expect(streamed.stdout).not.toContain(disclosed);
  });

  it("writes a log of many pages, and one without entries [SG-43]", async () => {
    const many = openDatabase(path("many.db"));
    const port = openSqliteLog({ database: many }, { durability: "process", tablePrefix: "m_" });
    for (const entry of plainLog(600)) port.append(entry);
    many.close();
    const flags = ["--table-prefix", "m_"];
    const exported = await concordat("export-log", "many.db", "many.ndjson", ...flags);
    expect(exported.stdout).toBe("many.ndjson: 600 entries.\n");
    const verified = await concordat("verify-log", "many.ndjson", "--no-signatures");
    expect(verified.stdout).toContain("sound; 600 entries;");
    const empty = openDatabase(path("empty.db"));
    openSqliteLog({ database: empty });
    empty.close();
    expect((await concordat("export-log", "empty.db", "empty.ndjson")).stdout).toBe(
      "empty.ndjson: 0 entries.\n",
    );
    expect(readFileSync(path("empty.ndjson"), "utf8")).toBe("");
  });

  it("writes over a file only where it is told to, and never over the database [SG-43]", async () => {
    write("mine.txt", "mine");
    const refused = await concordat("export-log", "deals.db", "mine.txt");
    expect(refused).toEqual({
      ...{ code: 1, stdout: "" },
      stderr: "concordat: mine.txt: Expected no file of that name, got one. Write over it with --force.\n",
    });
    expect(readFileSync(path("mine.txt"), "utf8")).toBe("mine");
    expect(await concordat("export-log", "deals.db", "mine.txt", "--force")).toMatchObject({ code: 0 });
    expect(readFileSync(path("mine.txt"), "utf8")).toContain(lines[0]);
    const before = readFileSync(path("deals.db"));
    expect(await concordat("export-log", "deals.db", "deals.db", "--force")).toMatchObject({ code: 2 });
    expect(readFileSync(path("deals.db")).equals(before)).toBe(true);
  });

  it("leaves a whole log where the new one breaks off, and no part of one [SG-43]", async () => {
    const broken = openDatabase(path("broken.db"));
    broken.exec("CREATE TABLE concordat_log (seq INTEGER PRIMARY KEY, entry TEXT)");
    broken.exec(`INSERT INTO concordat_log VALUES (0, '{"a":1}'), (1, 'no JSON')`);
    broken.close();
    write("whole.ndjson", "whole");
    // What was added last to a database that is open stands beside it.
    const closed = openDatabase(path("closed.db"));
    closed.exec("CREATE TABLE concordat_log (seq INTEGER PRIMARY KEY, entry TEXT)");
    closed.close();
    for (const end of ["-journal", "-shm", "-wal"]) {
      // Also where there is none yet: the next who opens the database would read it as its own.
      expect(await concordat("export-log", "closed.db", `closed.db${end}`, "--force")).toMatchObject({
        code: 2,
      });
      write(`closed.db${end}`, "");
      expect(await concordat("export-log", "closed.db", `closed.db${end}`, "--force")).toMatchObject({
        code: 2,
      });
    }
    for (const [file, flags] of [
      ["whole.ndjson", ["--force"]],
      ["none.ndjson", ["--force"]],
      ["none.ndjson", []],
    ] as const) {
      expect(await concordat("export-log", "broken.db", file, ...flags)).toMatchObject({ code: 1 });
    }
    expect(readFileSync(path("whole.ndjson"), "utf8")).toBe("whole");
    expect(readdirSync(path(".")).filter((name) => /none|part$/.test(name))).toEqual([]);
  });

  it.each(["9007199254740993", "-1"])(
    "ends at an entry whose number is none to count on from, %s, and leaves no file behind [SG-43]",
    async (seq) => {
      const name = `odd${seq}.db`;
      const odd = openDatabase(path(name));
      const port = openSqliteLog({ database: odd }, { durability: "process" });
      for (const entry of plainLog(3)) port.append(entry);
      odd.exec(`UPDATE concordat_log SET seq = ${seq} WHERE seq = 2`);
      odd.close();
      const { code, stderr } = await concordat("export-log", name, "odd.ndjson");
      expect(code).toBe(1);
      // Some drivers refuse to read it at all.
      expect(stderr).toMatch(/^concordat: odd\S+\.db: .+\n$/);
      expect(existsSync(path("odd.ndjson"))).toBe(false);
    },
  );

  it("refuses a log of a newer layout, as opening it does, and reads an older one [ST-42]", async () => {
    const newer = openDatabase(path("newer.db"));
    const port = openSqliteLog({ database: newer }, { durability: "process" });
    for (const entry of plainLog(3)) port.append(entry);
    newer.exec("UPDATE concordat_log_meta SET layout = 99");
    expect(() => openSqliteLog({ database: newer })).toThrow("Expected tables of layout 2, got layout 99.");
    for (const target of ["newer.ndjson", "-"]) {
      expect(await concordat("export-log", "newer.db", target)).toEqual({
        ...{ code: 1, stdout: "" },
        stderr: "concordat: newer.db: Expected tables of layout 2, got layout 99. Upgrade this process.\n",
      });
    }
    expect(existsSync(path("newer.ndjson"))).toBe(false);
    newer.exec("UPDATE concordat_log_meta SET layout = 1");
    newer.close();
    const older = await concordat("export-log", "newer.db", "older.ndjson");
    expect(older).toEqual({ code: 0, stdout: "older.ndjson: 3 entries.\n", stderr: "" });
  });

  it("fails clearly where there is no log, and leaves no file behind [SG-43]", async () => {
    write("text.txt", "no database ".repeat(100));
    const other = openDatabase(path("other.db"));
    other.exec("CREATE TABLE mine (a TEXT)");
    other.close();
    const cases = [
      ["none.db", "none.db: Expected a file, got none of that name."],
      ["text.txt", "text.txt: Expected an SQLite database, got another kind of file."],
      ["other.db", "other.db: Expected the table concordat_log of a log, got a database without it."],
    ] as const;
    for (const [file, words] of cases) {
      const { code, stdout, stderr } = await concordat("export-log", file, "out.ndjson");
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(words);
      expect(existsSync(path("out.ndjson"))).toBe(false);
    }
    expect(existsSync(path("none.db"))).toBe(false);
    const prefix = await concordat("export-log", "deals.db", "out.ndjson", "--table-prefix", "A;");
    expect(prefix).toMatchObject({ code: 2, stderr: expect.stringContaining("--table-prefix: Expected") });
    const away = await concordat("export-log", "deals.db", "none/out.ndjson");
    expect(away).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("none/out.ndjson: Expected a file"),
    });
  });
});
