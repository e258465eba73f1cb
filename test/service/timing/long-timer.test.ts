import { describe, expect, it } from "vitest";
import { LongTimer } from "../../../src/service/timing/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const NEVER = Number.POSITIVE_INFINITY;

describe("Alarm", () => {
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
