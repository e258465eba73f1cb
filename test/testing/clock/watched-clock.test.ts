import { expect, it } from "vitest";
import { ManualClock, WatchedClock } from "../../../src/testing/clock/index.js";

it("counts what waits, how long, and what was called", async () => {
  const manual = new ManualClock();
  const clock = new WatchedClock(manual);
  const called: string[] = [];
  clock.setTimeout(() => void called.push("a"), 10);
  const handle = clock.setTimeout(() => void called.push("b"), 99);
  clock.setTimeout(() => void clock.setTimeout(() => void called.push("c"), 5), 20);
  expect([clock.pendingCount, clock.longestMs, clock.now()]).toEqual([3, 99, manual.now()]);
  clock.clearTimeout(handle);
  clock.clearTimeout(handle);
  expect(clock.pendingCount).toBe(2);
  await manual.advance(100);
  expect([clock.pendingCount, clock.turnCount, clock.longestMs]).toEqual([0, 3, 99]);
  expect(called).toEqual(["a", "c"]);
});
