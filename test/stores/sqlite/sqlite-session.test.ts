import { afterAll, describe, expect, it } from "vitest";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import { prepareLayout } from "../../../src/stores/sqlite/sqlite-layout.js";
import { SqliteSession } from "../../../src/stores/sqlite/sqlite-session.js";
import { databaseFolder, openDatabase } from "../sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

function opened(): { readonly database: SqliteHandle; readonly session: SqliteSession; rows(): number } {
  const database = openDatabase(folder.newFile());
  prepareLayout(database, "concordat_", true);
  database.exec("CREATE TABLE note (text TEXT)");
  const session = new SqliteSession({ database, isOwned: true, tablePrefix: "concordat_" });
  return { database, session, rows: () => database.prepare("SELECT * FROM note").all().length };
}

describe("SqliteSession", () => {
  it("ST-53: writes all, or nothing when the work throws or says no", () => {
    const { database, session, rows } = opened();
    const note = (): unknown => database.exec("INSERT INTO note VALUES ('x')");
    expect(session.write(() => (note(), { ok: true }))).toEqual({ ok: true });
    expect(session.write(() => (note(), { ok: false }))).toEqual({ ok: false });
    const wrong = new Error("wrong");
    expect(() =>
      session.write(() => {
        note();
        throw wrong;
      }),
    ).toThrow(wrong);
    expect(rows()).toBe(1);
    expect(session.write(() => (note(), [1]))).toEqual([1]);
    expect(rows()).toBe(2);
    session.close();
  });

  it("ST-53: refuses to write within the host's transaction, and leaves that alone", () => {
    const { database, session, rows } = opened();
    database.exec("BEGIN; INSERT INTO note VALUES ('host')");
    expect(() => session.write(() => database.exec("INSERT INTO note VALUES ('x')"))).toThrow(TypeError);
    database.exec("COMMIT");
    expect(rows()).toBe(1);
    session.close();
  });

  it("goes on after SQLite has rolled back by itself", () => {
    const { database, session, rows } = opened();
    database.exec("CREATE TABLE picky (n INTEGER UNIQUE ON CONFLICT ROLLBACK); INSERT INTO picky VALUES (1)");
    expect(() =>
      session.write(() => {
        database.exec("INSERT INTO note VALUES ('x')");
        database.exec("INSERT INTO picky VALUES (1)");
      }),
    ).toThrow(/UNIQUE/);
    expect(rows()).toBe(0);
    session.write(() => database.exec("INSERT INTO note VALUES ('x')"));
    expect(rows()).toBe(1);
    session.close();
  });

  it("prepares a statement once", () => {
    const { database, session } = opened();
    const counting = Object.assign(Object.create(database) as SqliteHandle, {
      count: 0,
      prepare(sql: string) {
        this.count++;
        return database.prepare(sql);
      },
      exec: (sql: string) => database.exec(sql),
    });
    const other = new SqliteSession({ database: counting, isOwned: false, tablePrefix: "concordat_" });
    const before = counting.count;
    for (let times = 0; times < 3; times++) {
      expect(other.rows({ sql: "SELECT ? AS n", values: [7] })).toMatchObject([{ n: 7 }]);
    }
    expect(counting.count).toBe(before + 1);
    other.close();
    expect(session.table.name).toBe("concordat_negotiation");
    session.close();
  });
});
