/**
 * @module
 * What the store suite needs of PostgreSQL: tables of its own for each store, second pools, connections that
 * break, and processes.
 */

import type pg from "pg";
import type { NegotiationStore } from "../../src/ports/index.js";
import { type CommitHook, openPostgresStore } from "../../src/stores/postgres/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { lineProcess } from "../kit/line-process.js";
import { overriding } from "../kit/wrapped-store.js";
import type { CompleteProvider } from "../testing/memory-provider.js";
import { type BreakableWay, breakableWay } from "./breakable-connection.js";
import { type TestDatabase, testDatabase } from "./postgres-database.js";

/** How the stores are made. */
export interface PostgresProviderOptions {
  /** @default true */
  readonly preparedStatements?: boolean;
  /** @default none */
  readonly onCommit?: CommitHook;
  /** What a transaction may see of others when it does not say. @default the server's own */
  readonly isolation?: "serializable";
  /** What the suite sees instead of the store. @default the store */
  readonly wrapped?: (store: NegotiationStore) => NegotiationStore;
}

/** What the suite is given, and the end of it all. */
export type PostgresProvider = CompleteProvider & { remove(): Promise<void> };

interface Place {
  readonly tablePrefix: string;
  readonly way: BreakableWay;
}

/** Stores in a schema that is made with the first of them. */
export function postgresProvider({
  preparedStatements = true,
  onCommit,
  isolation,
  wrapped = (store) => store,
}: PostgresProviderOptions): PostgresProvider {
  const places = new Map<NegotiationStore, Place>();
  let made: Promise<TestDatabase> | undefined;
  let bundle: Promise<ChildBundle> | undefined;
  let count = 0;

  const opened = async (tablePrefix: string, beforeCommit?: () => PromiseLike<void>) => {
    made ??= testDatabase();
    const database = await made;
    // With a hook, a commit is four messages, and the last of them is the one that counts.
    // That others are woken is no part of it.
    const isTrigger = (message: Buffer): boolean =>
      onCommit === undefined ? !message.includes("pg_notify") : message.includes("COMMIT\0");
    const way = await breakableWay(database.url, isTrigger);
    const url = Object.assign(new URL(database.url), { hostname: "127.0.0.1", port: String(way.port) });
    const pool = database.pool({
      connectionString: url.href,
      ...(isolation && { options: `-c default_transaction_isolation=${isolation}` }),
    });
    const store = await openPostgresStore(
      { client: pool, onCommit: beforeCommit ?? onCommit },
      { tablePrefix, preparedStatements },
    );
    const seen = wrapped(withEnd(store, database, pool, way));
    places.set(seen, { tablePrefix, way });
    return seen;
  };
  const placeOf = (store: NegotiationStore): Place => {
    const place = places.get(store);
    if (place === undefined) throw new Error("Expected a store of this provider.");
    return place;
  };
  const closed = async (store: NegotiationStore): Promise<string> => {
    const { tablePrefix } = placeOf(store);
    await store.close();
    places.delete(store);
    return tablePrefix;
  };
  return {
    create: () => opened(`t${++count}_`),
    openSecond: (store, { beforeCommit }) => opened(placeOf(store).tablePrefix, beforeCommit),
    reopen: async (store) => {
      const tablePrefix = await closed(store);
      // The server goes on for a moment with what a killed process had sent.
      await (await made)?.gone(WRITER);
      return opened(tablePrefix);
    },
    breakConnection: (store, where) => placeOf(store).way.breakNext(where),
    spawnWriter: async (store, job) => {
      bundle ??= bundleChild("stores/postgres-writer.ts");
      const { url = "", schemaName = "" } = (await made) ?? {};
      const { tablePrefix } = placeOf(store);
      return lineProcess((await bundle).path, url, schemaName, tablePrefix, schemaName + WRITER, job);
    },
    destroy: async (store) => {
      const prefix = await closed(store);
      const tables = ["negotiation", "entry", "outbox", "meta"].map((name) => prefix + name);
      await (await made)?.admin.query(`DROP TABLE ${tables.join(", ")}`);
    },
    remove: async () => {
      await (await made)?.drop();
      (await bundle)?.remove();
    },
  };
}

/** What a writer's connections are called, after the schema. */
const WRITER = "_writer";

/** The store, with its pool as if it had made it; and out of the way of other files of tests. */
function withEnd(
  store: NegotiationStore,
  database: TestDatabase,
  pool: pg.Pool,
  way: BreakableWay,
): NegotiationStore {
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await store.close();
    await pool.end();
    await way.close();
  };
  return overriding(store, {
    close: () => {
      ending ??= end();
      return ending;
    },
    readOutbox: async (_, query) => {
      await database.quiet();
      return store.readOutbox(query);
    },
  });
}
