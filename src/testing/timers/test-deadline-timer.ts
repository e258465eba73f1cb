/**
 * @module
 * The conformance suite of timers: what the docstring of `DeadlineTimer` promises, as tests for anybody's
 * adapter. The tests are in the `timer-suite-*.ts` files.
 */

import { shown } from "../../errors.js";
import { registerSuite, type SkipReasons, type TestRunner, withLab } from "../harness/index.js";
import type { TimerCase, TimerTestId } from "./timer-lab.js";
import { isManual, TimerLab, type TimerNeed, type TimerProvider } from "./timer-lab.js";
import { handlerCases } from "./timer-suite-handlers.js";
import { timerServiceCases } from "./timer-suite-service.js";
import { sweepCases } from "./timer-suite-sweep.js";
import { amountCases, wakingCases } from "./timer-suite-waking.js";

/** What `testDeadlineTimer` is given: the adapter, the runner, and what is not to be tested. */
export interface TestDeadlineTimerOptions extends TimerProvider {
  /** Of the adapter, as the tests show it. */
  readonly name: string;
  /** `describe` and `it` of vitest, jest or node:test. */
  readonly runner: TestRunner;
  /** A reason for each test that does not apply. @default none */
  readonly skip?: SkipReasons<TimerTestId> | undefined;
}

/**
 * Registers the tests that every timer has to pass.
 *
 * A timer that knows only the real clock must skip TT-06, TT-09, TT-15 and TT-20; one that may be late, TT-08.
 *
 * @throws {TypeError} when a skip has no reason or names no test, or a test lacks something and is not skipped
 * @see docs/requirements/storage.md, section 10
 * @example
 * testDeadlineTimer({
 *   name: "MyTimer",
 *   runner: { describe, it },
 *   clock: () => new ManualClock(),
 *   create: (setup) => new WakeUpTimer(setup),
 *   restart: (_, setup) => new WakeUpTimer(setup),
 *   destroy: () => {},
 *   skip: { "TT-14": "runs in a browser" },
 * });
 */
export function testDeadlineTimer(options: TestDeadlineTimerOptions): void {
  const { name, runner, skip = {}, ...provider } = options;
  for (const member of ["clock", "create", "destroy"] as const) {
    if (typeof provider[member] === "function") continue;
    throw new TypeError(`Expected ${member} to be a function, got ${shown(provider[member])}.`);
  }
  registerSuite<TimerTestId, TimerLab, TimerNeed>({
    name,
    runner,
    skip,
    tests: ALL_CASES,
    provides: (need) =>
      need === "a manual clock" ? isManual(provider.clock()) : provider[need] !== undefined,
    around: (run) => withLab(new TimerLab(provider), run),
  });
}

const ALL_CASES: readonly TimerCase[] = [
  ...wakingCases,
  ...amountCases,
  ...handlerCases,
  ...sweepCases,
  ...timerServiceCases,
];
