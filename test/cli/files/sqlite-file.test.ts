import { createRequire } from "node:module";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readingDatabase } from "../../../src/cli/commands/export-log-command.js";
import { databaseFolder, openDatabase } from "../../stores/sqlite-files.js";

vi.mock("node:module", { spy: true });

const folder = databaseFolder();
afterAll(() => folder.remove());

function filled(): string {
  const file = folder.newFile();
  const database = openDatabase(file);
  database.exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1), (2)");
  database.close();
  return file;
}

describe("a database that is read", () => {
  it("gives one state of it, though somebody writes meanwhile, and is closed afterwards [SG-43]", () => {
    const file = filled();
    const writer = openDatabase(file);
    writer.exec("PRAGMA journal_mode = WAL");
    let handle: { close(): unknown } | undefined;
    const rows = readingDatabase(file, function* (database) {
      handle = database;
      const rows = database.prepare("SELECT n FROM t WHERE n > ? LIMIT 1");
      yield rows.all(0);
      yield rows.all(1);
      yield rows.all(2);
    });
    expect(rows.next().value).toEqual([{ n: 1 }]);
    writer.exec("UPDATE t SET n = n + 1");
    expect([...rows]).toEqual([[{ n: 2 }], []]);
    writer.close();
    expect(() => (handle as ReturnType<typeof openDatabase>).prepare("SELECT 1").get()).toThrow();
  });

  it("is not written to [SG-43]", () => {
    const reading = readingDatabase(filled(), function* (database) {
      yield database.exec("DELETE FROM t");
    });
    expect(() => reading.next()).toThrow(/read-?only/i);
  });

  it("needs node:sqlite or better-sqlite3, and says so [SG-43]", () => {
    const file = filled();
    vi.spyOn(process, "getBuiltinModule").mockReturnValueOnce(undefined as never);
    vi.mocked(createRequire).mockReturnValueOnce((() => {
      throw new Error("Cannot find module");
    }) as never);
    const reading = readingDatabase(file, () => []);
    expect(() => reading.next()).toThrow(/got neither\. Install better-sqlite3/);
  });
});
