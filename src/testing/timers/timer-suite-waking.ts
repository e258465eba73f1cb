/**
 * @module
 * The timer suite on waking: at the instant and not before, once, what was armed last, in order.
 */

import { assert, assertEqual, thrownBy } from "../harness/index.js";
import { expectWoken, idsOf, type TimerCase, timerCase } from "./timer-case.js";
import { wakeUpOf } from "./timer-lab.js";

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
