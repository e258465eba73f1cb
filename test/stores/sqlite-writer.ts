/**
 * @module
 * A process that writes to an SQLite file until it is killed: `node sqlite-writer FILE DURABILITY JOB`.
 */

import { writeSync } from "node:fs";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { runStoreWriter } from "../../src/testing/stores/lab/index.js";
import { openDatabase } from "./sqlite-files.js";

const [path = "", durability, job = "", groupCommitMs] = process.argv.slice(2);

const options = {
  durability: durability as "power",
  groupCommitMs: groupCommitMs ? Number(groupCommitMs) : undefined,
};
const store = openSqliteStore({ database: openDatabase(path) }, options);
await runStoreWriter(store, job, (line) => {
  writeSync(1, `${line}\n`);
});
