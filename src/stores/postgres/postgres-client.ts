/**
 * @module
 * The way to PostgreSQL, as much of it as the store asks for: a `Pool` of the library pg fits as it is, and
 * so does any object with such a `query`.
 */

import { shown } from "../../errors.js";

/** A statement with its values; `name` asks for it to be prepared under that name. */
export interface PostgresQuery {
  text: string;
  values?: unknown[];
  name?: string;
}

/** What a statement gave. Rows are objects whose keys are the names of the columns. */
export interface PostgresAnswer {
  readonly rows: readonly unknown[];
  /** The word that the server ended it with: a failed transaction answers `COMMIT` with `ROLLBACK`. */
  readonly command?: string | undefined;
}

/** One connection, lent by a pool. */
export interface PostgresConnection {
  query(query: PostgresQuery): PromiseLike<PostgresAnswer>;
  /** Gives it back; with `true` it is closed instead. */
  release(isBroken?: boolean): unknown;
  /** pg tells a connection that breaks between two statements here; nobody listening ends the process. */
  on?(event: "error", listener: (error: Error) => void): unknown;
  removeListener?(event: "error", listener: (error: Error) => void): unknown;
}

/**
 * A pool of connections, or anything that runs a statement on one.
 *
 * @example
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: "postgres://localhost/deals" });
 * // Without a listener pg ends the process when an idle connection breaks.
 * pool.on("error", (error) => console.error(error));
 * const store = await openPostgresStore({ client: pool });
 */
export interface PostgresClient {
  query(query: PostgresQuery): PromiseLike<PostgresAnswer>;
  /** Lends a connection: needed for `onCommit` only. */
  connect?(): PromiseLike<unknown>;
}

/** A client that lends connections. */
export interface LendingClient extends PostgresClient {
  connect(): PromiseLike<PostgresConnection>;
}

/**
 * Passes what can run a statement.
 *
 * @throws {TypeError} else
 */
export function checkClient(client: PostgresClient | undefined): asserts client is PostgresClient {
  if (typeof client?.query === "function") return;
  throw new TypeError(
    `Expected { client } with a query method, such as a Pool of pg, got ${shown(client ?? null)}.`,
  );
}

/**
 * Passes a client that lends connections: takes one, and gives it back.
 *
 * @throws {TypeError} for a client without `connect`, and one whose `connect` lends nothing
 */
export async function checkLending(client: PostgresClient): Promise<void> {
  if (typeof client.connect !== "function") throw notLending("a client without it");
  const connection = (await client.connect()) as Partial<PostgresConnection> | undefined;
  if (typeof connection?.query !== "function" || typeof connection.release !== "function") {
    throw notLending("one that lends no connection with query and release");
  }
  connection.release();
}

function notLending(got: string): TypeError {
  return new TypeError(`Expected a client with connect() for onCommit, such as a Pool of pg, got ${got}.`);
}
