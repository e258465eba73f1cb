import { afterAll } from "vitest";
import { openSqliteStore } from "../../src/stores/sqlite.js";
import { databaseFolder, openDatabase, sqliteName } from "./sqlite-files.js";
import { testStoreContract } from "./store-contract.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

for (const durability of ["power", "process"] as const) {
  testStoreContract(`SQLite (${sqliteName}, ${durability})`, () =>
    openSqliteStore({ database: openDatabase(folder.newFile()) }, { durability }),
  );
}
