import { describe, expect, it } from "vitest";
import { type Audience, WakeUpDeliveries } from "../../../src/service/timing/wake-up-deliveries.js";

describe("WakeUpDeliveries", () => {
  it("knows who listens", () => {
    const deliveries = newDeliveries();
    expect([deliveries.isEmpty, deliveries.roomIds()]).toEqual([true, []]);
    const one = deliveries.start(
      () => {},
      "room-1",
      () => {},
    );
    deliveries.start(
      () => {},
      "room-2",
      () => {},
    );
    expect([deliveries.isEmpty, deliveries.roomIds()]).toEqual([false, ["room-1", "room-2"]]);
    const all = deliveries.start(
      () => {},
      undefined,
      () => {},
    );
    expect(deliveries.roomIds()).toBeUndefined();
    one.stop();
    all.stop();
    expect([deliveries.isEmpty, deliveries.roomIds()]).toEqual([false, ["room-2"]]);
  });

  it("says how many were called", () => {
    const deliveries = newDeliveries();
    expect(deliveries.deliver("a", 0, "room-1")).toBe(0);
    deliveries.start(
      () => {},
      "room-1",
      () => {},
    );
    const second = deliveries.start(
      () => {},
      "room-1",
      () => {},
    );
    expect(deliveries.deliver("a", 0, "room-1")).toBe(2);
    second.stop();
    expect(deliveries.deliver("a", 0, "room-1")).toBe(1);
    expect(deliveries.deliver("a", 0, "room-2")).toBe(0);
  });

  it("does not call a handler that an earlier one has just stopped", () => {
    const deliveries = newDeliveries();
    const called: string[] = [];
    deliveries.start(
      () => {
        called.push("first");
        void second.stop();
      },
      "room-1",
      () => {},
    );
    const second = deliveries.start(
      () => void called.push("second"),
      "room-1",
      () => {},
    );
    deliveries.deliver("a", 0, "room-1");
    expect(called).toEqual(["first"]);
  });

  it("closes an audience with its last handler, once, unless somebody listens to all rooms", () => {
    const deliveries = newDeliveries();
    const closed: (string | null)[] = [];
    const onClosed = ({ roomId, isOpen }: Audience): void => void closed.push(isOpen ? "kept" : roomId);
    const one = deliveries.start(() => {}, "room-1", onClosed);
    const other = deliveries.start(() => {}, "room-1", onClosed);
    one.stop();
    expect(closed).toEqual([]);
    other.stop();
    other.stop();
    expect(closed).toEqual(["room-1"]);
    const all = deliveries.start(() => {}, undefined, onClosed);
    deliveries.start(() => {}, "room-1", onClosed).stop();
    all.stop();
    expect(closed).toEqual(["room-1", "kept", null]);
  });

  it("gives a new audience to who comes after the end", () => {
    const deliveries = newDeliveries();
    const before = deliveries.audienceOf("room-1");
    deliveries
      .start(
        () => {},
        undefined,
        () => {},
      )
      .stop();
    const after = deliveries.audienceOf("room-1");
    expect([before === after, before.isOpen, after.isOpen]).toEqual([false, false, true]);
  });

  it("waits for all running calls of one handler, and for no other's", async () => {
    const deliveries = newDeliveries();
    const finish: (() => void)[] = [];
    const run = (): Promise<void> => new Promise((resolve) => void finish.push(resolve));
    const slow = deliveries.start(run, "room-1", () => {});
    const quick = deliveries.start(
      () => {},
      "room-1",
      () => {},
    );
    deliveries.deliver("a", 0, "room-1");
    deliveries.deliver("b", 0, "room-1");
    expect(quick.stop()).toBeUndefined();
    let isStopped = false;
    const stopped = Promise.resolve(slow.stop()).then(() => {
      isStopped = true;
    });
    expect(slow.stop()).toBe(slow.stop());
    finish[0]?.();
    for (let turn = 0; turn < 10; turn++) await undefined;
    expect(isStopped).toBe(false);
    finish[1]?.();
    await stopped;
    expect(slow.stop()).toBeUndefined();
  });

  it("hands each handler an object of its own", () => {
    const deliveries = newDeliveries();
    const given: object[] = [];
    deliveries.start(
      (wakeUp) => void given.push(wakeUp),
      "room-1",
      () => {},
    );
    deliveries.start(
      (wakeUp) => void given.push(wakeUp),
      "room-1",
      () => {},
    );
    deliveries.deliver("a", 4, "room-1");
    expect(given).toEqual(Array(2).fill({ id: "a", version: 4, roomId: "room-1" }));
    expect(given[0]).not.toBe(given[1]);
  });
});

function newDeliveries(): WakeUpDeliveries {
  return new WakeUpDeliveries((error) => {
    throw error;
  });
}
