import { expect, it } from "vitest";
import { StoreCalls } from "../../../src/simulation/faults/index.js";

it("SM-40: counts from 1 and knows which calls go wrong", () => {
  const calls = new StoreCalls([
    { call: 2, fault: "failAfter" },
    { call: 3, fault: "crashBefore" },
  ]);
  expect([1, 2, 3, 4].map(() => calls.next())).toEqual([undefined, "failAfter", "crashBefore", undefined]);
  expect(calls.count).toBe(4);
});
