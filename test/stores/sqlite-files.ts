/**
 * @module
 * SQLite for the tests, as this Node has it: `node:sqlite`, or better-sqlite3 on a Node without it. And
 * files for databases, in a temporary folder that is removed with them.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqliteHandle } from "../../src/stores/sqlite/connection/index.js";
import { FAILURE_VARIABLE } from "../provide-sqlite.js";

/** A constructor of connections. */
export type SqliteClass = new (path: string, options?: Readonly<Record<string, unknown>>) => SqliteHandle;

/** `DatabaseSync` of `node:sqlite`; `undefined` on a Node without it. */
export const nodeSqlite: SqliteClass | undefined = (
  process.getBuiltinModule?.("node:sqlite" as never) as { readonly DatabaseSync?: SqliteClass } | undefined
)?.DatabaseSync;

/** The library that the tests run on here (ST-92). */
export const sqliteName: string = nodeSqlite === undefined ? "better-sqlite3" : "node:sqlite";

/** A connection to a file, of the library that this Node has. */
export function openDatabase(path: string, options: { readonly isReadOnly?: boolean } = {}): SqliteHandle {
  const { isReadOnly = false } = options;
  if (nodeSqlite !== undefined) return new nodeSqlite(path, { readOnly: isReadOnly });
  const failure = process.env[FAILURE_VARIABLE];
  if (failure !== undefined) throw new Error(failure);
  // Built for one version of Node: on another one it must not even be loaded.
  const Database = createRequire(import.meta.url)("better-sqlite3") as SqliteClass;
  return new Database(path, { readonly: isReadOnly });
}

/** A place for files of databases. */
export interface DatabaseFolder {
  /** The path of a file that does not exist yet. */
  newFile(): string;
  remove(): void;
}

/** Makes a temporary folder. */
export function databaseFolder(): DatabaseFolder {
  const folder = mkdtempSync(join(tmpdir(), "concordat-sqlite-"));
  let count = 0;
  return {
    newFile: () => join(folder, `${++count}.db`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
