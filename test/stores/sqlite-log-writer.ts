/**
 * @module
 * A process that appends to a log in an SQLite file from a given instant on:
 * `node sqlite-log-writer FILE EPOCH-MS NAME COUNT`. It says how many of its entries are there in the end.
 */

import { writeSync } from "node:fs";
import { createTransparencyLog } from "../../src/oap/log/index.js";
import { openSqliteLog } from "../../src/stores/sqlite/index.js";
import { plainBody, sha256, testKey } from "../oap/log-fixtures.js";
import { openDatabase } from "./sqlite-files.js";

const [path = "", at = "0", name = "", count = "0"] = process.argv.slice(2);

const database = openDatabase(path);
const waitMs = Number(at) - Date.now();
if (waitMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
const port = openSqliteLog({ database }, { durability: "process" });
const log = createTransparencyLog({ port, sha256, origin: "log", signer: testKey(1), clock: Date });
let added = 0;
for (let index = 0; index < Number(count); index += 1) {
  const body = plainBody(`${name}${index}`.toUpperCase());
  if ((await log.append("agreement", body)).ok) added += 1;
}
writeSync(1, `${added}\n`);
