/**
 * @module
 * A process that writes to PostgreSQL until it is killed:
 * `node postgres-writer URL SCHEMA PREFIX APPLICATION JOB`.
 */

import { writeSync } from "node:fs";
import pg from "pg";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { runStoreWriter } from "../../src/testing/stores/lab/index.js";

const [connectionString, schemaName, tablePrefix, application_name, job = ""] = process.argv.slice(2);

const client = new pg.Pool({ connectionString, application_name });
const store = await openPostgresStore({ client }, { schemaName, tablePrefix, migrate: false });
await runStoreWriter(store, job, (line) => {
  writeSync(1, `${line}\n`);
});
await client.end();
