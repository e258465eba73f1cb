/**
 * @module
 * A process that opens an SQLite file at a given instant and leaves one negotiation there:
 * `node sqlite-opener FILE EPOCH-MS NAME`.
 */

import { writeSync } from "node:fs";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { newNegotiation } from "../../src/testing/stores/lab/index.js";
import { openDatabase } from "./sqlite-files.js";

const [path = "", at = "0", id = ""] = process.argv.slice(2);

const database = openDatabase(path);
const waitMs = Number(at) - Date.now();
if (waitMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
const store = openSqliteStore({ database }, { durability: "process" });
writeSync(1, `${JSON.stringify(store.create(newNegotiation({ id })))}\n`);
