import { describe, expect, it } from "vitest";
import { observedAnswer } from "../../../src/fuzz/agents/observed-answer.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const clock = new ManualClock();

function after(ms: number): Promise<string> {
  return new Promise((resolve) => clock.setTimeout(() => resolve("late"), ms));
}

describe("an observed answer", () => {
  it("is immediate when it is no promise, or thrown at once", async () => {
    const answered = observedAnswer(() => "now", clock);
    expect(answered.isImmediate).toBe(true);
    expect(await answered.within(1)).toEqual({ state: "answered", answer: "now" });
    const error = new Error("no");
    const thrown = observedAnswer(() => {
      throw error;
    }, clock);
    expect(await thrown.within(1)).toEqual({ state: "threw", error });
  });

  it("is waited for, and a rejection is no throw", async () => {
    const error = new Error("no");
    expect(await observedAnswer(async () => "soon", clock).within(1)).toEqual({
      state: "answered",
      answer: "soon",
    });
    expect(await observedAnswer(() => Promise.reject(error), clock).within(1)).toEqual({
      state: "threw",
      error,
    });
    const thenable = { then: (resolve: (value: string) => void) => resolve("odd") };
    expect(await observedAnswer(() => thenable, clock).within(1)).toEqual({
      state: "answered",
      answer: "odd",
    });
  });

  it("may be anything, also a proxy that throws at whoever looks", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const observed = await observedAnswer(() => proxy, clock).within(1);
    expect(observed?.state === "answered" && Object.is(observed.answer, proxy)).toBe(true);
  });

  it("is there at its instant, not a millisecond before", async () => {
    expect(await observedAnswer(() => after(50), clock).within(49)).toBeUndefined();
    expect(await observedAnswer(() => after(50), clock).within(50)).toEqual({
      state: "answered",
      answer: "late",
    });
    expect(await observedAnswer(() => after(50), clock).within(51)).toEqual({
      state: "answered",
      answer: "late",
    });
  });

  it("can be waited for once more", async () => {
    const pending = observedAnswer(() => after(50), clock);
    expect(pending.isImmediate).toBe(false);
    expect(await pending.within(30)).toBeUndefined();
    expect(await pending.within(30)).toEqual({ state: "answered", answer: "late" });
  });

  it("leaves no timer behind", async () => {
    const own = new ManualClock();
    await observedAnswer(async () => "soon", own).within(1_000);
    await observedAnswer(() => new Promise(() => {}), own).within(1_000);
    expect(own.pendingCount).toBe(0);
  });
});
