/**
 * @module
 * How a conformance suite becomes tests of the user's own runner: what is skipped, and why, is checked,
 * printed and counted. What the tests are is the business of `test-store.ts` and `test-deadline-timer.ts`.
 */

import { nearestKey } from "../../core/checks/index.js";
import { shown } from "../../errors.js";
import type { MaybePromise } from "../../ports/index.js";

/** Where the tests go: `describe` and `it` of vitest, jest and node:test fit. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: ((name: string, body: () => Promise<void>) => unknown) & {
    readonly skip?: ((name: string, body: () => Promise<void>) => unknown) | undefined;
  };
  /** Is given a line for each skip, and figures. @default nobody is */
  readonly print?: ((line: string) => void) | undefined;
}

/** Why tests are skipped, by id. */
export type SkipReasons<Id extends string> = { readonly [One in Id]?: string | undefined };

/** A test of a suite; several may share an id. */
export interface SuiteTest<Id extends string, Lab, Need extends string> {
  readonly id: Id;
  /** A sentence about behaviour. */
  readonly title: string;
  /** What the adapter's author has to provide for it; without it the test must be skipped. */
  readonly needs?: readonly Need[] | undefined;
  readonly run: (lab: Lab) => Promise<void>;
}

/** A suite over one adapter. */
interface Suite<Id extends string, Lab, Need extends string> {
  readonly name: string;
  readonly runner: TestRunner;
  readonly tests: readonly SuiteTest<Id, Lab, Need>[];
  readonly provides: (need: Need) => boolean;
  readonly skip: SkipReasons<Id>;
  /** Runs one test, with all that has to be set up and torn down around it. */
  readonly around: (run: (lab: Lab) => Promise<void>) => Promise<void>;
}

/**
 * Registers the tests, and one more that names what was skipped.
 *
 * @throws {TypeError} when a skip has no reason or names no test, or a test lacks something and is not skipped
 * @see docs/requirements/storage.md, ST-100
 */
export function registerSuite<Id extends string, Lab, Need extends string>(
  suite: Suite<Id, Lab, Need>,
): void {
  const { name, runner, tests, skip, around } = suite;
  checkRunner(runner);
  const ids = [...new Set(tests.map(({ id }) => id))];
  checkSkips(skip, ids);
  for (const { id, needs = [] } of tests) {
    const missing = needs.find((need) => !suite.provides(need));
    if (missing === undefined || skip[id] !== undefined) continue;
    throw new TypeError(`Expected ${missing} for ${id}, got none. Provide it, or skip ${id} with a reason.`);
  }
  const reasons = ids.flatMap((id) => (skip[id] === undefined ? [] : [`${id} (${skip[id]})`])).sort();
  const { print = () => {} } = runner;
  runner.describe(name, () => {
    for (const { id, title, run } of tests) {
      const reason = skip[id];
      if (reason === undefined) runner.it(`${id}: ${title}`, () => around(run));
      else registerSkipped(runner, `${id}: ${title} (skipped: ${reason})`);
    }
    const count = `${reasons.length} of ${ids.length} skipped`;
    const summary = reasons.length === 0 ? count : `${count}: ${reasons.join(", ")}`;
    runner.it(summary, async () => print(`${name}: ${summary}`));
  });
  for (const reason of reasons) print(`${name}: skips ${reason}`);
}

/** What tests work with, and what has to be ended after them. */
interface Lab {
  close(): Promise<void>;
}

/** Runs a test and ends its lab. What fails in the test is told, and not what fails in consequence at its end. */
export async function withLab<L extends Lab>(lab: L, run: (lab: L) => Promise<void>): Promise<void> {
  try {
    await run(lab);
  } catch (error) {
    await lab.close().catch(() => {});
    throw error;
  }
  await lab.close();
}

function checkRunner(runner: TestRunner): void {
  if (typeof runner?.describe === "function" && typeof runner.it === "function") return;
  throw new TypeError(`Expected runner to be { describe, it }, got ${shown(runner)}.`);
}

function checkSkips(skip: SkipReasons<string>, ids: readonly string[]): void {
  for (const [id, reason] of Object.entries(skip)) {
    if (!ids.includes(id)) {
      throw new TypeError(
        `Expected skip to name tests, got ${shown(id)}. Did you mean ${nearestKey(id, ids)}?`,
      );
    }
    if (reason !== undefined && (typeof reason !== "string" || reason.trim() === "")) {
      throw new TypeError(`Expected a reason for skipping ${id}, got ${shown(reason)}.`);
    }
  }
}

/** As the runner shows skipped tests; without a way to do so, as a test whose name says it. */
function registerSkipped({ it }: TestRunner, name: string): void {
  const nothing = async (): Promise<void> => {};
  if (typeof it.skip === "function") it.skip(name, nothing);
  else it(name, nothing);
}

/** A process that prints lines. */
export interface TestProcess {
  /** The next line that it printed, without its end; `null` when it has ended and all were given. */
  nextLine(): PromiseLike<string | null>;
  /** As `kill -9`; resolves when it has ended. What it printed before can still be read. */
  kill(): MaybePromise<void>;
}
