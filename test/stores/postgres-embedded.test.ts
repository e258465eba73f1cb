import { existsSync, statSync } from "node:fs";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOwnPostgres } from "../provide-postgres.js";
import { testDatabase } from "./postgres-database.js";

describe("the PostgreSQL of the tests", () => {
  it("ST-91: runs as a user other than root, over data that only it may read, and leaves nothing", async () => {
    const server = await startOwnPostgres();
    let isStopped = false;
    onTestFinished(() => (isStopped ? undefined : server.stop()));
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query("SELECT current_setting('data_directory') AS folder");
    await client.end();
    const { folder } = rows[0] as { readonly folder: string };
    // As root, initdb refuses to run: the server's own user has to have made these.
    expect(statSync(folder).uid).not.toBe(0);
    expect(statSync(folder).mode & 0o077).toBe(0);
    await server.stop();
    isStopped = true;
    expect(existsSync(folder)).toBe(false);
  });

  it("ST-93: gives each client a backend of its own, so that they race, and skip what another holds", async () => {
    const database = await testDatabase();
    onTestFinished(() => database.drop());
    const pool = database.pool({ max: 2 });
    const [one, other] = [await pool.connect(), await pool.connect()];
    const pidOf = async (client: pg.PoolClient): Promise<number> =>
      (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
    expect(await pidOf(one)).not.toBe(await pidOf(other));
    await one.query("CREATE TABLE due (id int); INSERT INTO due VALUES (1), (2)");
    await one.query("BEGIN; SELECT 1 FROM due WHERE id = 1 FOR UPDATE");
    const free = await other.query("SELECT id FROM due FOR UPDATE SKIP LOCKED");
    expect(free.rows).toEqual([{ id: 2 }]);
    await one.query("COMMIT");
    one.release();
    other.release();
  });
});
