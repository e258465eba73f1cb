/**
 * @module
 * What goes wrong in SQLite, in words that say what to do. It knows the errors of `node:sqlite` and of
 * better-sqlite3; others pass as they came.
 */

import { NegotiationError } from "../../../errors.js";

/**
 * The error to throw for one that SQLite threw at work: an `Error` with the original as its cause.
 *
 * It is no `NegotiationError`: the service tries again, and says `store_failed` when that does not help.
 */
export function clearFailure(error: unknown): unknown {
  if (isClosedHandle(error)) {
    return new NegotiationError("store_closed", "Expected an open database, got one that its owner closed.", {
      cause: error,
    });
  }
  const message = adviceOn(error);
  return message === undefined ? error : new Error(message, { cause: error });
}

/** The error to throw for one that SQLite threw while the store was opened: mostly `store_failed`. */
export function openingFailure(error: unknown): unknown {
  if (NegotiationError.isInstance(error) || error instanceof TypeError) return error;
  if (isWithinTransaction(error)) return withinTransaction();
  const message = adviceOn(error) ?? "Expected to open the database, got an error. See its cause.";
  const details = { sqlite: nameOf(error) ?? null };
  return new NegotiationError("store_failed", message, { cause: error, details });
}

/** Whether SQLite refused because the connection is within a transaction. */
export function isWithinTransaction(error: unknown): boolean {
  return error instanceof Error && /\b(within|inside) a transaction$/.test(error.message);
}

/** What a store throws that is handed a connection within a transaction: nothing of ours may depend on it. */
export function withinTransaction(): TypeError {
  return new TypeError(
    "Expected a connection that is in no transaction, got one that is. Commit it, or give the store a connection of its own.",
  );
}

/** Whether another connection had the database and did not let it go in time. */
export function isBusy(error: unknown): boolean {
  const name = nameOf(error);
  return name === "SQLITE_BUSY" || name === "SQLITE_LOCKED";
}

/** The primary results of SQLite that a host meets, by number. @see https://www.sqlite.org/rescode.html */
const NAMES: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
};

const ADVICE: Readonly<Record<string, string>> = {
  SQLITE_BUSY:
    "Expected the database to be free within busyTimeoutMs, got one that another connection keeps locked. " +
    "End its transaction, or raise busyTimeoutMs.",
  SQLITE_LOCKED:
    "Expected the database to be free, got one that another statement of this process keeps locked. End it.",
  SQLITE_READONLY:
    "Expected a database that can be written, got a read-only one. " +
    "Check who may write the file and its folder, and how the handle was opened.",
  SQLITE_IOERR:
    "Expected the disk to work, got a failure of input or output. Check the disk, its quota and its mount.",
  SQLITE_CORRUPT: "Expected a sound database, got a damaged one. Restore it from a backup.",
  SQLITE_FULL: "Expected room for the database, got a full disk. Make room; the command can then be retried.",
  SQLITE_CANTOPEN:
    "Expected a database file that can be opened, got a path that cannot. " +
    "Check that its folder exists and may be written, and that it names no folder.",
  SQLITE_NOTADB: "Expected an SQLite database, got another kind of file. Check the path.",
};

function adviceOn(error: unknown): string | undefined {
  const name = nameOf(error);
  return name === undefined ? undefined : `${ADVICE[name]} (${name})`;
}

/** The primary result that an error stands for. */
function nameOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // `node:sqlite` gives the extended number: the primary one is its lowest byte.
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === "number") return NAMES[errcode & 0xff];
  if (typeof code !== "string") return undefined;
  // better-sqlite3 gives the extended name: SQLITE_IOERR_WRITE.
  return Object.values(NAMES).find((name) => code === name || code.startsWith(`${name}_`));
}

function isClosedHandle(error: unknown): boolean {
  const words = /^((The )?database (connection )?is not open|statement has been finalized)$/i;
  return error instanceof Error && words.test(error.message);
}
