import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/core/negotiation.js";
import { NegotiationError } from "../../src/errors.js";
import { newWaiter } from "../../src/service/waiter.js";

describe("newWaiter", () => {
  it("EN-41: resolves with the outcome that it is given", async () => {
    const waiter = newWaiter();
    const outcome = { status: "stalled" } as Outcome;
    waiter.resolve(outcome);
    waiter.reject(new NegotiationError("service_closed", "too late"));
    expect(await waiter.promise).toBe(outcome);
  });

  it("EN-41: rejects with the reason that it is given", async () => {
    const waiter = newWaiter();
    const reason = new NegotiationError("service_closed", "closed");
    waiter.reject(reason);
    await expect(waiter.promise).rejects.toBe(reason);
  });

  it("leaves no unhandled rejection when nobody waits any more", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", listener);
    newWaiter().reject(new NegotiationError("service_closed", "closed"));
    // Node looks for unhandled rejections when the microtasks of a turn are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listener);
    expect(unhandled).toEqual([]);
  });

  it("is waited for by nobody to begin with", () => {
    expect(newWaiter().count).toBe(0);
  });
});
