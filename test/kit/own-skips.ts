/**
 * @module
 * What our own adapters skip of the conformance suites, and why: all of it (ST-101). A test fails when it changes.
 */

import type { SkipReasons } from "../../src/testing/harness/index.js";
import type { StoreTestId } from "../../src/testing/stores/lab/index.js";
import type { TimerTestId } from "../../src/testing/timers/index.js";

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
export const TIMER_SKIPS: Readonly<Record<"wakeUp" | "pgBoss", SkipReasons<TimerTestId>>> = {
  wakeUp: {},
  pgBoss: {
    "TT-06": "waits in the server, whose clock no test can make pass 25 days",
    "TT-08": "polls: what fell due between two looks is taken together, by two workers",
    "TT-09": "arms by one statement each, a million of which take half an hour; it has no timers to count",
    "TT-14": "pg-boss keeps its process alive until it is stopped, whatever is armed",
    "TT-15": "goes by the server's clock, which no test can set",
    "TT-20": "takes batches of 100, about 700 a second: 100,000 take minutes",
  },
};
