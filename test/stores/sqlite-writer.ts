/**
 * @module
 * A process that writes to an SQLite file until it is killed: `node sqlite-writer FILE DURABILITY JOB`.
 */

import { writeSync } from "node:fs";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { runStoreWriter } from "../../src/testing/stores/lab/index.js";
import { openDatabase } from "./sqlite-files.js";

const [path = "", durability, job = ""] = process.argv.slice(2);

const store = openSqliteStore({ database: openDatabase(path) }, { durability: durability as "power" });
await runStoreWriter(store, job, (line) => {
  writeSync(1, `${line}\n`);
});
