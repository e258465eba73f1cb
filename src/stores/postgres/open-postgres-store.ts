/**
 * @module
 * Opens the PostgreSQL store: the options, what the server must be able to do, and the tables, made if need be.
 */

import { NegotiationError, shown } from "../../errors.js";
import { checkKeys } from "../sql/index.js";
import type { CommitHook } from "./commit-hook.js";
import { checkClient, checkLending, type PostgresClient } from "./postgres-client.js";
import { openingFailure } from "./postgres-failures.js";
import type { PostgresConnections } from "./postgres-session.js";
import { PostgresStore } from "./postgres-store.js";
import type { PostgresDdlOptions, PostgresLayout, RunStatement } from "./postgres-tables.js";
import { postgresTables, prepareLayout } from "./postgres-tables.js";

/** Where the database is, and who is told of commits. */
export interface PostgresSource {
  /** Stays open when the store is closed. */
  readonly client: PostgresClient;
  /** Is told of each commit within its transaction; the client then has to lend connections. @default nobody is */
  readonly onCommit?: CommitHook | undefined;
}

/** How a store keeps what it is given. */
export interface PostgresStoreOptions extends PostgresDdlOptions {
  /** Whether missing and older tables are made and upgraded; else they are refused. @default true */
  readonly migrate?: boolean | undefined;
  /** Whether connections keep prepared statements; `false` for poolers that cannot. @default true */
  readonly preparedStatements?: boolean | undefined;
}

/**
 * A store over PostgreSQL (13 or newer) that any number of processes may share.
 *
 * How safe an answered command is, is the server's `synchronous_commit`; the store does not change it.
 *
 * @throws {TypeError} for options that make no sense, and a client that cannot do what they ask for
 * @throws {NegotiationError} `schema_unsupported` for tables of a newer version, `store_failed` when the
 *   database cannot be reached or is not fit
 * @see docs/requirements/storage.md, section 6
 * @example
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/app" });
 * const store = await openPostgresStore({ client: pool }, { schemaName: "deals" });
 * const room = new NegotiationService("market-7", { store });
 */
export async function openPostgresStore(
  source: PostgresSource,
  options: PostgresStoreOptions = {},
): Promise<PostgresStore> {
  return new PostgresStore(await openedOver(source, options));
}

/**
 * Opens the way to tables, and sees to it that they are there.
 *
 * @param layout - that of the store, unless another is named
 * @throws as `openPostgresStore` does
 */
export async function openedOver(
  source: PostgresSource,
  options: PostgresStoreOptions,
  layout?: PostgresLayout,
): Promise<PostgresConnections> {
  const { tables, migrate, isPreparing } = resolvedOptions(options);
  const { client, onCommit } = checkedSource(source);
  const run: RunStatement = async (text, values) => {
    const { rows } = await client.query(values === undefined ? { text } : { text, values });
    return rows;
  };
  try {
    await checkServer(run);
    if (onCommit !== undefined) await checkLending(client);
    await prepareLayout(run, tables, migrate, layout);
  } catch (error) {
    throw openingFailure(error);
  }
  return { client, tables, isPreparing, onCommit };
}

const KEYS: readonly string[] = ["tablePrefix", "schemaName", "migrate", "preparedStatements"];

/** `xid8`, by which the outbox is read, came with 13. */
const OLDEST_SERVER = 130_000;

/** Only these keep every string; SQL_ASCII keeps bytes, whatever they are. */
const ENCODINGS: readonly string[] = ["UTF8", "SQL_ASCII"];

function resolvedOptions({ migrate = true, preparedStatements = true, ...names }: PostgresStoreOptions): {
  readonly tables: ReturnType<typeof postgresTables>;
  readonly migrate: boolean;
  readonly isPreparing: boolean;
} {
  checkKeys(names, KEYS);
  for (const [name, value] of Object.entries({ migrate, preparedStatements })) {
    if (typeof value === "boolean") continue;
    throw new TypeError(`Expected ${name} to be a boolean, got ${shown(value)}.`);
  }
  return { tables: postgresTables(names), migrate, isPreparing: preparedStatements };
}

function checkedSource(source: PostgresSource): PostgresSource {
  const { client, onCommit, ...others } = source ?? {};
  checkKeys(others, ["client", "onCommit"]);
  checkClient(client);
  if (onCommit === undefined) return { client };
  if (typeof onCommit !== "function") {
    throw new TypeError(`Expected onCommit to be a function, got ${shown(onCommit)}.`);
  }
  if (typeof client.connect !== "function") {
    throw new TypeError(
      "Expected a client with connect() for onCommit, such as a Pool of pg, got one without.",
    );
  }
  return { client, onCommit };
}

async function checkServer(run: RunStatement): Promise<void> {
  const [row] = await run(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  );
  const { version, encoding } = row as { readonly version: string; readonly encoding: string };
  const isFit = Number(version) >= OLDEST_SERVER && ENCODINGS.includes(encoding);
  if (isFit) return;
  throw new NegotiationError(
    "store_failed",
    `Expected PostgreSQL 13 or newer with a database in UTF8, got ${version} in ${encoding}. Upgrade, or make another database.`,
    { details: { version: Number(version), encoding } },
  );
}
