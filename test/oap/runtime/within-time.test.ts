import { describe, expect, it } from "vitest";
import { withinTime } from "../../../src/oap/runtime/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

describe("what others give in time", () => {
  it("SG-16: is what they give; what they throw, at once or later, is nothing; no timer is left", async () => {
    const clock = new ManualClock();
    expect(await withinTime(clock, async () => 7)).toBe(7);
    expect(await withinTime(clock, () => Promise.reject(new Error("boom")))).toBeUndefined();
    const throwing = (): never => {
      throw new Error("boom");
    };
    expect(await withinTime(clock, throwing)).toBeUndefined();
    expect(clock.pendingCount).toBe(0);
  });

  it("SG-20: is nothing at 5,000 ms, not 1 ms before; then who was asked is told", async () => {
    const clock = new ManualClock();
    const signals: AbortSignal[] = [];
    const answers: unknown[] = [];
    const hanging = (signal: AbortSignal): Promise<never> => new Promise(() => signals.push(signal));
    withinTime(clock, hanging).then((answer) => answers.push(answer));
    await clock.advance(4_999);
    expect([answers, signals[0]?.aborted]).toEqual([[], false]);
    await clock.advance(1);
    expect([answers, signals[0]?.aborted]).toEqual([[undefined], true]);
  });
});
