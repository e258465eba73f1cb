/**
 * @module
 * What the store suite needs of SQLite: files, second handles, connections that break, and processes.
 */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { NegotiationStore } from "../../src/ports/index.js";
import type { SqliteHandle, SqliteStatement } from "../../src/stores/sqlite/connection/index.js";
import { type GroupedSqliteStore, openSqliteStore, type SqliteStore } from "../../src/stores/sqlite/index.js";
import type { BreakPoint, StoreProvider } from "../../src/testing/stores/lab/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { lineProcess } from "../kit/line-process.js";
import { overriding } from "../kit/wrapped-store.js";
import type { CompleteProvider } from "../testing/memory-provider.js";
import { databaseFolder, openDatabase } from "./sqlite-files.js";

/** How the stores are made. */
export interface SqliteProviderOptions {
  readonly durability: "power" | "process";
  /** @default none: each commit is a transaction of its own */
  readonly groupCommitMs?: number | undefined;
  /** What the suite sees instead of the store. @default the store */
  readonly wrapped?: (store: NegotiationStore) => NegotiationStore;
}

/** What the suite is given, and the end of it all. */
export type SqliteProvider = CompleteProvider & Required<Pick<StoreProvider, "keep">> & { remove(): void };

/** Stores in a temporary folder. */
export function sqliteProvider({
  durability,
  groupCommitMs,
  wrapped = (store) => store,
}: SqliteProviderOptions): SqliteProvider {
  const folder = databaseFolder();
  const places = new Map<NegotiationStore, { readonly path: string; readonly database: Breakable }>();
  let bundle: Promise<ChildBundle> | undefined;

  const opened = (path: string): NegotiationStore => {
    const database = breakable(openDatabase(path));
    const store = wrapped(
      closingBoth(openSqliteStore({ database }, { durability, groupCommitMs }), database),
    );
    places.set(store, { path, database });
    return store;
  };
  const placeOf = (store: NegotiationStore) => {
    const place = places.get(store);
    if (place === undefined) throw new Error("Expected a store of this provider.");
    return place;
  };
  const closed = async (store: NegotiationStore): Promise<string> => {
    const { path } = placeOf(store);
    await store.close();
    places.delete(store);
    return path;
  };
  return {
    create: () => opened(folder.newFile()),
    // One writer at a time: there is no commit to be held open while another one commits (TS-24 is skipped).
    openSecond: (store) => opened(placeOf(store).path),
    reopen: async (store) => {
      const { path } = placeOf(store);
      await store.close();
      expectIntegrity(path);
      places.delete(store);
      return opened(path);
    },
    breakConnection: (store, where) => placeOf(store).database.breakNext(where),
    spawnWriter: async (store, job) => {
      bundle ??= bundleChild("stores/sqlite-writer.ts");
      return lineProcess(
        (await bundle).path,
        placeOf(store).path,
        durability,
        job,
        String(groupCommitMs ?? ""),
      );
    },
    destroy: async (store) => {
      const path = await closed(store);
      for (const suffix of FILES) rmSync(path + suffix, { force: true });
    },
    keep: async (store) => {
      const { path } = placeOf(store);
      const kept = mkdtempSync(join(tmpdir(), "concordat-kept-"));
      // Before it is closed, which would clear away the log.
      for (const suffix of FILES) {
        if (existsSync(path + suffix)) copyFileSync(path + suffix, join(kept, basename(path) + suffix));
      }
      await closed(store);
      return join(kept, basename(path));
    },
    remove: () => {
      folder.remove();
      void bundle?.then((made) => made.remove());
    },
  };
}

/** What a database consists of. */
const FILES: readonly string[] = ["", "-wal", "-shm"];

/** SM-60: after each kill. */
function expectIntegrity(path: string): void {
  const database = openDatabase(path);
  const { integrity_check: found } = database.prepare("PRAGMA integrity_check").get() as {
    readonly integrity_check: string;
  };
  database.close();
  if (found !== "ok") throw new Error(`Expected a sound database, got ${found}`);
}

/** The store, with the connection that it was handed as if it had opened it. */
function closingBoth(store: SqliteStore | GroupedSqliteStore, database: SqliteHandle): NegotiationStore {
  let isOpen = true;
  const close = async (): Promise<void> => {
    await store.close();
    if (isOpen) database.close();
    isOpen = false;
  };
  return overriding(store, { close });
}

interface Breakable extends SqliteHandle {
  breakNext(where: BreakPoint): void;
}

/** A connection whose next COMMIT fails, before it took effect or after. */
function breakable(database: SqliteHandle): Breakable {
  let breaks: BreakPoint | undefined;
  const commitOf = (statement: SqliteStatement): SqliteStatement => ({
    get: (...values) => statement.get(...values),
    all: (...values) => statement.all(...values),
    run: (...values) => {
      const where = breaks;
      breaks = undefined;
      if (where === "before-commit") throw new Error("The connection broke before the commit.");
      const answer = statement.run(...values);
      if (where === "after-commit") throw new Error("The connection broke after the commit.");
      return answer;
    },
  });
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => (sql === "COMMIT" ? commitOf(database.prepare(sql)) : database.prepare(sql)),
    close: () => database.close(),
    breakNext: (where) => {
      breaks = where;
    },
  };
}
