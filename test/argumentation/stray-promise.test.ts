import { describe, expect, it } from "vitest";
import { isPromise, silence } from "../../src/argumentation/stray-promise.js";

describe("isPromise", () => {
  it("is true of promises and of anything with a then", () => {
    const thenable = Object.fromEntries([["then", () => {}]]);
    expect([Promise.resolve(), thenable].every(isPromise)).toBe(true);
    const others = [null, undefined, 1, "then", {}, Object.fromEntries([["then", 1]]), () => {}];
    expect(others.some(isPromise)).toBe(false);
  });
});

describe("silence", () => {
  it("AR-19: keeps a failing promise from being an unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", listener);
    silence(Promise.reject(new Error("late")));
    silence(7);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listener);
    expect(unhandled).toEqual([]);
  });
});
