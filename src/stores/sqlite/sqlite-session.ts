/**
 * @module
 * A connection to SQLite at work: prepared statements, reads, and writes that are one transaction each.
 */

import type { BoundSql, ListedTable } from "../sql/index.js";
import type { SqliteHandle, SqliteStatement } from "./connection/index.js";
import { clearFailure, isWithinTransaction, withinTransaction } from "./connection/index.js";
import { preparedStatements, type SqliteStatements } from "./sqlite-statements.js";
import { rollBack } from "./tables/index.js";

/** What a store works on: an open connection, its settings made and its tables there. */
export interface SqliteConnection {
  readonly database: SqliteHandle;
  /** Whether it is closed with the session. */
  readonly isOwned: boolean;
  readonly tablePrefix: string;
}

/** Runs statements. It knows nothing of negotiations. */
export class SqliteSession {
  readonly statements: SqliteStatements;
  readonly #connection: SqliteConnection;
  /** Those that are made as they are asked for, by their SQL. */
  readonly #others = new Map<string, SqliteStatement>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.statements = preparedStatements(connection.database, connection.tablePrefix);
  }

  /** The table of negotiations. */
  get table(): ListedTable {
    return sqliteTable(this.#connection.tablePrefix);
  }

  /** @throws {Error} that says what is wrong */
  read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw clearFailure(error);
    }
  }

  /** The rows of a statement that is prepared when it first comes. */
  rows({ sql, values }: BoundSql): readonly unknown[] {
    return this.read(() => {
      let statement = this.#others.get(sql);
      if (statement === undefined) {
        statement = this.#connection.database.prepare(sql);
        this.#others.set(sql, statement);
      }
      return statement.all(...values);
    });
  }

  /**
   * Does `work` in a transaction of its own: all of it, or nothing when it throws or answers `ok: false`.
   *
   * @throws {TypeError} when the connection is within somebody else's transaction
   * @throws {Error} that says what is wrong
   */
  write<T>(work: () => T): T {
    const { begin, commit, rollback } = this.statements;
    try {
      begin.run();
    } catch (error) {
      throw isWithinTransaction(error) ? withinTransaction() : clearFailure(error);
    }
    try {
      const answer = work();
      if (isRefusal(answer)) rollback.run();
      else commit.run();
      return answer;
    } catch (error) {
      rollBack(this.#connection.database);
      throw clearFailure(error);
    }
  }

  /** Does `work` as a part of the transaction that is open: it alone is undone when it answers `ok: false`. */
  part<T>(work: () => T): T {
    const { savepoint, undo, release } = this.statements;
    savepoint.run();
    const answer = work();
    if (isRefusal(answer)) undo.run();
    release.run();
    return answer;
  }

  /** Closes the connection if it is owned. To be called once: a second `close()` of a `DatabaseSync` throws. */
  close(): void {
    this.#others.clear();
    if (this.#connection.isOwned) this.#connection.database.close();
  }
}

/** The table of negotiations with that prefix, for listings. */
export function sqliteTable(prefix: string): ListedTable {
  return {
    name: `${prefix}negotiation`,
    entries: `${prefix}entry`,
    finality: ["is_final = 1", "is_final = 0"],
  };
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false;
}
