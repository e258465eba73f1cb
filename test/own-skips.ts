/**
 * @module
 * What our own adapters skip of the conformance suites, and why: all of it (ST-101). A test fails when it changes.
 */

import type { SkipReasons } from "../src/testing/conformance-suite.js";
import type { StoreTestId } from "../src/testing/store-case.js";
import type { TimerTestId } from "../src/testing/timer-case.js";

const IN_MEMORY = "in the memory of one process, where nothing outlives it and nobody else comes";

/** Of the store suite. */
export const STORE_SKIPS: Readonly<Record<"memory" | "sqlite" | "postgres", SkipReasons<StoreTestId>>> = {
  memory: {
    "TS-24": IN_MEMORY,
    "TS-25": IN_MEMORY,
    "TS-26": IN_MEMORY,
    "TS-27": IN_MEMORY,
    "TS-28": IN_MEMORY,
  },
  sqlite: { "TS-24": "one writer at a time: no commit is held open while another one commits" },
  postgres: {},
};

/** Of the timer suite. */
export const TIMER_SKIPS: Readonly<Record<"wakeUp", SkipReasons<TimerTestId>>> = { wakeUp: {} };
