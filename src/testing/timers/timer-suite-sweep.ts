/**
 * @module
 * The timer suite on what a store knows and the timer does not: after a restart, a lost wake-up, the death of
 * who had claimed a row, and a jump of the clock.
 */

import { MemoryStore } from "../../stores/memory/index.js";
import { assertEqual } from "../harness/index.js";
import { newNegotiation } from "../stores/lab/index.js";
import { expectWoken, idsOf, LEASE_MS, SWEEP_MS, type TimerCase, timerCase } from "./timer-lab.js";

const HOUR_MS = 3_600_000;

/** TT-11, TT-15, TT-17 and TT-18. */
export const sweepCases: readonly TimerCase[] = [
  timerCase(
    "TT-11",
    "wakes overdue rows once a lease after a restart",
    async (lab) => {
      const store = new MemoryStore();
      const { timer: before, delivery } = await lab.start({ store });
      await delivery.stop();
      const at = lab.clock.now() + 50;
      for (let index = 0; index < 250; index++) {
        store.create(newNegotiation({ id: `n-${index}`, deadline: { at, kind: "turn" } }));
      }
      const timer = await lab.restart(before, { store });
      const { woken } = await lab.listen(timer);
      await lab.pass(50 + SWEEP_MS);
      assertEqual(new Set(idsOf(woken)).size, 250, "how many different rows woke");
      assertEqual(woken.length, 250, "how often rows woke within the lease");
      await lab.pass(LEASE_MS + SWEEP_MS);
      // What may come more than once is heard once, so that there is nothing to count.
      if (lab.mayRepeat) return;
      assertEqual(woken.length, 500, "how often rows woke when the lease had ended");
    },
    ["restart"],
  ),

  timerCase("TT-17", "finds a lost wake-up within the sweep interval", async (lab) => {
    const store = new MemoryStore();
    const { woken } = await lab.start({ store });
    const at = lab.clock.now() + 250;
    store.create(newNegotiation({ id: "a", deadline: { at, kind: "turn" }, roomId: "room-9" }));
    await lab.pass(250 + SWEEP_MS);
    assertEqual(idsOf(woken), ["a"], "what woke");
    const [{ at: wokenAt = 0, roomId = "" } = {}] = woken;
    assertEqual(
      [wokenAt >= at, wokenAt <= at + SWEEP_MS + lab.latenessMs, roomId],
      [true, true, "room-9"],
      "when",
    );
  }),

  timerCase("TT-18", "wakes again after the lease what a dead holder had claimed", async (lab) => {
    const store = new MemoryStore();
    const { woken } = await lab.start({ store });
    const now = lab.clock.now();
    store.create(newNegotiation({ id: "a", deadline: { at: now, kind: "turn" } }));
    store.claimDue({ now, limit: 1, leaseMs: LEASE_MS, maxSchema: 1 });
    await lab.pass(LEASE_MS + SWEEP_MS);
    assertEqual(idsOf(woken), ["a"], "what woke");
    const [{ at: wokenAt = 0 } = {}] = woken;
    assertEqual(wokenAt >= now + LEASE_MS, true, "whether it woke after the lease");
  }),

  timerCase(
    "TT-15",
    "wakes by the next sweep what is due when the clock is set forward by an hour",
    async (lab) => {
      const { timer, woken } = await lab.start({ store: new MemoryStore() });
      await lab.arm(timer, "a", lab.clock.now() + HOUR_MS / 2);
      await lab.pass(50);
      lab.manual.set(lab.clock.now() + HOUR_MS);
      await lab.pass(SWEEP_MS);
      assertEqual(idsOf(woken), ["a"], "what woke");
    },
    ["a manual clock"],
  ),

  timerCase(
    "TT-15",
    "wakes when the clock says so, and goes on sweeping, when it is set back by an hour",
    async (lab) => {
      const store = new MemoryStore();
      const { timer, woken } = await lab.start({ store });
      const at = lab.clock.now() + 10_000;
      await lab.arm(timer, "a", at);
      await lab.pass(5_000);
      lab.manual.set(lab.clock.now() - HOUR_MS);
      const deadline = { at: lab.clock.now() + 100, kind: "turn" } as const;
      store.create(newNegotiation({ id: "swept", createdAt: lab.clock.now(), deadline }));
      await lab.pass(100 + SWEEP_MS);
      assertEqual(idsOf(woken), ["swept"], "what woke by the sweep");
      store.delete("swept");
      await lab.pass(at - lab.clock.now());
      expectWoken(lab, woken.slice(1), [{ id: "a", at }]);
    },
    ["a manual clock"],
  ),

  timerCase(
    "TT-15",
    "arms again when the clock is set back and there is nothing to sweep",
    async (lab) => {
      const { timer, woken } = await lab.start();
      const at = lab.clock.now() + 10_000;
      await lab.arm(timer, "a", at);
      lab.manual.set(lab.clock.now() - HOUR_MS);
      await lab.pass(at - lab.clock.now());
      expectWoken(lab, woken, [{ id: "a", at }]);
    },
    ["a manual clock"],
  ),
];
