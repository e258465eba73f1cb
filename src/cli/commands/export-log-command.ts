/**
 * @module
 * `concordat export-log`: a log in an SQLite file, which is only read, as the lines that `verify-log` reads.
 */

import {
  closeSync,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Command } from "commander";
import { builtinModule } from "../../builtin-module.js";
import { canonicalText } from "../../oap/index.js";
import { checkedPrefix } from "../../stores/sql/index.js";
import { clearFailure, type SqliteHandle } from "../../stores/sqlite/connection/index.js";
import { demandReadableLog } from "../../stores/sqlite/tables/index.js";
import { demandRegular, ENTRY_LIMITS, fileFailure } from "../files/index.js";
import { CommandError, fileError, print } from "../text/index.js";

/** Adds the command to the program. */
export function addExportLogCommand(program: Command): void {
  program
    .command("export-log")
    .summary("write a log in an SQLite file as lines, for verify-log")
    .description("Writes the entries of a log in an SQLite file, one a line, as canonical JSON.")
    .argument("<database>", "the file that openSqliteLog has made; it is only read")
    .argument("<log.ndjson>", "the file to write; - for standard output")
    .option("--force", "write over a file that is there")
    .option("--table-prefix <prefix>", "what the names of its tables begin with", "concordat_")
    .addHelpText(
      "after",
      `
What is disclosed of terms stands beside the entries in the database, and is not written.

Example:
  concordat export-log agreements.db log.ndjson`,
    )
    .action(exportLog);
}

interface ExportLogFlags {
  readonly force?: boolean;
  readonly tablePrefix: string;
}

async function exportLog(database: string, file: string, flags: ExportLogFlags): Promise<void> {
  const lines = linesIn(database, prefixIn(flags));
  if (file === "-") {
    for (const line of lines) await new Promise((resolve) => process.stdout.write(line, resolve));
    return;
  }
  // What cannot be read makes no file.
  const first = lines.next();
  // What has not been written into the database yet stands in files beside it.
  if (["", "-wal", "-shm", "-journal"].some((end) => isSameFile(`${database}${end}`, file))) {
    throw new CommandError("Expected another file than the database.", 2);
  }
  const { force = false } = flags;
  // A whole log stays until another one is whole.
  const there = statSync(file, { throwIfNoEntry: false });
  const draft = force && there?.isFile() ? `${file}.${process.pid}.part` : file;
  const target = openedForWriting(draft, force);
  let count = 0;
  try {
    for (let next = first; !next.done; next = lines.next()) {
      writeSync(target, next.value);
      count += 1;
    }
    if (draft !== file) renameSync(draft, file);
  } catch (error) {
    if (draft !== file || there === undefined) rmSync(draft, { force: true });
    throw error instanceof CommandError ? error : fileFailure(file, error);
  } finally {
    lines.return();
    closeSync(target);
  }
  print(`${file}: ${count === 1 ? "1 entry" : `${count} entries`}.`);
}

function prefixIn({ tablePrefix }: ExportLogFlags): string {
  try {
    return checkedPrefix(tablePrefix);
  } catch (error) {
    throw new CommandError(`--table-prefix: ${(error as Error).message}`, 2, error);
  }
}

/** Each entry in canonical form, with its newline. */
function linesIn(file: string, prefix: string): Generator<string, void, void> {
  const table = `${prefix}log`;
  return readingDatabase(file, function* (database): Generator<string, void, void> {
    const found = database
      .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
      .get(table);
    if (found === undefined) {
      const message = `Expected the table ${table} of a log, got a database without it. Name its --table-prefix.`;
      throw fileError(file, undefined, message);
    }
    demandReadableLog(database, prefix);
    const before = database.prepare(`SELECT 1 FROM ${table} WHERE seq < 0`).get();
    if (before !== undefined)
      throw fileError(
        file,
        undefined,
        `Expected entries numbered from 0 on in ${table}, got a number below it.`,
      );
    const page = database.prepare(`SELECT seq, entry FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`);
    for (let last = -1; ; ) {
      const rows = page.all(last) as readonly LogRow[];
      if (rows.length === 0) return;
      for (const { seq, entry } of rows) {
        const next = Number(seq);
        if (!Number.isSafeInteger(next)) {
          const message = `Expected entries numbered by safe integers in ${table}, got seq ${seq} after ${last}.`;
          throw fileError(file, undefined, message);
        }
        yield `${lineOf(entry, file)}\n`;
        last = next;
      }
    }
  });
}

interface LogRow {
  readonly seq: number | bigint;
  readonly entry: string;
}

/** Chosen: some megabytes at the very most. */
const PAGE = 256;

function lineOf(entry: string, file: string): string {
  try {
    return canonicalText(JSON.parse(entry), ENTRY_LIMITS);
  } catch (error) {
    throw fileError(
      file,
      undefined,
      "Expected entries of strict JSON, got another text in the table.",
      error,
    );
  }
}

function isSameFile(one: string, other: string): boolean {
  try {
    return placeOf(one) === placeOf(other);
  } catch {
    // There is no such folder.
    return false;
  }
}

/** Where a file is, or would be. */
function placeOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}

function openedForWriting(file: string, mayExist: boolean): number {
  try {
    return openSync(file, mayExist ? "w" : "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw fileFailure(file, error);
    throw fileError(
      file,
      undefined,
      "Expected no file of that name, got one. Write over it with --force.",
      error,
    );
  }
}

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
    database = openedForReading(file);
    database.exec("BEGIN");
    yield* work(database);
  } catch (error) {
    throw databaseFailure(file, error);
  } finally {
    database?.close();
  }
}

type SqliteClass = new (path: string, options: Readonly<Record<string, boolean>>) => SqliteHandle;

/**
 * A connection that writes nothing.
 *
 * @throws {CommandError} when there is no such file, it is no database, or nothing is there to read it with
 */
export function openedForReading(file: string): SqliteHandle {
  try {
    demandRegular(file);
    return openedDatabase(file, { readOnly: true });
  } catch (error) {
    throw databaseFailure(file, error);
  }
}

function databaseFailure(file: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  return fileError(file, undefined, (clearFailure(error) as Error).message, error);
}

/**
 * A connection by whichever SQLite is there.
 *
 * @param mode - whether it is only read
 * @throws {CommandError} when there is none
 */
export function openedDatabase(file: string, { readOnly }: { readonly readOnly: boolean }): SqliteHandle {
  const { DatabaseSync } = builtinModule<{ readonly DatabaseSync?: SqliteClass }>("node:sqlite") ?? {};
  if (DatabaseSync !== undefined) return new DatabaseSync(file, { readOnly });
  const otherwise =
    "Expected node:sqlite (Node 22.13 or newer) or better-sqlite3 to open the database with, got neither. " +
    "Install better-sqlite3 beside concordat.";
  return new (installedPackage<SqliteClass>("better-sqlite3", otherwise))(file, { readonly: readOnly });
}

/**
 * A package that users install for themselves.
 *
 * @throws {CommandError} with those words where there is none
 */
export function installedPackage<Package>(name: string, otherwise: string): Package {
  try {
    return createRequire(import.meta.url)(name) as Package;
  } catch (error) {
    throw new CommandError(otherwise, 1, error);
  }
}
