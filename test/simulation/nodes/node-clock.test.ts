import { describe, expect, it } from "vitest";
import { pass, START, smallParts } from "../world-parts.js";

describe("NodeClock", () => {
  it("is off by its skew, and keeps the latest instant that was read", async () => {
    const { life, loop } = smallParts();
    const { clock } = life;
    clock.skewMs = 40;
    expect([clock.now(), clock.latestRead]).toEqual([START + 40, START + 40]);
    clock.skewMs = -960;
    await pass(loop, 10);
    expect([clock.now(), clock.latestRead]).toEqual([START - 950, START + 40]);
  });

  it("fires on steady time, at the earliest 1 ms later, and not once it is cleared", async () => {
    const { life, loop } = smallParts();
    const { clock } = life;
    const log: string[] = [];
    clock.setTimeout(() => log.push(`now ${loop.now}`), 0);
    const handle = clock.setTimeout(() => log.push("cleared"), 5);
    clock.setTimeout(() => log.push(`later ${loop.now}`), 5);
    clock.skewMs = 1_000;
    expect(clock.pendingCount).toBe(3);
    clock.clearTimeout(handle);
    clock.clearTimeout(handle);
    clock.clearTimeout("no handle");
    await pass(loop, 10);
    expect([log, clock.pendingCount]).toEqual([[`now ${START + 1}`, `later ${START + 5}`], 0]);
    for (const ms of [-1, 0.5, Number.NaN, 2 ** 31]) {
      expect(() => clock.setTimeout(() => {}, ms)).toThrow(RangeError);
    }
  });
});
