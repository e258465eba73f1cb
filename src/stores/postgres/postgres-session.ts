/**
 * @module
 * A client of PostgreSQL at work: statements with their values and names, tried again where that is safe,
 * and commits that a host is told of within their transaction.
 */

import type { ListedTable } from "../sql/index.js";
import { type CommitHook, type Committed, withinTransaction } from "./commit-hook.js";
import type { LendingClient, PostgresClient, PostgresQuery } from "./postgres-client.js";
import { clearFailure, isRolledBack } from "./postgres-failures.js";
import { channelOf } from "./postgres-feed.js";
import { type PostgresStatements, postgresSql } from "./postgres-statements.js";
import type { PostgresTables } from "./postgres-tables.js";

/** What a store works on: a client whose database has the tables. */
export interface PostgresConnections {
  readonly client: PostgresClient;
  readonly tables: PostgresTables;
  /** Whether statements are prepared by name. */
  readonly isPreparing: boolean;
  readonly onCommit: CommitHook | undefined;
}

/** Runs statements. It knows nothing of negotiations. */
export class PostgresSession {
  readonly statements: PostgresStatements;
  /** The table of negotiations, for listings. */
  readonly table: ListedTable;
  readonly client: PostgresClient;
  /** On which the processes of these tables wake each other. */
  readonly channel: string;
  readonly #connections: PostgresConnections;
  /** As PostgreSQL wants them, by the SQL that they are made of. */
  readonly #queries = new Map<string, Omit<PostgresQuery, "values">>();

  constructor(connections: PostgresConnections) {
    this.#connections = connections;
    this.client = connections.client;
    this.channel = channelOf(connections.tables);
    this.statements = postgresSql(connections.tables);
    const { negotiation: name, entry: entries } = connections.tables;
    this.table = { name, entries, finality: ["is_final", "NOT is_final"] };
  }

  /**
   * The rows of a statement that may be run twice: it is, when the server took it back.
   *
   * @throws {Error} that says what is wrong
   */
  async rows(sql: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    const query = this.#queryOf(sql, values);
    for (let tries = 1; ; tries++) {
      try {
        return (await this.#connections.client.query(query)).rows;
      } catch (error) {
        if (!isRolledBack(error) || tries === MOST_TRIES) throw clearFailure(error);
      }
    }
  }

  /**
   * Runs a statement that writes, once; whoever is to be told is told within its transaction.
   *
   * @param committed - what was written, given the room that the statement answered with
   * @returns whether anything was written
   * @throws as it came: the caller looks at the reason first
   */
  async write(
    sql: string,
    values: readonly unknown[],
    committed: (roomId: string) => Committed,
  ): Promise<boolean> {
    const { client, onCommit } = this.#connections;
    const query = this.#queryOf(sql, values);
    if (onCommit === undefined) return (await client.query(query)).rows.length > 0;
    return withinTransaction(client as LendingClient, query, onCommit, committed);
  }

  #queryOf(sql: string, values: readonly unknown[]): PostgresQuery {
    let query = this.#queries.get(sql);
    if (query === undefined) {
      query = this.#connections.isPreparing
        ? { text: numbered(sql), name: nameOf(sql) }
        : { text: numbered(sql) };
      this.#queries.set(sql, query);
    }
    return { ...query, values: [...values] };
  }
}

/** Chosen: each failure means that somebody else got through. */
const MOST_TRIES = 10;

/** PostgreSQL numbers what is bound: $1, $2. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${++count}`);
}

/**
 * The same for the same statement and no other: connections are shared with other stores, and with other
 * versions of this library. Two sums of 32 bits with different multipliers (FNV-1a's and Knuth's).
 */
function nameOf(sql: string): string {
  let [one, other] = [0x811c9dc5, 0];
  for (let index = 0; index < sql.length; index++) {
    const unit = sql.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other, 0x9e3779b1) + unit;
  }
  return `concordat_${(one >>> 0).toString(36)}_${(other >>> 0).toString(36)}`;
}
