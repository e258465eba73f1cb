/**
 * @module
 * A runner of tests that runs none: it records what is registered and printed.
 */

import type { TestRunner } from "../../src/testing/harness/index.js";

/** A test that was registered. */
export interface Registered {
  readonly name: string;
  readonly isSkipped: boolean;
  readonly body: () => Promise<void>;
}

/** Records; `tests` grows as tests are registered. */
export interface RecordingRunner extends TestRunner {
  readonly tests: Registered[];
  readonly printed: string[];
}

/** @param canSkip - whether it has `it.skip` */
export function recordingRunner(canSkip = true): RecordingRunner {
  const tests: Registered[] = [];
  const printed: string[] = [];
  const record = (isSkipped: boolean) => (name: string, body: () => Promise<void>) =>
    void tests.push({ name, isSkipped, body });
  return {
    tests,
    printed,
    describe: (_, body) => body(),
    it: canSkip ? Object.assign(record(false), { skip: record(true) }) : record(false),
    print: (line) => void printed.push(line),
  };
}
