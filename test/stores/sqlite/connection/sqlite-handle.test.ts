import { afterEach, describe, expect, it, vi } from "vitest";
import { openedWithNode, type SqliteHandle } from "../../../../src/stores/sqlite/connection/index.js";
import { openDatabase, sqliteName } from "../../sqlite-files.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("openedWithNode", () => {
  it("ST-51: opens with node:sqlite where Node has it", () => {
    class DatabaseSync {
      readonly path: string;
      constructor(path: string) {
        this.path = path;
      }
    }
    const getBuiltinModule = vi.spyOn(process, "getBuiltinModule").mockReturnValue({ DatabaseSync } as never);
    expect(openedWithNode("a.db")).toMatchObject({ path: "a.db" });
    expect(getBuiltinModule).toHaveBeenCalledWith("node:sqlite");
  });

  it("ST-92: opens a real file with Node's own library from 22.13 on; before, better-sqlite3 does", () => {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const hasOwn = major > 22 || (major === 22 && minor >= 13);
    expect(sqliteName).toBe(hasOwn ? "node:sqlite" : "better-sqlite3");
    const database = hasOwn ? openedWithNode(":memory:") : openDatabase(":memory:");
    expect(database.prepare("SELECT 1 AS one").get()).toMatchObject({ one: 1 });
    database.close();
  });

  it("ST-51: says on an older Node which package to pass a handle of", () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    expect(() => openedWithNode("a.db")).toThrow(/better-sqlite3 and pass \{ database/);
    let thrown: unknown;
    try {
      openedWithNode("a.db");
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      code: "dependency_missing",
      details: { package: "better-sqlite3", range: "^12" },
    });
  });

  it("refuses what is no path", () => {
    for (const path of ["", 7, null]) expect(() => openedWithNode(path as string)).toThrow(TypeError);
  });

  it("ST-51: a database of better-sqlite3 fits", () => {
    type Database = import("better-sqlite3").Database;
    const fits = (database: Database): SqliteHandle => database;
    expect(fits).toBeTypeOf("function");
  });
});
