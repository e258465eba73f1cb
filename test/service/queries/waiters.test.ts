import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/core/record/index.js";
import { NegotiationError } from "../../../src/errors.js";
import { Waiters } from "../../../src/service/queries/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { T0 } from "../../kit/open-room.js";

const newWaiters = (everyMs = Number.POSITIVE_INFINITY, look = async () => {}, clock = new ManualClock(T0)) =>
  new Waiters(clock, everyMs, look);

describe("Waiters", () => {
  it("EN-41: resolves with the outcome that it is given", async () => {
    const waiters = newWaiters();
    const waiter = waiters.join("neg_1");
    const outcome = { status: "stalled" } as Outcome;
    waiters.take("neg_1")?.resolve(outcome);
    waiters.rejectAll(new NegotiationError("service_closed", "too late"));
    expect(await waiter.promise).toBe(outcome);
  });

  it("EN-41: rejects with the reason that it is given", async () => {
    const waiters = newWaiters();
    const waiter = waiters.join("neg_1");
    const reason = new NegotiationError("service_closed", "closed");
    waiters.rejectAll(reason);
    await expect(waiter.promise).rejects.toBe(reason);
  });

  it("leaves no unhandled rejection when nobody waits any more", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", listener);
    const waiters = newWaiters();
    waiters.join("neg_1");
    waiters.rejectAll(new NegotiationError("service_closed", "closed"));
    // Node looks for unhandled rejections when the microtasks of a turn are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listener);
    expect(unhandled).toEqual([]);
  });

  it("is empty when the last who waits has left", () => {
    const waiters = newWaiters();
    const waiter = waiters.join("neg_1");
    expect(waiters.join("neg_1")).toBe(waiter);
    waiters.leave("neg_1", waiter);
    expect(waiters.isEmpty).toBe(false);
    waiters.leave("neg_1", waiter);
    expect(waiters.isEmpty).toBe(true);
  });

  it("EN-41: looks at what is waited for, one look after the other, until nobody waits", async () => {
    const clock = new ManualClock(T0);
    const looks: string[] = [];
    let lasts = 0;
    const look = async (id: string): Promise<void> => {
      looks.push(`${id} ${clock.now() - T0}`);
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, lasts));
    };
    const waiters = new Waiters(clock, 1_000, look);
    const one = waiters.join("a");
    waiters.join("b");
    await clock.advance(999);
    expect(looks).toEqual([]);
    lasts = 2_500;
    await clock.advance(1);
    await clock.advance(2_500);
    expect(looks).toEqual(["a 1000", "b 1000"]);
    waiters.leave("a", one);
    lasts = 0;
    await clock.advance(1_000);
    expect(looks).toEqual(["a 1000", "b 1000", "b 4500"]);
    waiters.take("b");
    expect(clock.pendingCount).toBe(0);
  });
});
