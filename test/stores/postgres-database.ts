/**
 * @module
 * A schema of its own for each file of tests, on the run's PostgreSQL: pools over it, and a look at what the
 * server is doing. The schema is dropped with all that is in it.
 */

import pg from "pg";
import { postgresUrl } from "../provide-postgres.js";

/** A schema, and connections whose unqualified names are looked for there. */
export interface TestDatabase {
  readonly url: string;
  readonly schemaName: string;
  /** Not in the way of what is tested: connections of its own, which are never broken. */
  readonly admin: pg.Pool;
  /** Ended with the schema, unless it was before. */
  pool(settings?: pg.PoolConfig): pg.Pool;
  /** Resolves when no connection of that name is left. @param name - after the schema's own */
  gone(name: string): Promise<void>;
  /** Resolves when nobody else has a transaction open that writes: events wait for those (ST-63). */
  quiet(): Promise<void>;
  drop(): Promise<void>;
}

/** Makes a schema. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await postgresUrl();
  const schemaName = `concordat_test_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const pools = new Set<pg.Pool>();
  const pool = (settings: pg.PoolConfig = {}): pg.Pool => {
    const made = new pg.Pool({
      connectionString: url,
      application_name: schemaName,
      ...settings,
      options: `-c search_path=${schemaName} ${settings.options ?? ""}`,
    });
    // Idle connections are broken on purpose.
    made.on("error", () => {});
    pools.add(made);
    return made;
  };
  const admin = pool({ max: 5 });
  await admin.query(`CREATE SCHEMA ${schemaName}`);
  const noneLeft = async (condition: string, ...values: readonly string[]): Promise<void> => {
    const text = `SELECT 1 FROM pg_stat_activity WHERE ${condition} LIMIT 1`;
    // Each look is a round trip: it waits for what others do, and not for a clock.
    while ((await admin.query(text, [...values])).rows.length > 0);
  };
  return {
    url,
    schemaName,
    admin,
    pool,
    gone: (name) => noneLeft("application_name = $1", schemaName + name),
    quiet: () =>
      noneLeft("backend_xid IS NOT NULL AND coalesce(application_name, '') NOT LIKE $1", `${schemaName}%`),
    drop: async () => {
      await admin.query(`DROP SCHEMA ${schemaName} CASCADE`);
      await Promise.all([...pools].filter((one) => !one.ended).map((one) => one.end()));
    },
  };
}
