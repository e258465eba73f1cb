import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/core/negotiation.js";
import { NegotiationError } from "../../src/errors.js";
import { Waiters } from "../../src/service/waiters.js";

describe("Waiters", () => {
  it("EN-41: resolves with the outcome that it is given", async () => {
    const waiters = new Waiters();
    const waiter = waiters.join("neg_1");
    const outcome = { status: "stalled" } as Outcome;
    waiters.settle("neg_1", outcome);
    waiters.rejectAll(new NegotiationError("service_closed", "too late"));
    expect(await waiter.promise).toBe(outcome);
  });

  it("EN-41: rejects with the reason that it is given", async () => {
    const waiters = new Waiters();
    const waiter = waiters.join("neg_1");
    const reason = new NegotiationError("service_closed", "closed");
    waiters.rejectAll(reason);
    await expect(waiter.promise).rejects.toBe(reason);
  });

  it("leaves no unhandled rejection when nobody waits any more", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", listener);
    const waiters = new Waiters();
    waiters.join("neg_1");
    waiters.rejectAll(new NegotiationError("service_closed", "closed"));
    // Node looks for unhandled rejections when the microtasks of a turn are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listener);
    expect(unhandled).toEqual([]);
  });

  it("is empty when the last who waits has left", () => {
    const waiters = new Waiters();
    const waiter = waiters.join("neg_1");
    expect(waiters.join("neg_1")).toBe(waiter);
    waiters.leave("neg_1", waiter);
    expect(waiters.isEmpty).toBe(false);
    waiters.leave("neg_1", waiter);
    expect(waiters.isEmpty).toBe(true);
  });
});
