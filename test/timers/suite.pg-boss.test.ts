import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeadlineTimer, Delivery } from "../../src/ports/index.js";
import { systemClock } from "../../src/service/timing/index.js";
import { type TimerSetup, testDeadlineTimer } from "../../src/testing/timers/index.js";
import { pgBossTimer } from "../../src/timers/pg-boss/index.js";
import { TIMER_SKIPS } from "../kit/own-skips.js";
import { type PgBossServer, pgBossServer } from "./pg-boss-server.js";

let server: PgBossServer;
beforeAll(async () => {
  server = await pgBossServer();
});
afterAll(() => server?.end());

let queueCount = 0;
const made = new Map<DeadlineTimer, MadeTimer>();

testDeadlineTimer({
  name: "pgBossTimer",
  runner: { describe, it, print: console.log },
  clock: () => systemClock,
  create: (setup) => make(setup, `queue-${++queueCount}`),
  restart: async (timer, setup) => {
    const { queue } = made.get(timer) ?? { queue: "" };
    await end(timer);
    return make(setup, queue);
  },
  destroy: end,
  latenessMs: 1_000,
  mayRepeat: true,
  mayWakeStale: true,
  skip: TIMER_SKIPS.pgBoss,
});

it("leaves the boss without a complaint and without a worker", () => {
  expect(server.errors).toEqual([]);
});

interface MadeTimer {
  readonly queue: string;
  readonly deliveries: Delivery[];
}

/** A timer with a queue of its own, whose deliveries are known, since the suite leaves some of them open. */
function make(setup: TimerSetup, queue: string): DeadlineTimer {
  const timer = pgBossTimer({ boss: server.boss, queue, ...setup });
  const deliveries: Delivery[] = [];
  const kept: DeadlineTimer = {
    arm: (wakeUp) => timer.arm(wakeUp),
    disarm: (id) => timer.disarm(id),
    start: async (handler, scope) => {
      const delivery = await timer.start(handler, scope);
      deliveries.push(delivery);
      return delivery;
    },
  };
  made.set(kept, { queue, deliveries });
  return kept;
}

async function end(timer: DeadlineTimer): Promise<void> {
  const { queue, deliveries } = made.get(timer) ?? { queue: "", deliveries: [] };
  made.delete(timer);
  // Not waited for: one of the suite's handlers never ends.
  for (const delivery of deliveries) void delivery.stop();
  await server.boss.offWork(queue, { wait: true });
}
