import { afterAll, describe, expect, it } from "vitest";
import type { SqliteHandle } from "../../../src/stores/sqlite/connection/index.js";
import { openSqliteStore, sqliteDdl } from "../../../src/stores/sqlite/index.js";
import { newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { bundleChild } from "../../kit/child-bundle.js";
import { lineProcess } from "../../kit/line-process.js";
import { databaseFolder, openDatabase } from "../sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

describe("the layout", () => {
  it("ST-42: is noted with its number, and made once", () => {
    const database = openDatabase(folder.newFile());
    openSqliteStore({ database }, { migrate: true });
    expect(database.prepare("SELECT layout FROM concordat_meta").all()).toMatchObject([{ layout: 1 }]);
    const before = schemaOf(database);
    openSqliteStore({ database }, { migrate: true });
    openSqliteStore({ database }, { migrate: false });
    expect(schemaOf(database)).toEqual(before);
    database.close();
  });

  it("ST-42: of a newer version is refused, and left as it is", () => {
    const database = openDatabase(folder.newFile());
    openSqliteStore({ database }, { migrate: true });
    database.exec("UPDATE concordat_meta SET layout = 2");
    for (const migrate of [true, false]) {
      expect(thrownBy(() => openSqliteStore({ database }, { migrate: migrate }))).toMatchObject({
        code: "schema_unsupported",
        message: "Expected tables of layout 1, got layout 2. Upgrade this process.",
        details: { found: 2, supported: 1 },
      });
    }
    expect(database.prepare("SELECT layout FROM concordat_meta").get()).toMatchObject({ layout: 2 });
    database.close();
  });

  it("ST-64: with migrate: false is only looked at", () => {
    const database = openDatabase(folder.newFile());
    expect(thrownBy(() => openSqliteStore({ database }, { migrate: false }))).toMatchObject({
      code: "schema_unsupported",
      message:
        "Expected tables of layout 1, got none. Run the SQL of sqliteDdl(), or open the store with migrate: true.",
      details: { found: 0 },
    });
    expect(schemaOf(database)).toEqual([]);
    database.close();
  });

  it("ST-64: can be made by hand, the same as the store makes it", () => {
    const [byHand, byStore] = [openDatabase(folder.newFile()), openDatabase(folder.newFile())];
    byHand.exec(`BEGIN; ${sqliteDdl()} COMMIT;`);
    openSqliteStore({ database: byStore }, { migrate: true });
    expect(schemaOf(byHand)).toEqual(schemaOf(byStore));
    const store = openSqliteStore({ database: byHand }, { migrate: false });
    expect(store.create(newNegotiation())).toEqual({ ok: true });
    byHand.close();
    byStore.close();
  });

  it("is made once when processes open a new file at the same time", async () => {
    const bundle = await bundleChild("stores/sqlite-opener.ts");
    try {
      for (let round = 0; round < 3; round++) {
        const path = folder.newFile();
        // Chosen: by then all of them have started.
        const at = String(Date.now() + 400);
        const openers = ["a", "b", "c", "d"].map((id) => lineProcess(bundle.path, path, at, id));
        const lines = await Promise.all(openers.map((opener) => opener.nextLine()));
        expect(lines).toEqual(Array(4).fill('{"ok":true}'));
        await Promise.all(openers.map((opener) => opener.nextLine()));
        const database = openDatabase(path);
        expect(database.prepare("SELECT layout FROM concordat_meta").all()).toHaveLength(1);
        expect(openSqliteStore({ database }).count({})).toBe(4);
        database.close();
      }
    } finally {
      bundle.remove();
    }
  });

  it("stays as it was when a step fails", () => {
    const database = openDatabase(folder.newFile());
    // In the way of the last table.
    database.exec("CREATE TABLE concordat_outbox (mine TEXT)");
    const before = schemaOf(database);
    expect(thrownBy(() => openSqliteStore({ database }))).toMatchObject({
      code: "store_failed",
      cause: { message: expect.stringMatching(/already exists/) },
    });
    expect(schemaOf(database)).toEqual(before);
    database.close();
  });

  it("stands beside another one, and beside tables of the host", () => {
    const database = openDatabase(folder.newFile());
    database.exec("CREATE TABLE negotiation (mine TEXT)");
    const one = openSqliteStore({ database }, { tablePrefix: "one_" });
    const two = openSqliteStore({ database }, { tablePrefix: "two_" });
    expect(one.create(newNegotiation())).toEqual({ ok: true });
    expect(two.load("neg-1")).toBeNull();
    expect(sqliteDdl({ tablePrefix: "deals_" })).toContain("CREATE TABLE deals_negotiation (");
    expect(sqliteDdl({ tablePrefix: "deals_" })).not.toContain("concordat");
    database.close();
  });

  it("takes no option that it does not know", () => {
    expect(() => sqliteDdl({ tableprefix: "a" } as object)).toThrow("Did you mean tablePrefix?");
  });
});

function schemaOf(database: SqliteHandle): unknown[] {
  return database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all();
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}
