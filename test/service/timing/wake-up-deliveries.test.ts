import { describe, expect, it } from "vitest";
import type { WakeUpHandler } from "../../../src/ports/index.js";
import { WakeUpTimer } from "../../../src/service/timing/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { newCommit, newNegotiation } from "../../../src/testing/stores/lab/index.js";
import { wakeUpOf } from "../../kit/wake-up-of.js";

// What the suite of timers leaves open, and this timer does.

describe("WakeUpTimer", () => {
  it("TT-10: a handler that stops its delivery is the last one called, and its room's other one not at all", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    const woken: string[] = [];
    const other = { stop: (): unknown => undefined };
    const delivery = await timer.start(({ id }) => {
      woken.push(id);
      void delivery.stop();
      void other.stop();
    });
    other.stop = timer.start(() => void woken.push("other")).stop;
    for (const id of ["a", "b", "c"]) await timer.arm(wakeUpOf(id, clock.now() + 10));
    await clock.advance(1_000);
    expect(woken).toEqual(["a"]);
    expect(clock.pendingCount).toBe(0);
  });

  it("TT-10: begins again after a stop, without what was armed before it", async () => {
    const { clock, timer, woken, delivery } = started();
    await timer.arm(wakeUpOf("old", clock.now() + 10));
    await delivery.stop();
    const again: string[] = [];
    await timer.start(({ id }) => {
      again.push(id);
    });
    await timer.arm(wakeUpOf("new", clock.now() + 20));
    await clock.advance(100);
    expect([woken, again]).toEqual([[], ["new"]]);
  });

  it("keeps what is armed before anybody listens", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    await timer.arm(wakeUpOf("a", clock.now() + 10));
    expect(clock.pendingCount).toBe(0);
    await clock.advance(20);
    const woken: string[] = [];
    await timer.start(({ id }) => void woken.push(id), { roomId: "room-1" });
    expect(woken).toEqual([]);
    await clock.advance(0);
    expect(woken).toEqual(["a"]);
  });

  it("TT-16: gives what was armed for a room's handler to the rest when that one stops", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
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
        await timer.arm(wakeUpOf(`n-${room}`, clock.now() + 10, { roomId: `room-${room}` }));
      }
      await clock.advance(10);
      return [...woken];
    };
    expect(await round()).toEqual(["one:n-1", "two:n-2", "rest:n-3"]);
    await timer.arm(wakeUpOf("left", clock.now() + 5, { roomId: "room-1" }));
    await one.stop();
    expect(await round()).toEqual(["rest:left", "rest:n-1", "two:n-2", "rest:n-3"]);
    await rest.stop();
    expect(await round()).toEqual(["two:n-2"]);
    await timer.start(listen("one again"), { roomId: "room-1" });
    expect(await round()).toEqual(["one again:n-1", "two:n-2"]);
  });

  it("ST-85: the end of one room leaves the others alone", async () => {
    const clock = new ManualClock();
    const timer = new WakeUpTimer({ clock });
    const woken: string[] = [];
    const handler: WakeUpHandler = ({ id }) => void woken.push(id);
    const one = await timer.start(handler, { roomId: "room-1" });
    const two = await timer.start(handler, { roomId: "room-2" });
    await timer.arm(wakeUpOf("a", clock.now() + 10, { roomId: "room-1", keepsProcessAlive: true }));
    await timer.arm(wakeUpOf("b", clock.now() + 20, { roomId: "room-2" }));
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 1]);
    await one.stop();
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
    await clock.advance(20);
    expect(woken).toEqual(["b"]);
    await timer.arm(wakeUpOf("c", clock.now() + 20, { roomId: "room-2" }));
    await two.stop();
    expect(clock.pendingCount).toBe(0);
  });

  it("ST-82: keeps the process alive while one armed wake-up does", async () => {
    const { clock, timer } = started();
    const keep = { keepsProcessAlive: true };
    const at = clock.now() + 10;
    await timer.arm(wakeUpOf("a", at));
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
    await timer.arm(wakeUpOf("b", at + 10, keep));
    expect(clock.refCount).toBe(1);
    await timer.arm(wakeUpOf("c", at + 5, keep));
    await timer.arm(wakeUpOf("b", at + 10));
    expect(clock.refCount).toBe(1);
    await timer.disarm("c");
    expect(clock.refCount).toBe(0);
    await timer.arm(wakeUpOf("b", at + 10, keep));
    expect(clock.refCount).toBe(1);
    // The first one wakes; the timer set after it waits for `b` and keeps the process.
    await clock.advance(10);
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 1]);
    await timer.arm(wakeUpOf("b", Number.POSITIVE_INFINITY, keep));
    await timer.arm(wakeUpOf("d", at + 100));
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
  });

  it("ST-87: rows that are not due do not wake, and neither do those that were settled", async () => {
    const store = new MemoryStore();
    const { clock, woken } = started({ store });
    store.create(newNegotiation({ id: "a", deadline: { at: clock.now() + 1, kind: "turn" } }));
    store.commit(
      newCommit({ id: "a", expectedVersion: 0, deadline: { at: clock.now() + 60_000, kind: "turn" } }),
    );
    await clock.advance(59_000);
    expect(woken).toEqual([]);
  });

  it("ST-82: sweeping keeps no process alive, and ends with the last handler", async () => {
    const { clock, delivery } = started({ store: new MemoryStore() });
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
    await clock.advance(5_000);
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
    await delivery.stop();
    expect(clock.pendingCount).toBe(0);
  });
});

/** A timer with an unscoped handler that keeps a record. */
function started({ store, clock = new ManualClock() }: { store?: MemoryStore; clock?: ManualClock } = {}) {
  const woken: string[] = [];
  const timer = new WakeUpTimer({ clock, store });
  const delivery = timer.start(({ id }) => void woken.push(id));
  return { clock, timer, woken, delivery };
}
