/**
 * @module
 * The conformance suite of stores: what the docstring of `NegotiationStore` promises, as tests for anybody's
 * adapter. The tests are in the `store-suite-*.ts` files.
 */

import { shown } from "../../errors.js";
import { registerSuite, type SkipReasons, type TestRunner, withLab } from "../harness/index.js";
import type { StoreCase, StoreNeed, StoreProvider, StoreTestId } from "./lab/index.js";
import { StoreLab } from "./lab/index.js";
import { deadlineCases } from "./store-suite-deadlines.js";
import { fidelityCases } from "./store-suite-fidelity.js";
import { lifeCases } from "./store-suite-life.js";
import { modelCases } from "./store-suite-model.js";
import { outboxCases } from "./store-suite-outbox.js";
import { processCases } from "./store-suite-processes.js";
import { readingCases } from "./store-suite-reading.js";
import { serviceCases } from "./store-suite-service.js";
import { writingCases } from "./store-suite-writing.js";

/** What `testStore` is given: the adapter, the runner, and what is not to be tested. */
export interface TestStoreOptions extends StoreProvider {
  /** Of the adapter, as the tests show it. */
  readonly name: string;
  /** `describe` and `it` of vitest, jest or node:test. */
  readonly runner: TestRunner;
  /** A reason for each test that does not apply. @default none */
  readonly skip?: SkipReasons<StoreTestId> | undefined;
}

/**
 * Registers the tests that every store has to pass.
 *
 * Each test has a store of its own. A test that needs what the author does not provide must be skipped with
 * a reason: another handle (TS-24, TS-26), reopening (TS-25, TS-27), a connection that breaks (TS-28), a
 * process that writes (TS-27), and, where the store has no `feed`, TS-40 to TS-43.
 *
 * @throws {TypeError} when a skip has no reason or names no test, or a test lacks something and is not skipped
 * @see docs/requirements/storage.md, section 10
 * @example
 * testStore({
 *   name: "MyStore",
 *   runner: { describe, it },
 *   create: () => new MemoryStore(),
 *   destroy: (store) => store.close(),
 *   skip: Object.fromEntries(["TS-24", "TS-25", "TS-26", "TS-27", "TS-28"].map((id) => [id, "in memory"])),
 * });
 */
export function testStore(options: TestStoreOptions): void {
  const { name, runner, skip = {}, ...provider } = options;
  for (const member of ["create", "destroy"] as const) {
    if (typeof provider[member] === "function") continue;
    throw new TypeError(`Expected ${member} to be a function, got ${shown(provider[member])}.`);
  }
  registerSuite<StoreTestId, StoreLab, StoreNeed>({
    name,
    runner,
    skip,
    tests: ALL_CASES,
    provides: (need) => provider[need] !== undefined,
    around: (run) => withLab(new StoreLab(provider, runner.print), run),
  });
}

const ALL_CASES: readonly StoreCase[] = [
  ...writingCases,
  ...deadlineCases,
  ...fidelityCases,
  ...readingCases,
  ...outboxCases,
  ...lifeCases,
  ...processCases,
  ...modelCases,
  ...serviceCases,
];
