/**
 * @module
 * A started pg-boss in a schema of its own on the run's PostgreSQL, and a look at its jobs.
 */

import { type ConstructorOptions, PgBoss } from "pg-boss";
import { type TestDatabase, testDatabase } from "../stores/postgres-database.js";

/** A job as the table has it. */
export interface StoredJob {
  readonly data: { readonly id: string; readonly version: number; readonly roomId: string };
  readonly state: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A boss, and the database that it is in. */
export interface PgBossServer {
  readonly boss: PgBoss;
  readonly database: TestDatabase;
  /** What the boss complained of. */
  readonly errors: readonly unknown[];
  /** Another boss over the same tables, to be started and stopped by whoever asks. */
  another(options?: ConstructorOptions): PgBoss;
  /** The jobs of a queue, by instant. */
  jobs(queue: string): Promise<readonly StoredJob[]>;
  end(): Promise<void>;
}

/** Starts it. */
export async function pgBossServer(): Promise<PgBossServer> {
  const database = await testDatabase();
  const schema = `${database.schemaName}_boss`;
  const errors: unknown[] = [];
  const another = (options: ConstructorOptions = {}): PgBoss => {
    const made = new PgBoss({ connectionString: database.url, schema, max: 4, schedule: false, ...options });
    made.on("error", (error) => errors.push(error));
    return made;
  };
  const boss = another();
  await boss.start();
  return {
    boss,
    database,
    errors,
    another,
    jobs: async (queue) => {
      const { rows } = await database.admin.query(
        "SELECT data, state::text, (extract(epoch FROM start_after) * 1000)::float8 AS at " +
          `FROM ${schema}.job WHERE name = $1 ORDER BY start_after`,
        [queue],
      );
      return rows as StoredJob[];
    },
    end: async () => {
      await boss.stop({ graceful: false });
      await database.admin.query(`DROP SCHEMA ${schema} CASCADE`);
      await database.drop();
    },
  };
}
