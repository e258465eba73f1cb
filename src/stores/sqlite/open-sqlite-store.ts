/**
 * @module
 * Opens the SQLite store: the options, the settings of the connection, and the tables, made if need be.
 */

import { demandShape, integerIn } from "../../core/checks/index.js";
import { shown } from "../../errors.js";
import { checkedPrefix, checkKeys } from "../sql/index.js";
import type { SqliteHandle } from "./connection/index.js";
import { isBusy, openedWithNode, openingFailure, withinTransaction } from "./connection/index.js";
import type { SqliteConnection } from "./sqlite-session.js";
import { GroupedSqliteStore, SqliteStore } from "./sqlite-store.js";
import { prepareLayout, type SqliteTables } from "./tables/index.js";

/** Where the database is: a file that is opened, and closed with the store, or a connection of the host's. */
export type SqliteSource =
  | { readonly path: string; readonly database?: never }
  | { readonly database: SqliteHandle; readonly path?: never };

/** How a store keeps what it is given. */
export interface SqliteStoreOptions {
  /**
   * What an answered command outlives. `power`: the loss of power (`synchronous` FULL). `process`: the end of
   * the process, however it ends; the loss of power may cost the newest commits (NORMAL). @default "power"
   */
  readonly durability?: "power" | "process" | undefined;
  /** Ms to wait for another connection that writes. @default 5_000; 1_000 for a log */
  readonly busyTimeoutMs?: number | undefined;
  /** What the names of tables and indexes begin with; `^[a-z_][a-z0-9_]{0,30}$`. @default "concordat_" */
  readonly tablePrefix?: string | undefined;
  /** Whether missing and older tables are made and upgraded; else they are refused. @default true */
  readonly migrate?: boolean | undefined;
}

/**
 * A store over one SQLite file: all that was answered is still there when the process was killed.
 *
 * It is synchronous: a commit blocks the event loop while the disk writes. Give it a connection of its own;
 * one that is handed in is set to `journal_mode` WAL and stays open when the store is closed.
 *
 * With `groupCommitMs`, 0 to 1,000, its answers are promises: commits that come within so many milliseconds of the
 * first share a transaction, and so one wait for the disk. Each is answered after that, and refused by itself.
 *
 * @throws {TypeError} for options that make no sense, and a connection that is within a transaction
 * @throws {RangeError} when `busyTimeoutMs` is not a non-negative integer, or `groupCommitMs` out of range
 * @throws {NegotiationError} `dependency_missing` for a path on a Node without `node:sqlite`,
 *   `schema_unsupported` for tables of a newer version, or missing ones with `migrate: false`; `store_failed`
 *   when the file cannot be opened, is damaged or is no database
 * @see docs/requirements/storage.md, section 6
 * @example
 * const store = openSqliteStore({ path: "negotiations.db" }, { durability: "process" });
 * const room = new NegotiationService("market-7", { store });
 */
export function openSqliteStore<Grouped extends number | undefined = undefined>(
  source: SqliteSource,
  options?: SqliteStoreOptions & { readonly groupCommitMs?: Grouped },
): Grouped extends number ? GroupedSqliteStore : SqliteStore;
export function openSqliteStore(
  source: SqliteSource,
  given: SqliteStoreOptions & { readonly groupCommitMs?: number | undefined } = {},
): SqliteStore | GroupedSqliteStore {
  demandShape("options", given ?? null, "object");
  const { groupCommitMs, ...options } = given;
  if (groupCommitMs === undefined) return openedOver(source, options, (at) => new SqliteStore(at));
  integerIn("groupCommitMs", groupCommitMs, 0, 1_000);
  return openedOver(source, options, (at) => new GroupedSqliteStore(at, groupCommitMs));
}

/**
 * Opens whatever works on a connection with tables of its own.
 *
 * @param tables - those of the store, unless others are named
 * @throws as `openSqliteStore` does
 */
export function openedOver<T>(
  source: SqliteSource,
  options: SqliteStoreOptions,
  made: (connection: SqliteConnection) => T,
  tables?: SqliteTables,
): T {
  const { migrate, tablePrefix, ...settings } = resolvedOptions(options);
  const { path, database: given } = checkedSource(source);
  let opened: SqliteHandle | undefined;
  try {
    const database = given ?? openedWithNode(path);
    if (given === undefined) opened = database;
    configure(database, settings);
    prepareLayout(database, tablePrefix, migrate, tables);
    return made({ database, isOwned: given === undefined, tablePrefix });
  } catch (error) {
    opened?.close();
    throw openingFailure(error);
  }
}

interface Settings {
  readonly synchronous: "FULL" | "NORMAL";
  readonly busyTimeoutMs: number;
}

const KEYS: readonly string[] = ["durability", "busyTimeoutMs", "tablePrefix", "migrate"];

/** A busy timeout is a C int. */
const MOST_MS = 2_147_483_647;

function resolvedOptions(options: SqliteStoreOptions): Settings & {
  readonly tablePrefix: string;
  readonly migrate: boolean;
} {
  checkKeys(options, KEYS);
  const { durability = "power", busyTimeoutMs = 5_000, migrate = true } = options;
  if (durability !== "power" && durability !== "process") {
    throw new TypeError(`Expected durability to be "power" or "process", got ${shown(durability)}.`);
  }
  if (typeof migrate !== "boolean") {
    throw new TypeError(`Expected migrate to be a boolean, got ${shown(migrate)}.`);
  }
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0 || busyTimeoutMs > MOST_MS) {
    throw new RangeError(
      `Expected busyTimeoutMs to be an integer from 0 to ${MOST_MS}, got ${shown(busyTimeoutMs)}.`,
    );
  }
  const synchronous = durability === "power" ? "FULL" : "NORMAL";
  return { synchronous, busyTimeoutMs, tablePrefix: checkedPrefix(options.tablePrefix), migrate };
}

function checkedSource(source: SqliteSource): SqliteSource {
  const { path, database } = source ?? {};
  if (database === undefined && typeof path === "string" && path !== "") return source;
  const isHandle =
    path === undefined && typeof database?.exec === "function" && typeof database.prepare === "function";
  if (isHandle) return source;
  throw new TypeError(
    "Expected { path } with the path of a file, or { database } with a connection of node:sqlite or " +
      `better-sqlite3, got ${shown(database === undefined ? source : typeof database)}.`,
  );
}

function configure(database: SqliteHandle, { synchronous, busyTimeoutMs }: Settings): void {
  if (database.isTransaction === true || database.inTransaction === true) throw withinTransaction();
  // First, so that the rest waits too. A `DatabaseSync` waits for nobody unless it is told to.
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  setWriteAheadLog(database, Math.ceil(busyTimeoutMs / PAUSE_MS));
  database.exec(`PRAGMA synchronous = ${synchronous}`);
}

/**
 * Two connections that both turn a new file to WAL would wait for each other: SQLite tells one of them at
 * once that the file is busy, whatever its timeout (seen in 2 of 480 openings by 8 processes at a time).
 */
function setWriteAheadLog(database: SqliteHandle, retryCount: number): void {
  for (let retries = 0; ; retries++) {
    try {
      const found = database.prepare("PRAGMA journal_mode").get() as { readonly journal_mode?: unknown };
      if (found.journal_mode !== "wal") database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || retries >= retryCount) throw error;
      pause();
    }
  }
}

/** Chosen: short beside any timeout, long beside the switch that is waited for. */
const PAUSE_MS = 20;

/** Blocks, as everything that SQLite does. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
