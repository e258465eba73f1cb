import { describe, expect, it } from "vitest";
import { type Progress, ProgressTeller } from "../../../src/tournament/rows/index.js";

function teller(total: number) {
  const told: Progress[] = [];
  const clock = { now: 1_000 };
  const progress = new ProgressTeller(
    total,
    (one) => told.push(one),
    () => clock.now,
  );
  return { told, clock, progress };
}

describe("progress", () => {
  it("BA-36: is told at most ten times a second, and once at 100 %", () => {
    const { told, clock, progress } = teller(1_000);
    for (let count = 0; count < 1_000; count += 1) {
      clock.now += 1;
      progress.count(false);
    }
    progress.end();
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toEqual({ done: 1_000, total: 1_000, failed: 0, elapsedMs: 1_000, remainingMs: 0 });
    for (let index = 1; index < told.length - 1; index += 1) {
      expect((told[index]?.elapsedMs ?? 0) - (told[index - 1]?.elapsedMs ?? 0)).toBeGreaterThanOrEqual(100);
    }
  });

  it("BA-36: estimates the time left by the pace of what was played, not of what was kept", () => {
    const { told, clock, progress } = teller(100);
    for (let count = 0; count < 50; count += 1) progress.keep(false);
    progress.end();
    clock.now += 2_000;
    progress.count(true);
    expect(told).toEqual([
      { done: 50, total: 100, failed: 0, elapsedMs: 0, remainingMs: null },
      { done: 51, total: 100, failed: 1, elapsedMs: 2_000, remainingMs: 98_000 },
    ]);
  });

  it("D-13: only rows with an error count as failed", () => {
    const { told, progress } = teller(2);
    progress.count(false);
    progress.count(true);
    progress.end();
    expect(told.at(-1)?.failed).toBe(1);
  });

  it("is silent where nobody listens", () => {
    const progress = new ProgressTeller(1, undefined, () => 0);
    progress.count(false);
    expect(progress.end()).toBeUndefined();
  });
});
