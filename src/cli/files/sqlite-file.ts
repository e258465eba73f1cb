/**
 * @module
 * SQLite files that are only read, with what this Node has: `node:sqlite`, or better-sqlite3 where it is installed.
 */

import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { clearFailure, type SqliteHandle } from "../../stores/sqlite/connection/index.js";
import { CommandError, fileError } from "../text/index.js";
import { fileFailure } from "./text-file.js";

/**
 * What some work makes of a database, all of it at one instant; the file is closed afterwards.
 *
 * @throws {CommandError} when there is no such file, it is no database, or nothing is there to read it with
 */
export function* readingDatabase<T>(
  file: string,
  work: (database: SqliteHandle) => Iterable<T>,
): Generator<T, void, void> {
  let database: SqliteHandle | undefined;
  try {
    statSync(file);
    database = opened(file);
    database.exec("BEGIN");
    yield* work(database);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if ((error as NodeJS.ErrnoException).syscall === "stat") throw fileFailure(file, error);
    const { message } = clearFailure(error) as Error;
    throw fileError(file, undefined, message, error);
  } finally {
    database?.close();
  }
}

type SqliteClass = new (path: string, options: Readonly<Record<string, boolean>>) => SqliteHandle;

function opened(file: string): SqliteHandle {
  const { DatabaseSync } = (process.getBuiltinModule?.("node:sqlite" as never) ?? {}) as {
    readonly DatabaseSync?: SqliteClass;
  };
  if (DatabaseSync !== undefined) return new DatabaseSync(file, { readOnly: true });
  return new (installed())(file, { readonly: true });
}

function installed(): SqliteClass {
  try {
    return createRequire(import.meta.url)("better-sqlite3") as SqliteClass;
  } catch (error) {
    const message =
      "Expected node:sqlite (Node 22.13 or newer) or better-sqlite3 to read the database with, got neither. " +
      "Install better-sqlite3 beside concordat.";
    throw new CommandError(message, 1, error);
  }
}
