/**
 * @module
 * Says what many runs of a script came to, and fails where one of them did not hold.
 */

import { expect } from "vitest";
import type { CrashRuns } from "./crash-runs.js";

/** One line with the counts; the failures, if there are any, are the message. */
export function expectToHold(what: string, { calls, runs, ms, failures }: CrashRuns): void {
  console.log(`${what}: n ${calls}, ${runs} runs, ${Math.round(ms)} ms`);
  // Enough to see a pattern; thousands would hide it.
  expect(failures.slice(0, 20)).toEqual([]);
}
