import { afterAll, describe, expect, it, vi } from "vitest";
import { DeadlineHeap } from "../../../src/core/deadlines/index.js";
import type { DueClaim, NegotiationStore } from "../../../src/ports/index.js";
import { WakeUpTimer } from "../../../src/service/timing/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { testDeadlineTimer } from "../../../src/testing/timers/index.js";
import { bundleChild, type ChildBundle } from "../../kit/child-bundle.js";
import { lineProcess } from "../../kit/line-process.js";
import { TIMER_SKIPS } from "../../kit/own-skips.js";
import { wakeUpOf } from "../../kit/wake-up-of.js";

let bundle: Promise<ChildBundle> | undefined;
afterAll(async () => (await bundle)?.remove());

testDeadlineTimer({
  name: "WakeUpTimer",
  runner: { describe, it, print: console.log },
  clock: () => new ManualClock(),
  create: (setup) => new WakeUpTimer(setup),
  restart: (_, setup) => new WakeUpTimer(setup),
  spawnProcess: async (job) => {
    bundle ??= bundleChild("service/timer-process.ts");
    return lineProcess((await bundle).path, job);
  },
  destroy: () => {},
  skip: TIMER_SKIPS.wakeUp,
});

describe("WakeUpTimer", () => {
  it("ST-84, TT-09: never keeps more than 2 x live + 64 in its heap, over 1,000,000 re-arms", () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    timer.start(() => {});
    const heap = heapOf(() => timer.arm(wakeUpOf("n-0", clock.now() + 100_000)));
    const live = new Set(["n-0"]);
    let excess = 0;
    for (let count = 0; count < 1_000_000; count++) {
      const id = `n-${(count * 7) % 1_000}`;
      if (count % 11 === 0) {
        timer.disarm(id);
        live.delete(id);
      } else {
        // Half of them for sooner than before, each of which leaves something behind.
        timer.arm(wakeUpOf(id, clock.now() + ((count * 7_919) % 100_003)));
        live.add(id);
      }
      excess = Math.max(excess, heap.size - (2 * live.size + 64));
    }
    expect(excess).toBeLessThanOrEqual(0);
    expect(clock.pendingCount).toBe(1);
    for (const id of live) timer.disarm(id);
    expect(heap.size).toBeLessThanOrEqual(64);
    expect(clock.pendingCount).toBe(0);
  });

  it("ST-84: keeps nothing of rooms that came and went with something armed", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    timer.start(() => {}, { roomId: "stays" });
    const heap = heapOf(() => timer.arm(wakeUpOf("stays", clock.now() + 1_000, { roomId: "stays" })));
    const compact = vi.spyOn(DeadlineHeap.prototype, "compact");
    for (let room = 0; room < 1_000; room++) {
      const roomId = `room-${room}`;
      const delivery = timer.start(() => {}, { roomId });
      for (let index = 0; index < 10; index++) {
        timer.arm(wakeUpOf(`${roomId}-${index}`, clock.now() + 500_000, { roomId }));
      }
      delivery.stop();
      expect(heap.size).toBeLessThanOrEqual(2 + 64 + 10);
    }
    expect(heap.size).toBeLessThanOrEqual(2 + 64);
    // Tidying takes what has come to lie about since the last time: 10,000 in lots of more than 60.
    expect(compact.mock.calls.length).toBeLessThan(170);
    compact.mockRestore();
    await clock.advance(1_000);
    expect(clock.pendingCount).toBe(0);
  });

  it("BN-5: leaves the platform timer alone when a turn moves the earliest wake-up to later", async () => {
    const clock = new ManualClock();
    const setTimeout = vi.spyOn(clock, "setTimeout");
    const clearTimeout = vi.spyOn(clock, "clearTimeout");
    const timer = new WakeUpTimer({ clock });
    const woken: number[] = [];
    timer.start(() => void woken.push(clock.now()));
    const start = clock.now();
    for (let turn = 0; turn < 1_000; turn++) timer.arm(wakeUpOf("a", start + 30_000 + turn));
    expect(setTimeout).toHaveBeenCalledTimes(1);
    await clock.advance(40_000);
    expect(woken).toEqual([start + 30_999]);
    expect(setTimeout).toHaveBeenCalledTimes(2);
    expect(clearTimeout).not.toHaveBeenCalled();
  });

  it("ST-81: sets nothing longer than 2^31 - 1 ms, and looks again after each step", async () => {
    const clock = new ManualClock();
    const setTimeout = vi.spyOn(clock, "setTimeout");
    const timer = new WakeUpTimer({ clock });
    timer.start(() => {});
    const ms = 60 * 86_400_000;
    timer.arm(wakeUpOf("a", clock.now() + ms));
    await clock.advance(ms);
    const delays = setTimeout.mock.calls.map(([, delay]) => delay);
    expect(delays).toEqual([2_147_483_647, 2_147_483_647, ms - 2 * 2_147_483_647]);
  });

  it("ST-81: something sooner is not held up by a long wait", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    const woken: string[] = [];
    timer.start(({ id }) => void woken.push(id));
    timer.arm(wakeUpOf("far", clock.now() + 2 ** 40));
    timer.arm(wakeUpOf("between", clock.now() + 2 ** 31 + 5));
    timer.arm(wakeUpOf("near", clock.now() + 10));
    expect(clock.pendingCount).toBe(1);
    await clock.advance(10);
    expect(woken).toEqual(["near"]);
    await clock.advance(2 ** 31 - 5);
    expect(woken).toEqual(["near", "between"]);
  });

  it("shares one wake-up among all handlers of a room, each with an object of its own", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    const woken: [string, object][] = [];
    const first = timer.start((wakeUp) => void woken.push(["first", wakeUp]), { roomId: "room-1" });
    timer.start((wakeUp) => void woken.push(["second", wakeUp]), { roomId: "room-1" });
    timer.arm(wakeUpOf("a", clock.now() + 10));
    await clock.advance(10);
    timer.arm(wakeUpOf("a", clock.now() + 10));
    first.stop();
    await clock.advance(10);
    expect(woken.map(([who]) => who)).toEqual(["first", "second", "second"]);
    expect(new Set(woken.map(([, wakeUp]) => wakeUp)).size).toBe(3);
  });

  it("moves a wake-up to the room's own handler when it is armed again", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    const woken: string[] = [];
    const rest = timer.start(({ id }) => void woken.push(`rest:${id}`));
    timer.arm(wakeUpOf("a", clock.now() + 10, { keepsProcessAlive: true }));
    const own = timer.start(({ id }) => void woken.push(`own:${id}`), { roomId: "room-1" });
    timer.arm(wakeUpOf("a", clock.now() + 20, { keepsProcessAlive: true }));
    rest.stop();
    expect(clock.refCount).toBe(1);
    await clock.advance(20);
    expect(woken).toEqual(["own:a"]);
    own.stop();
    expect(clock.pendingCount).toBe(0);
  });

  it("stops without a promise when no handler runs", () => {
    const timer = new WakeUpTimer({ clock: new ManualClock() });
    expect(timer.start(() => {}).stop()).toBeUndefined();
  });

  it("refuses numbers that make no sense, when it is made", () => {
    for (const bad of [0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new WakeUpTimer({ sweepIntervalMs: bad })).toThrow(RangeError);
      expect(() => new WakeUpTimer({ sweepLimit: bad })).toThrow(RangeError);
      expect(() => new WakeUpTimer({ leaseMs: bad })).toThrow(RangeError);
    }
    expect(() => new WakeUpTimer({ sweepLimit: -5 })).toThrow(
      "Expected sweepLimit to be an integer of at least 1, got -5.",
    );
    expect(() => new WakeUpTimer({ clock: undefined, store: undefined, leaseMs: undefined })).not.toThrow();
    expect(() => new WakeUpTimer({ sweepInterval: 5 } as object)).toThrow("sweepIntervalMs");
  });

  it("ST-86: one sweep, however many rooms listen, for their rooms in pages of 1,000", async () => {
    const clock = new ManualClock();
    const asked: (readonly string[] | undefined)[] = [];
    const timer = new WakeUpTimer({ clock, store: asking((query) => void asked.push(query.roomIds)) });
    const rooms = Array.from({ length: 2_500 }, (_, index) => `room-${index}`);
    const deliveries = rooms.map((roomId) => timer.start(() => {}, { roomId }));
    await clock.advance(1_000);
    expect(asked.map((roomIds) => roomIds?.length)).toEqual([1_000, 1_000, 500, 1_000, 1_000, 500]);
    expect(asked.slice(0, 3).flat()).toEqual(rooms);
    asked.length = 0;
    for (const delivery of deliveries.slice(10)) delivery.stop();
    await clock.advance(1_000);
    expect(asked).toEqual([rooms.slice(0, 10)]);
    asked.length = 0;
    timer.start(() => {});
    await clock.advance(1_000);
    expect(asked).toEqual([undefined]);
  });

  it("ST-86: asks with its limit, its lease and the newest schema it can read", async () => {
    const clock = new ManualClock();
    const asked: unknown[] = [];
    const store = asking((query) => void asked.push(query));
    new WakeUpTimer({ clock, store, sweepLimit: 7, leaseMs: 55, sweepIntervalMs: 300 }).start(() => {});
    const now = clock.now();
    await clock.advance(300);
    const query = { limit: 7, leaseMs: 55, maxSchema: 1, roomIds: undefined, exceptIds: [] };
    expect(asked).toEqual([
      { ...query, now },
      { ...query, now: now + 300 },
    ]);
  });

  it("ST-86: works with a store that answers later, and ignores what comes after the stop", async () => {
    const clock = new ManualClock();
    const answers: ((claims: readonly DueClaim[]) => void)[] = [];
    const store = asking(
      () =>
        new Promise<readonly DueClaim[]>((resolve) => {
          answers.push(resolve);
        }),
    );
    const timer = new WakeUpTimer({ clock, store });
    const woken: string[] = [];
    const delivery = timer.start(({ id }) => void woken.push(id));
    timer.arm(wakeUpOf("armed", clock.now() + 1_500));
    await clock.advance(3_000);
    // One question at a time, and what is armed does not wait for the answer.
    expect([answers.length, woken]).toEqual([1, ["armed"]]);
    answers.pop()?.([claimOf("a", clock)]);
    await clock.advance(0);
    expect([answers.length, woken]).toEqual([1, ["armed", "a"]]);
    delivery.stop();
    expect(clock.pendingCount).toBe(0);
    answers.pop()?.([claimOf("b", clock)]);
    await clock.advance(3_000);
    expect([answers.length, woken, clock.pendingCount]).toEqual([0, ["armed", "a"], 0]);
    timer.start(({ id }) => void woken.push(`again:${id}`));
    await clock.advance(0);
    answers.pop()?.([claimOf("c", clock)]);
    await clock.advance(0);
    expect(woken).toEqual(["armed", "a", "again:c"]);
  });

  it.each([
    ["a full page", [["a", "b"], ["c", "d"], ["e"]], [0, 0, 0, 1_000], ["a", "b", "c", "d", "e"], 0],
    ["a failure", [["a", "b"], new Error("down"), ["c"]], [0, 0, 1_000, 2_000], ["a", "b", "c"], 1],
  ] as const)("ST-86: asks again at once after a full page, and a round later after %s", async (...row) => {
    const [, pages, instants, ids, failures] = row;
    const clock = new ManualClock();
    const start = clock.now();
    const asked: number[] = [];
    const errors: unknown[] = [];
    const store = asking(() => {
      const page = pages[asked.push(clock.now() - start) - 1] ?? [];
      if (page instanceof Error) throw page;
      return (page as readonly string[]).map((id) => claimOf(id, clock));
    });
    const timer = new WakeUpTimer({ clock, store, sweepLimit: 2, onError: (error) => errors.push(error) });
    const woken: string[] = [];
    timer.start(({ id }) => void woken.push(id));
    await clock.advance(0);
    while (asked.length < 4) await clock.advance(1);
    expect([asked, woken, errors.length]).toEqual([instants, ids, failures]);
  });

  it("ST-86: asks again when a store has not answered for as long as a lease, and drops what it answers then", async () => {
    const clock = new ManualClock();
    const answers: ((claims: readonly DueClaim[]) => void)[] = [];
    const store = asking(() => new Promise<readonly DueClaim[]>((resolve) => void answers.push(resolve)));
    const timer = new WakeUpTimer({ clock, store, leaseMs: 10_000 });
    const woken: string[] = [];
    timer.start(({ id }) => void woken.push(id));
    await clock.advance(9_999);
    expect(answers).toHaveLength(1);
    await clock.advance(1);
    expect(answers).toHaveLength(2);
    answers[0]?.([claimOf("late", clock)]);
    answers[1]?.([claimOf("a", clock)]);
    await clock.advance(0);
    expect(woken).toEqual(["a"]);
  });

  it.each([
    ["null", null],
    ["undefined", undefined],
    ["a number", 1],
    ["an entry without id", { version: 0, roomId: "room-1" }],
    ["an entry whose id is no text", { id: 7, version: 0, roomId: "room-1" }],
  ])(
    "says of %s among the claims of a store that it is none, and wakes the others [ST-85, EN-67]",
    async (_, bad) => {
      for (const isLater of [false, true]) {
        const clock = new ManualClock();
        const errors: string[] = [];
        let asked = 0;
        const store = asking(() => {
          const page = asked++ === 0 ? [claimOf("a", clock), bad as DueClaim, claimOf("b", clock)] : [];
          return isLater ? Promise.resolve(page) : page;
        });
        const timer = new WakeUpTimer({
          clock,
          store,
          sweepLimit: 3,
          onError: (error) => errors.push(String(error)),
        });
        const woken: string[] = [];
        timer.start(({ id }) => void woken.push(id));
        await clock.advance(1_000);
        expect(woken).toEqual(["a", "b"]);
        expect(errors).toEqual(["TypeError: Expected claims with an id, got another."]);
        expect(asked).toBe(2);
      }
    },
  );

  it("ST-86: does not wait an hour when the clock was set back by one", async () => {
    const clock = new ManualClock();
    let asked = 0;
    new WakeUpTimer({ clock, store: asking(() => void asked++) }).start(() => {});
    await clock.advance(0);
    clock.set(clock.now() - 3_600_000);
    await clock.advance(2_000);
    expect(asked).toBeGreaterThan(1);
  });

  it.each(["throws", "rejects"])("ST-86: goes on when the store %s, and says so", async (how) => {
    const clock = new ManualClock();
    const errors: string[] = [];
    let count = 0;
    const store = asking(() => {
      count++;
      if (how === "throws") throw new Error(`no ${count}`);
      return Promise.reject(new Error(`no ${count}`));
    });
    const timer = new WakeUpTimer({ clock, store, onError: (error) => errors.push(String(error)) });
    timer.start(() => {});
    await clock.advance(2_999);
    expect(errors).toEqual(["Error: no 1", "Error: no 2", "Error: no 3"]);
  });
});

/** The heap of a timer, caught at work; the manual clock has one too, which comes after it. */
function heapOf(arm: () => void): DeadlineHeap<never> {
  const push = vi.spyOn(DeadlineHeap.prototype, "push");
  arm();
  const heap = push.mock.contexts[0] as DeadlineHeap<never>;
  push.mockRestore();
  return heap;
}

type ClaimQuery = Parameters<NegotiationStore["claimDue"]>[0];

/** A store that has nothing due unless `ask` says so. */
function asking(
  ask: (query: ClaimQuery) => ReturnType<NegotiationStore["claimDue"]> | void,
): Pick<NegotiationStore, "claimDue"> {
  return { claimDue: (query) => ask(query) ?? [] };
}

function claimOf(id: string, clock: ManualClock): DueClaim {
  const at = clock.now();
  return { id, version: 0, roomId: "room-1", deadline: { at, kind: "turn" }, leaseEndsAt: at + 10_000 };
}
