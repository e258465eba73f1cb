/**
 * @module
 * The suites under the runner that comes with Node: `node node-runner`.
 */

import { describe, it } from "node:test";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { testStore } from "../../src/testing/stores/index.js";
import { testDeadlineTimer } from "../../src/testing/timers/index.js";
import { STORE_SKIPS } from "../kit/own-skips.js";

const runner = { describe, it };

testStore({
  name: "MemoryStore",
  runner,
  create: () => new MemoryStore(),
  destroy: (store) => store.close(),
  skip: STORE_SKIPS.memory,
});

testDeadlineTimer({
  name: "WakeUpTimer",
  runner,
  clock: () => new ManualClock(),
  create: (setup) => new WakeUpTimer(setup),
  restart: (_, setup) => new WakeUpTimer(setup),
  destroy: () => {},
  skip: { "TT-14": "is tested elsewhere", "TT-09": "takes long, and is tested elsewhere" },
});
