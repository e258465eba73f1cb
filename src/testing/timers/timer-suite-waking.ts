/**
 * @module
 * The timer suite on waking: at the instant and not before, once, what was armed last, in order. And on amounts: years
 * of waiting, a million armings, a hundred thousand at once.
 */

import { assert, assertEqual, thrownBy } from "../harness/index.js";
import { expectWoken, idsOf, type TimerCase, timerCase, wakeUpOf } from "./timer-lab.js";

/** TT-01 to TT-05, TT-07 and TT-08. */
export const wakingCases: readonly TimerCase[] = [
  timerCase("TT-01", "wakes at the instant and not before, with id, version and room", async (lab) => {
    const { timer, woken } = await lab.start();
    const at = lab.clock.now() + 100;
    await lab.arm(timer, "a", at, { version: 3, roomId: "room-7" });
    await lab.pass(100);
    expectWoken(lab, woken, [{ id: "a", version: 3, at }]);
    assertEqual(woken[0]?.roomId, "room-7", "the room");
    await lab.pass(200);
    assertEqual(woken.length, 1, "how often it woke");
  }),

  timerCase("TT-02", "replaces what is armed, for later and for sooner", async (lab) => {
    const { timer, woken } = await lab.start();
    const start = lab.clock.now();
    await lab.arm(timer, "later", start + 50);
    await lab.arm(timer, "later", start + 150, { version: 1 });
    await lab.arm(timer, "sooner", start + 100_000);
    await lab.arm(timer, "other", start + 120);
    await lab.arm(timer, "sooner", start + 100, { version: 1 });
    await lab.pass(150);
    expectWoken(lab, woken, [
      { id: "later", version: 1, at: start + 150 },
      { id: "sooner", version: 1, at: start + 100 },
      { id: "other", at: start + 120 },
    ]);
  }),

  timerCase("TT-03", "wakes nothing that is disarmed; an unknown id is no error", async (lab) => {
    const { timer, woken } = await lab.start();
    const at = lab.clock.now() + 50;
    await lab.disarm(timer, "nobody");
    await lab.arm(timer, "a", at);
    await lab.arm(timer, "b", at);
    await lab.disarm(timer, "a");
    await lab.disarm(timer, "a");
    await lab.pass(100);
    expectWoken(lab, woken, [{ id: "b", at }]);
    const again = lab.clock.now() + 50;
    await lab.arm(timer, "a", again, { version: 1 });
    await lab.pass(50);
    expectWoken(lab, woken, [
      { id: "b", at },
      { id: "a", version: 1, at: again },
    ]);
  }),

  timerCase("TT-04", "wakes once what is armed twice alike", async (lab) => {
    const { timer, woken } = await lab.start();
    const at = lab.clock.now() + 50;
    await lab.arm(timer, "a", at);
    await lab.arm(timer, "a", at);
    await lab.pass(200);
    expectWoken(lab, woken, [{ id: "a", at }]);
  }),

  timerCase("TT-05", "wakes soon what is past, but not inside arm", async (lab) => {
    const { timer, woken } = await lab.start();
    const start = lab.clock.now();
    for (const [id, at] of Object.entries({ now: start, past: start - 5_000, zero: 0 })) {
      // What was armed before may have woken by now, where arming takes its time.
      const before = idsOf(woken);
      const answer = timer.arm(wakeUpOf(id, at));
      assertEqual(idsOf(woken), before, "what woke inside arm");
      await answer;
    }
    await lab.pass(1);
    assertEqual([...idsOf(woken)].sort(), ["now", "past", "zero"], "what woke soon after");
  }),

  timerCase("TT-07", "never wakes what is armed for Infinity, and refuses other bad numbers", async (lab) => {
    const { timer, woken } = await lab.start();
    await lab.arm(timer, "a", Number.POSITIVE_INFINITY);
    assertEqual(lab.clock.pendingCount, 0, "how many timers wait for Infinity");
    await lab.arm(timer, "b", lab.clock.now() + 50);
    await lab.arm(timer, "b", Number.POSITIVE_INFINITY);
    for (const at of [Number.NaN, -1, 0.5, Number.NEGATIVE_INFINITY]) {
      const error = await thrownBy(() => timer.arm(wakeUpOf("c", at)), `arm at ${at}`);
      assert(
        error instanceof RangeError,
        `Expected arm at ${at} to throw a RangeError, got ${String(error)}.`,
      );
    }
    await lab.pass(300);
    assertEqual(idsOf(woken), [], "what woke");
  }),

  timerCase("TT-08", "wakes in the order of instants, then of arming", async (lab) => {
    const { timer, woken } = await lab.start();
    const start = lab.clock.now();
    for (const [id, ms] of Object.entries({ c: 30, a: 10, d: 30, b: 20, e: 30 })) {
      await lab.arm(timer, id, start + ms);
    }
    // Armed again for a later instant: behind those that were armed for it before.
    await lab.arm(timer, "a", start + 30);
    await lab.arm(timer, "f", start + 30);
    await lab.pass(30);
    assertEqual(idsOf(woken), ["b", "c", "d", "e", "a", "f"], "the order in which they woke");
  }),
];

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
