import { describe, expect, it } from "vitest";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { JobHandlers } from "../../../src/timers/pg-boss/job-handlers.js";

const WOKEN = { id: "a", version: 0, roomId: "room-1" };

function made() {
  const clock = new ManualClock();
  const errors: unknown[] = [];
  return { clock, errors, handlers: new JobHandlers(clock, (error) => errors.push(error)) };
}

describe("JobHandlers", () => {
  it("calls those of the room, or else those of no room in particular", async () => {
    const { handlers } = made();
    const heard: string[] = [];
    expect([handlers.isEmpty, handlers.roomIds()]).toEqual([true, []]);
    const one = handlers.add(() => void heard.push("one"), "room-1");
    handlers.add(() => void heard.push("two"), "room-1");
    expect([handlers.isEmpty, handlers.roomIds()]).toEqual([false, ["room-1"]]);
    expect(await handlers.deliver({ ...WOKEN, roomId: "room-2" })).toBe(0);
    const rest = handlers.add(() => void heard.push("rest"), undefined);
    expect(handlers.roomIds()).toBeUndefined();
    expect(await handlers.deliver(WOKEN)).toBe(2);
    await handlers.remove(one);
    await handlers.remove(one);
    expect(await handlers.deliver(WOKEN)).toBe(1);
    expect(await handlers.deliver({ ...WOKEN, roomId: "room-2" })).toBe(1);
    expect(heard).toEqual(["one", "two", "two", "rest"]);
    await handlers.remove(rest);
    expect(handlers.roomIds()).toEqual(["room-1"]);
  });

  it("calls twice one that was added twice, and takes away one of the two", async () => {
    const { handlers } = made();
    let count = 0;
    const handler = (): void => void count++;
    const first = handlers.add(handler, undefined);
    handlers.add(handler, undefined);
    await handlers.deliver(WOKEN);
    await handlers.remove(first);
    await handlers.deliver(WOKEN);
    expect(count).toBe(3);
  });

  it("waits for them, and goes on when one throws or rejects", async () => {
    const { clock, errors, handlers } = made();
    const told: string[] = [];
    let finish = (): void => {};
    handlers.add(() => {
      throw new Error("thrown");
    }, "room-1");
    handlers.add(() => Promise.reject(new Error("rejected")), "room-1");
    handlers.add(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
      "room-1",
    );
    const delivered = handlers.deliver(WOKEN).then((count) => told.push(`delivered to ${count}`));
    await clock.advance(4_999);
    expect(told).toEqual([]);
    finish();
    await delivered;
    expect(told).toEqual(["delivered to 3"]);
    expect(errors.map(String)).toEqual(["Error: thrown", "Error: rejected"]);
    expect(clock.pendingCount).toBe(0);
  });

  it("waits for 5 s at most, and hears later what became of it", async () => {
    const { clock, errors, handlers } = made();
    let fail = (_: Error): void => {};
    handlers.add(
      () =>
        new Promise<void>((_, reject) => {
          fail = reject;
        }),
      undefined,
    );
    let isDelivered = false;
    const delivered = handlers.deliver(WOKEN).then(() => {
      isDelivered = true;
    });
    await clock.advance(4_999);
    expect(isDelivered).toBe(false);
    await clock.advance(1);
    await delivered;
    fail(new Error("late"));
    await clock.advance(0);
    expect(errors.map(String)).toEqual(["Error: late"]);
  });

  it("ST-85: removes one at once, without waiting for others, and resolves when its calls have ended", async () => {
    const { clock, handlers } = made();
    const told: string[] = [];
    let finish = (): void => {};
    handlers.add(() => new Promise(() => {}), "room-2");
    const own = handlers.add(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
      "room-1",
    );
    void handlers.deliver({ ...WOKEN, roomId: "room-2" });
    const delivered = handlers.deliver(WOKEN);
    expect(clock.pendingCount).toBe(2);
    const removed = handlers.remove(own).then(() => told.push("removed"));
    expect(clock.pendingCount).toBe(1);
    // Its job is done with; what still runs is waited for by whoever stops it.
    await delivered;
    await clock.advance(100_000);
    expect(told).toEqual([]);
    finish();
    await removed;
    expect(await handlers.deliver(WOKEN)).toBe(0);
  });
});
