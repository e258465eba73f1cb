// SY-26, ST-100, ST-51: the runners that fit the conformance suites, and the connections that fit the SQLite store.
import * as node from "node:test";
import type { Database } from "better-sqlite3";
import * as vitest from "vitest";
import { openSqliteStore, type SqliteHandle } from "../../src/stores/sqlite/index.js";
import { type SkipReasons, type StoreTestId, type TestRunner, testStore } from "../../src/testing/index.js";
import type { Equal, Expect } from "./equal.js";

export const runners: readonly TestRunner[] = [
  { describe: vitest.describe, it: vitest.it },
  { describe: node.describe, it: node.it },
];

// As of @types/jest.
interface JestIt {
  (name: string, fn?: (done: (error?: unknown) => void) => void | Promise<unknown>, timeout?: number): void;
  skip: JestIt;
}
declare const jest: { describe: (name: string, fn: () => void) => void; it: JestIt };
export const jestRunner: TestRunner = { describe: jest.describe, it: jest.it };

declare const database: Database;
export const handle: SqliteHandle = database;
export const store = openSqliteStore({ database }, { durability: "process" });
openSqliteStore({ path: "a.db" });
// @ts-expect-error: one or the other
openSqliteStore({ path: "a.db", database });
// @ts-expect-error: neither
openSqliteStore({});
// @ts-expect-error: not a durability
openSqliteStore({ path: "a.db" }, { durability: "full" });

export const skips: SkipReasons<StoreTestId> = { "TS-01": "a reason", "TS-37": undefined };
// @ts-expect-error: no such test
export const wrong: SkipReasons<StoreTestId> = { "TS-38": "a reason" };
export type Ids = [
  Expect<
    Equal<Extract<StoreTestId, "TS-00" | "TS-01" | "TS-29" | "TS-37" | "TS-38">, "TS-01" | "TS-29" | "TS-37">
  >,
];
// @ts-expect-error: nothing to test
testStore({ name: "a store", runner: runners[0] });
