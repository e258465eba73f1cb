/**
 * @module
 * The timer suite on amounts: years of waiting, a million armings, a hundred thousand at once.
 */

import { assert, assertEqual } from "../harness/index.js";
import { expectWoken, type TimerCase, timerCase } from "./timer-case.js";
import { wakeUpOf } from "./timer-lab.js";

const DAY_MS = 86_400_000;

/** What a platform can wait: one more and it does not wait at all. */
const MOST_MS = 2_147_483_647;

/** Waits around the limit of platforms, and beyond. */
const WAITS: Readonly<Record<string, number>> = {
  "2^31 - 2 ms": MOST_MS - 1,
  "2^31 - 1 ms": MOST_MS,
  "2^31 ms": MOST_MS + 1,
  "25 days": 25 * DAY_MS,
  "60 days": 60 * DAY_MS,
  "3,650 days": 3_650 * DAY_MS,
};

/** TT-06, TT-09 and TT-20. */
export const amountCases: readonly TimerCase[] = [
  ...Object.entries(WAITS).map(([name, ms]) =>
    timerCase(
      "TT-06",
      `waits ${name}, once and on time`,
      async (lab) => {
        const { timer, woken } = await lab.start();
        const at = lab.clock.now() + ms;
        await lab.arm(timer, "a", at);
        await lab.pass(ms);
        expectWoken(lab, woken, [{ id: "a", at }]);
        await lab.pass(ms);
        assertEqual(woken.length, 1, "how often it woke");
        const { longestMs } = lab.clock;
        assert(longestMs <= MOST_MS, `Expected no timer above ${MOST_MS} ms, got one of ${longestMs} ms.`);
      },
      ["a manual clock"],
    ),
  ),

  timerCase(
    "TT-09",
    "has one platform timer for 100,000 that are armed again a million times, and none for nothing",
    async (lab) => {
      const { timer } = await lab.start();
      const random = generator(7);
      const start = lab.clock.now();
      const arm = (index: number, at: number): unknown => timer.arm(wakeUpOf(`n-${index}`, at));
      for (let index = 0; index < 100_000; index++) await arm(index, start + 1 + random(100_000_000));
      assertEqual(lab.clock.pendingCount, 1, "how many timers wait for 100,000");
      for (let count = 0; count < 1_000_000; count++) {
        const answer = arm(random(100_000), start + 1 + random(100_000_000));
        // A timer that answers at once is not waited for: a million turns of the microtask queue are a second.
        if (answer !== undefined) await answer;
      }
      assertEqual(lab.clock.pendingCount, 1, "how many timers wait after a million armings");
      for (let index = 0; index < 100_000; index++) await timer.disarm(`n-${index}`);
      assertEqual(lab.clock.pendingCount, 0, "how many timers wait for nothing");
    },
    ["a manual clock"],
  ),

  timerCase(
    "TT-20",
    "wakes 100,000 that are due at once, each once, at most 100 in a turn of the event loop",
    async (lab) => {
      const counts = new Map<number, number>();
      const timer = await lab.open();
      const ids = new Set<string>();
      let wokenCount = 0;
      await timer.start(({ id }) => {
        wokenCount++;
        ids.add(id);
        const turn = lab.clock.turnCount;
        counts.set(turn, (counts.get(turn) ?? 0) + 1);
      });
      const at = lab.clock.now() + 10;
      for (let index = 0; index < 100_000; index++) await timer.arm(wakeUpOf(`n-${index}`, at));
      await lab.pass(10);
      assertEqual([wokenCount, ids.size], [100_000, 100_000], "how many woke, and how many different ones");
      const most = Math.max(...counts.values());
      assert(most <= 100, `Expected at most 100 handlers a turn, got ${most}.`);
    },
    ["a manual clock"],
  ),
];

/** Numbers below a limit, the same in each run (Lehmer's generator, as of Park and Miller, 1988). */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
