/**
 * @module
 * What every deadline timer must do, as tests over a `create()` with a manual clock: the tests of
 * `storage.md`, section 10, that need no service and no second process.
 */

import { describe, expect, it } from "vitest";
import type { DeadlineTimer, WakeUp, WakeUpHandler } from "../../src/ports/deadline-timer.js";
import type { NegotiationStore } from "../../src/ports/store.js";
import { MemoryStore } from "../../src/stores/memory.js";
import { ManualClock } from "../../src/testing/manual-clock.js";
import { newCommit, newNegotiation } from "../../src/testing/store-calls.js";

/** What a timer under test is made with. */
export interface TimerSetup {
  readonly clock: ManualClock;
  /** With a store it sweeps every 1,000 ms, 100 rows a page, for leases of 10,000 ms. */
  readonly store?: NegotiationStore;
  readonly onError?: (error: unknown) => void;
}

/** A timer to test. */
export type CreateTimer = (setup: TimerSetup) => DeadlineTimer | Promise<DeadlineTimer>;

const DAY_MS = 86_400_000;

/** Registers the tests. */
export function testTimerContract(name: string, create: CreateTimer): void {
  describe(`${name}: waking`, () => {
    it("TT-01: wakes at the instant, not 1 ms before, with id, version and room", async () => {
      const { clock, timer, woken } = await started(create);
      await timer.arm(wakeUp("a", clock.now() + 10, { version: 3, roomId: "room-7" }));
      await clock.advance(9);
      expect(woken).toEqual([]);
      await clock.advance(1);
      expect(woken).toEqual([{ id: "a", version: 3, roomId: "room-7" }]);
      await clock.advance(DAY_MS);
      expect(woken).toHaveLength(1);
    });

    it("TT-02: arming again replaces, for later and for sooner", async () => {
      const { clock, timer, woken } = await started(create);
      const start = clock.now();
      await timer.arm(wakeUp("a", start + 10));
      await timer.arm(wakeUp("a", start + 20, { version: 1 }));
      await timer.arm(wakeUp("b", start + 40));
      await timer.arm(wakeUp("c", start + 35));
      await timer.arm(wakeUp("b", start + 30, { version: 1 }));
      await clock.advance(19);
      expect(woken).toEqual([]);
      await clock.advance(1);
      expect(woken.map(({ id, version }) => [id, version])).toEqual([["a", 1]]);
      await clock.advance(9);
      expect(woken).toHaveLength(1);
      await clock.advance(11);
      expect(woken.map(({ id, version }) => [id, version])).toEqual([
        ["a", 1],
        ["b", 1],
        ["c", 0],
      ]);
    });

    it("TT-03: disarmed ones do not wake, and an unknown id is no error", async () => {
      const { clock, timer, woken } = await started(create);
      await timer.disarm("nobody");
      await timer.arm(wakeUp("a", clock.now() + 10));
      await timer.arm(wakeUp("b", clock.now() + 10));
      await timer.disarm("a");
      await timer.disarm("a");
      await clock.advance(100);
      expect(ids(woken)).toEqual(["b"]);
      await timer.arm(wakeUp("a", clock.now() + 10));
      await clock.advance(10);
      expect(ids(woken)).toEqual(["b", "a"]);
    });

    it("TT-04: wakes once when armed twice alike", async () => {
      const { clock, timer, woken } = await started(create);
      await timer.arm(wakeUp("a", clock.now() + 10));
      await timer.arm(wakeUp("a", clock.now() + 10));
      await clock.advance(100);
      expect(ids(woken)).toEqual(["a"]);
    });

    it("TT-05: a past instant wakes soon, but not inside arm", async () => {
      const { clock, timer, woken } = await started(create);
      await timer.arm(wakeUp("now", clock.now()));
      await timer.arm(wakeUp("past", clock.now() - 5_000));
      await timer.arm(wakeUp("zero", 0));
      expect(woken).toEqual([]);
      await Promise.resolve();
      expect(woken).toEqual([]);
      await clock.advance(1);
      expect(ids(woken)).toEqual(["zero", "past", "now"]);
    });

    it.each([
      ["2^31 - 2", 2 ** 31 - 2],
      ["2^31 - 1", 2 ** 31 - 1],
      ["2^31", 2 ** 31],
      ["25 days", 25 * DAY_MS],
      ["60 days", 60 * DAY_MS],
      ["3,650 days", 3_650 * DAY_MS],
    ])("TT-06: waits %s, once and on time", async (_, ms) => {
      // The manual clock refuses what a platform would fire at once.
      const { clock, timer, woken } = await started(create);
      await timer.arm(wakeUp("a", clock.now() + ms));
      await clock.advance(ms - 1);
      expect(woken).toEqual([]);
      await clock.advance(1);
      expect(ids(woken)).toEqual(["a"]);
      await clock.advance(ms);
      expect(ids(woken)).toEqual(["a"]);
    });

    it("TT-07: Infinity never wakes, and other bad numbers are refused", async () => {
      const { clock, timer, woken } = await started(create);
      await timer.arm(wakeUp("a", Number.POSITIVE_INFINITY));
      await timer.arm(wakeUp("b", clock.now() + 10));
      await timer.arm(wakeUp("b", Number.POSITIVE_INFINITY));
      expect(clock.pendingCount).toBe(0);
      for (const at of [Number.NaN, -1, 0.5, Number.NEGATIVE_INFINITY]) {
        await expect(async () => timer.arm(wakeUp("c", at))).rejects.toThrow(RangeError);
      }
      await clock.advance(3_650 * DAY_MS);
      expect(woken).toEqual([]);
    });

    it("TT-08: wakes in the order of instants, then of arming", async () => {
      const { clock, timer, woken } = await started(create);
      const start = clock.now();
      for (const [id, ms] of Object.entries({ c: 30, a: 10, d: 30, b: 20, e: 30 })) {
        await timer.arm(wakeUp(id, start + ms));
      }
      // Armed again for a later instant: behind those that were armed for it before.
      await timer.arm(wakeUp("a", start + 30));
      await timer.arm(wakeUp("f", start + 30));
      await clock.advance(30);
      expect(ids(woken)).toEqual(["b", "c", "d", "e", "a", "f"]);
    });

    it("TT-09: has one platform timer whatever is armed, and none when nothing is", async () => {
      const { clock, timer, woken } = await started(create);
      const start = clock.now();
      const random = generator(7);
      for (let count = 0; count < 20_000; count++) {
        await timer.arm(wakeUp(`n-${count % 2_000}`, start + 1 + random(100_000)));
      }
      expect(clock.pendingCount).toBe(1);
      for (let count = 0; count < 1_990; count++) await timer.disarm(`n-${count}`);
      expect(clock.pendingCount).toBe(1);
      await clock.advance(100_000);
      expect(woken).toHaveLength(10);
      expect(clock.pendingCount).toBe(0);
      await timer.arm(wakeUp("a", clock.now() + 10));
      await timer.disarm("a");
      expect(clock.pendingCount).toBe(0);
    });

    it("TT-12: goes on when handlers throw, reject or never end", async () => {
      const errors: unknown[] = [];
      const { clock, timer, woken } = await started(create, {
        onError: (error) => errors.push(error),
        handler: ({ id }) => {
          if (id === "throws") throw new Error("thrown");
          if (id === "rejects") return Promise.reject(new Error("rejected"));
          if (id === "hangs") return new Promise(() => {});
          return undefined;
        },
      });
      for (const id of ["throws", "rejects", "hangs", "a", "throws-not"]) {
        await timer.arm(wakeUp(id, clock.now() + 10));
      }
      await clock.advance(10);
      expect(ids(woken)).toEqual(["throws", "rejects", "hangs", "a", "throws-not"]);
      expect(errors.map(String).sort()).toEqual(["Error: rejected", "Error: thrown"]);
      await timer.arm(wakeUp("hangs", clock.now() + 10));
      await clock.advance(10);
      expect(ids(woken)).toHaveLength(6);
    });

    it("TT-12: goes on when the listener for errors throws as well", async () => {
      const { clock, timer, woken } = await started(create, {
        onError: () => {
          throw new Error("listener");
        },
        handler: ({ id }) => (id === "a" ? Promise.reject(new Error("a")) : Promise.resolve()),
      });
      await timer.arm(wakeUp("a", clock.now() + 10));
      await timer.arm(wakeUp("b", clock.now() + 10));
      await clock.advance(10);
      expect(ids(woken)).toEqual(["a", "b"]);
    });

    it("TT-15: the clock set forward by 1 h: what is due wakes by the next sweep", async () => {
      const { clock, timer, woken } = await started(create, { store: new MemoryStore() });
      await timer.arm(wakeUp("a", clock.now() + 1_800_000));
      await clock.advance(500);
      clock.set(clock.now() + 3_600_000);
      await clock.advance(1_000);
      expect(ids(woken)).toEqual(["a"]);
    });

    it("TT-15: the clock set back by 1 h: wakes when the clock says so, and sweeps go on", async () => {
      const store = new MemoryStore();
      const { clock, timer, woken } = await started(create, { store });
      await timer.arm(wakeUp("a", clock.now() + 10_000));
      await clock.advance(5_000);
      clock.set(clock.now() - 3_600_000);
      const deadline = { at: clock.now() + 100, kind: "turn" } as const;
      store.create(newNegotiation({ id: "swept", createdAt: clock.now(), deadline }));
      await clock.advance(2_000);
      expect(ids(woken)).toEqual(["swept"]);
      store.delete("swept");
      await clock.advance(3_602_999);
      expect(ids(woken)).toEqual(["swept"]);
      await clock.advance(1);
      expect(ids(woken)).toEqual(["swept", "a"]);
    });

    it("TT-15: the clock set back without a sweep: arms again", async () => {
      const { clock, timer, woken } = await started(create);
      await timer.arm(wakeUp("a", clock.now() + 10_000));
      clock.set(clock.now() - 3_600_000);
      await clock.advance(3_609_999);
      expect(woken).toEqual([]);
      await clock.advance(1);
      expect(ids(woken)).toEqual(["a"]);
    });

    it("TT-19: arming for the same id inside its own handler is not lost", async () => {
      const clock = new ManualClock();
      const timer = await create({ clock });
      const instants: number[] = [];
      await timer.start(({ id }) => {
        instants.push(clock.now());
        if (instants.length < 5) void timer.arm(wakeUp(id, clock.now() + (instants.length % 2) * 10));
      });
      const start = clock.now();
      await timer.arm(wakeUp("a", start));
      await clock.advance(100);
      expect(instants.map((at) => at - start)).toEqual([0, 10, 10, 20, 20]);
    });

    it("TT-20: 100,000 due at once: each once, at most 100 in a turn of the event loop", async () => {
      const clock = new ManualClock();
      const counts: number[] = [];
      const setTimeout = clock.setTimeout.bind(clock);
      clock.setTimeout = (callback, ms) =>
        setTimeout(() => {
          counts.push(0);
          callback();
        }, ms);
      const { timer, woken } = await started(create, {
        clock,
        handler: () => {
          counts.push((counts.pop() ?? 0) + 1);
        },
      });
      for (let index = 0; index < 100_000; index++) await timer.arm(wakeUp(`n-${index}`, clock.now() + 10));
      clock.advanceSync(10);
      expect(new Set(ids(woken)).size).toBe(100_000);
      expect(woken).toHaveLength(100_000);
      expect(Math.max(...counts)).toBeLessThanOrEqual(100);
    });
  });

  describe(`${name}: handlers`, () => {
    it("TT-10: stops at once, and waits for running handlers", async () => {
      const clock = new ManualClock();
      const timer = await create({ clock });
      const woken: string[] = [];
      let finish = (): void => {};
      const delivery = await timer.start(async ({ id }) => {
        woken.push(id);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        woken.push(`${id} ended`);
      });
      await timer.arm(wakeUp("a", clock.now() + 10));
      await timer.arm(wakeUp("b", clock.now() + 20));
      await clock.advance(10);
      const stopped = Promise.resolve(delivery.stop()).then(() => woken.push("stopped"));
      expect(clock.pendingCount).toBe(0);
      await clock.advance(1_000);
      expect(woken).toEqual(["a"]);
      finish();
      await stopped;
      expect(woken).toEqual(["a", "a ended", "stopped"]);
      await delivery.stop();
      await timer.arm(wakeUp("c", clock.now() + 10));
      await clock.advance(1_000);
      expect(woken).toEqual(["a", "a ended", "stopped"]);
      expect(clock.pendingCount).toBe(0);
    });

    it("TT-10: a handler that stops its delivery is the last one called", async () => {
      const clock = new ManualClock();
      const timer = await create({ clock });
      const woken: string[] = [];
      const delivery = await timer.start(({ id }) => {
        woken.push(id);
        void delivery.stop();
      });
      for (const id of ["a", "b", "c"]) await timer.arm(wakeUp(id, clock.now() + 10));
      await clock.advance(1_000);
      expect(woken).toEqual(["a"]);
      expect(clock.pendingCount).toBe(0);
    });

    it("TT-10: begins again after a stop, without what was armed before it", async () => {
      const { clock, timer, woken, delivery } = await started(create);
      await timer.arm(wakeUp("old", clock.now() + 10));
      await delivery.stop();
      const again: string[] = [];
      await timer.start(({ id }) => {
        again.push(id);
      });
      await timer.arm(wakeUp("new", clock.now() + 20));
      await clock.advance(100);
      expect([ids(woken), again]).toEqual([[], ["new"]]);
    });

    it("keeps what is armed before anybody listens", async () => {
      const clock = new ManualClock();
      const timer = await create({ clock });
      await timer.arm(wakeUp("a", clock.now() + 10));
      expect(clock.pendingCount).toBe(0);
      await clock.advance(20);
      const woken: string[] = [];
      await timer.start(({ id }) => void woken.push(id), { roomId: "room-1" });
      expect(woken).toEqual([]);
      await clock.advance(0);
      expect(woken).toEqual(["a"]);
    });

    it("TT-16: rooms' handlers get their rooms, the unscoped one the rest", async () => {
      const clock = new ManualClock();
      const timer = await create({ clock });
      const woken: string[] = [];
      const listen = (who: string): WakeUpHandler => {
        return ({ id }) => void woken.push(`${who}:${id}`);
      };
      const one = await timer.start(listen("one"), { roomId: "room-1" });
      await timer.start(listen("two"), { roomId: "room-2" });
      const rest = await timer.start(listen("rest"));
      const round = async (): Promise<string[]> => {
        woken.length = 0;
        for (const room of [1, 2, 3]) {
          await timer.arm(wakeUp(`n-${room}`, clock.now() + 10, { roomId: `room-${room}` }));
        }
        await clock.advance(10);
        return [...woken];
      };
      expect(await round()).toEqual(["one:n-1", "two:n-2", "rest:n-3"]);
      await timer.arm(wakeUp("left", clock.now() + 5, { roomId: "room-1" }));
      await one.stop();
      expect(await round()).toEqual(["rest:left", "rest:n-1", "two:n-2", "rest:n-3"]);
      await rest.stop();
      expect(await round()).toEqual(["two:n-2"]);
      await timer.start(listen("one again"), { roomId: "room-1" });
      expect(await round()).toEqual(["one again:n-1", "two:n-2"]);
    });

    it("ST-85: the end of one room leaves the others alone", async () => {
      const clock = new ManualClock();
      const timer = await create({ clock });
      const woken: string[] = [];
      const handler: WakeUpHandler = ({ id }) => void woken.push(id);
      const one = await timer.start(handler, { roomId: "room-1" });
      const two = await timer.start(handler, { roomId: "room-2" });
      await timer.arm(wakeUp("a", clock.now() + 10, { roomId: "room-1", keepsProcessAlive: true }));
      await timer.arm(wakeUp("b", clock.now() + 20, { roomId: "room-2" }));
      expect([clock.pendingCount, clock.refCount]).toEqual([1, 1]);
      await one.stop();
      expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
      await clock.advance(20);
      expect(woken).toEqual(["b"]);
      await timer.arm(wakeUp("c", clock.now() + 20, { roomId: "room-2" }));
      await two.stop();
      expect(clock.pendingCount).toBe(0);
    });

    it("ST-82: keeps the process alive while one armed wake-up does", async () => {
      const { clock, timer } = await started(create);
      const keep = { keepsProcessAlive: true };
      const at = clock.now() + 10;
      await timer.arm(wakeUp("a", at));
      expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
      await timer.arm(wakeUp("b", at + 10, keep));
      expect(clock.refCount).toBe(1);
      await timer.arm(wakeUp("c", at + 5, keep));
      await timer.arm(wakeUp("b", at + 10));
      expect(clock.refCount).toBe(1);
      await timer.disarm("c");
      expect(clock.refCount).toBe(0);
      await timer.arm(wakeUp("b", at + 10, keep));
      expect(clock.refCount).toBe(1);
      // The first one wakes; the timer set after it waits for `b` and keeps the process.
      await clock.advance(10);
      expect([clock.pendingCount, clock.refCount]).toEqual([1, 1]);
      await timer.arm(wakeUp("b", Number.POSITIVE_INFINITY, keep));
      await timer.arm(wakeUp("d", at + 100));
      expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
    });
  });

  describe(`${name}: sweep`, () => {
    it("TT-11: after a restart overdue rows wake once a lease", async () => {
      const store = new MemoryStore();
      const clock = new ManualClock();
      for (let index = 0; index < 250; index++) {
        store.create(newNegotiation({ id: `n-${index}`, deadline: { at: clock.now() - 1, kind: "turn" } }));
      }
      const { woken } = await started(create, { store, clock });
      await clock.advance(9_999);
      expect(new Set(ids(woken)).size).toBe(250);
      expect(woken).toHaveLength(250);
      await clock.advance(1_001);
      expect(woken).toHaveLength(500);
    });

    it("TT-17: a lost wake-up is found within the sweep interval", async () => {
      const store = new MemoryStore();
      const { clock, woken } = await started(create, { store });
      const deadline = { at: clock.now() + 2_500, kind: "turn" } as const;
      store.create(newNegotiation({ id: "a", deadline, roomId: "room-9" }));
      await clock.advance(2_499);
      expect(woken).toEqual([]);
      await clock.advance(1_001);
      expect(woken).toEqual([{ id: "a", version: 0, roomId: "room-9" }]);
    });

    it("TT-18: what a dead holder claimed comes again after the lease", async () => {
      const store = new MemoryStore();
      const { clock, woken } = await started(create, { store });
      store.create(newNegotiation({ id: "a", deadline: { at: clock.now(), kind: "turn" } }));
      store.claimDue({ now: clock.now(), limit: 1, leaseMs: 10_000, maxSchema: 1 });
      await clock.advance(9_999);
      expect(woken).toEqual([]);
      await clock.advance(1_001);
      expect(ids(woken)).toEqual(["a"]);
    });

    it("ST-87: rows that are not due do not wake, and neither do those that were settled", async () => {
      const store = new MemoryStore();
      const { clock, woken } = await started(create, { store });
      store.create(newNegotiation({ id: "a", deadline: { at: clock.now() + 1, kind: "turn" } }));
      store.commit(
        newCommit({ id: "a", expectedVersion: 0, deadline: { at: clock.now() + 60_000, kind: "turn" } }),
      );
      await clock.advance(59_000);
      expect(woken).toEqual([]);
    });

    it("ST-82: sweeping keeps no process alive, and ends with the last handler", async () => {
      const { clock, delivery } = await started(create, { store: new MemoryStore() });
      expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
      await clock.advance(5_000);
      expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
      await delivery.stop();
      expect(clock.pendingCount).toBe(0);
    });
  });
}

/** What wakes up, with the usual rest. */
export function wakeUp(id: string, at: number, over: Partial<WakeUp> = {}): WakeUp {
  return { id, version: 0, roomId: "room-1", at, keepsProcessAlive: false, ...over };
}

type Woken = Pick<WakeUp, "id" | "version" | "roomId">;

/** A timer with an unscoped handler that keeps a record. */
async function started(create: CreateTimer, over: Partial<TimerSetup> & { handler?: WakeUpHandler } = {}) {
  const { handler, clock = new ManualClock(), ...setup } = over;
  const woken: Woken[] = [];
  const timer = await create({ clock, ...setup });
  const delivery = await timer.start((one) => {
    woken.push(one);
    return handler?.(one);
  });
  return { clock, timer, woken, delivery };
}

function ids(woken: readonly Woken[]): readonly string[] {
  return woken.map(({ id }) => id);
}

/** Numbers below a limit, the same in each run (Lehmer's generator, as of Park and Miller, 1988). */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
