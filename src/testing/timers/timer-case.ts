/**
 * @module
 * One test of the timer suite: its number, its sentence, and what it does.
 */

import { assert, assertEqual, type SuiteTest } from "../harness/index.js";
import type { TimerLab, TimerNeed, Woken } from "./timer-lab.js";

/** The number of a test. @see docs/requirements/storage.md, section 10 */
export type TimerTestId =
  | `TT-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `TT-1${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | "TT-20";

/** A test of the timer suite. */
export type TimerCase = SuiteTest<TimerTestId, TimerLab, TimerNeed>;

/** A test of a timer. */
export function timerCase(
  id: TimerTestId,
  title: string,
  run: (lab: TimerLab) => Promise<void>,
  needs: readonly TimerNeed[] = [],
): TimerCase {
  return { id, title, needs, run };
}

/** What was expected to wake, and when at the earliest; epoch ms. */
export interface ExpectedWakeUp {
  readonly id: string;
  readonly at: number;
  readonly version?: number;
}

/** Passes when exactly these woke, in any order, each at its instant or at most so late as the timer may be. */
export function expectWoken(
  lab: TimerLab,
  woken: readonly Woken[],
  expected: readonly ExpectedWakeUp[],
): void {
  const named = (one: ExpectedWakeUp): string => `${one.id} of version ${one.version ?? 0}`;
  assertEqual(woken.map(named).sort(), expected.map(named).sort(), "what woke");
  for (const one of expected) {
    const at = woken.find((other) => named(other) === named(one))?.at ?? 0;
    const lateMs = at - one.at;
    assert(lateMs >= 0, `Expected ${named(one)} to wake at its instant, got it ${-lateMs} ms before.`);
    assert(
      lateMs <= lab.latenessMs,
      `Expected ${named(one)} to wake within ${lab.latenessMs} ms of its instant, got it after ${lateMs} ms.`,
    );
  }
}

/** The ids of what woke, in order. */
export function idsOf(woken: readonly { readonly id: string }[]): readonly string[] {
  return woken.map(({ id }) => id);
}
