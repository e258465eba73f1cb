import { describe, expect, it } from "vitest";
import { LongTimer } from "../../../src/service/timing/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const NEVER = Number.POSITIVE_INFINITY;

describe("Alarm", () => {
  it("rings by the soonest instant, and says what it is set for", async () => {
    const clock = new ManualClock();
    const rung: number[] = [];
    const alarm = new LongTimer(clock, (now) => {
      rung.push(now);
      return NEVER;
    });
    const start = clock.now();
    expect(alarm.ringsAt).toBe(NEVER);
    alarm.ringBy(start + 20);
    alarm.ringBy(start + 10);
    alarm.ringBy(start + 30);
    expect(alarm.ringsAt).toBe(start + 10);
    expect(clock.pendingCount).toBe(1);
    await clock.advance(100);
    expect(rung).toEqual([start + 10]);
    expect([alarm.ringsAt, clock.pendingCount]).toEqual([NEVER, 0]);
  });

  it("falls silent at once", async () => {
    const clock = new ManualClock();
    const alarm = new LongTimer(clock, () => {
      throw new Error("rang");
    });
    alarm.ringBy(clock.now() + 10);
    alarm.ringBy(NEVER);
    expect([alarm.ringsAt, clock.pendingCount]).toEqual([NEVER, 0]);
    alarm.ringBy(NEVER);
    await clock.advance(100);
  });

  it("rings for the past without a way back in time", async () => {
    const clock = new ManualClock();
    let count = 0;
    const alarm = new LongTimer(clock, () => {
      count++;
      return NEVER;
    });
    alarm.ringBy(clock.now() - 5);
    expect(alarm.ringsAt).toBe(0);
    alarm.ringBy(0);
    expect([count, clock.pendingCount]).toEqual([0, 1]);
    await clock.advance(0);
    expect(count).toBe(1);
  });

  it("rings next for what the ring answers, whatever was asked while it rang", async () => {
    const clock = new ManualClock();
    const start = clock.now();
    const rung: number[] = [];
    const alarm: LongTimer = new LongTimer(clock, (now) => {
      rung.push(now - start);
      alarm.ringBy(now + 1);
      alarm.ringBy(now - 1);
      expect(clock.pendingCount).toBe(0);
      return rung.length < 3 ? now + 10 : NEVER;
    });
    alarm.ringBy(start + 10);
    await clock.advance(100);
    expect(rung).toEqual([10, 20, 30]);
    expect(clock.pendingCount).toBe(0);
  });

  it("leaves one timer when it is silenced and set again while it rings", async () => {
    const clock = new ManualClock();
    const start = clock.now();
    let count = 0;
    const alarm: LongTimer = new LongTimer(clock, (now) => {
      count++;
      alarm.ringBy(NEVER);
      alarm.ringBy(now + 5);
      return count === 1 ? now + 10 : NEVER;
    });
    alarm.ringBy(start + 10);
    await clock.advance(10);
    expect([alarm.ringsAt, clock.pendingCount]).toEqual([start + 20, 1]);
    await clock.advance(100);
    expect([count, clock.pendingCount]).toEqual([2, 0]);
  });

  it("ST-82: keeps the process alive only when told, across rings", async () => {
    const clock = new ManualClock();
    const alarm = new LongTimer(clock, (now) => now + 10);
    alarm.ringBy(clock.now() + 10);
    expect(clock.refCount).toBe(0);
    alarm.keepProcessAlive(true);
    expect(clock.refCount).toBe(1);
    await clock.advance(10);
    expect(clock.refCount).toBe(1);
    alarm.keepProcessAlive(false);
    expect(clock.refCount).toBe(0);
    await clock.advance(10);
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
  });

  it.each([[undefined], [null], [7], ["handle"], [{}]])(
    "takes %s as a handle, without ref and unref",
    (handle) => {
      const cleared: unknown[] = [];
      const clock = {
        now: () => 0,
        setTimeout: () => handle,
        clearTimeout: (one: unknown) => cleared.push(one),
      };
      const alarm = new LongTimer(clock, () => NEVER);
      alarm.ringBy(10);
      alarm.keepProcessAlive(true);
      alarm.keepProcessAlive(false);
      alarm.ringBy(NEVER);
      expect(cleared).toEqual(handle === undefined ? [] : [handle]);
    },
  );
});
