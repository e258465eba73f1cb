import { afterEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../src/service/timing/index.js";

describe("systemClock", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("ST-83: looks timers up at call time, so that fake ones work", () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    const fired: number[] = [];
    systemClock.setTimeout(() => fired.push(systemClock.now()), 10);
    const cleared = systemClock.setTimeout(() => fired.push(0), 5);
    systemClock.clearTimeout(cleared);
    systemClock.clearTimeout(cleared);
    vi.advanceTimersByTime(9);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([1_800_000_000_010]);
  });

  it("shows whole milliseconds", () => {
    vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_000.7);
    expect(systemClock.now()).toBe(1_800_000_000_000);
  });

  it("gives handles that can be told not to keep the process alive", () => {
    const handle = systemClock.setTimeout(() => {}, 1_000) as { hasRef(): boolean; unref(): unknown };
    handle.unref();
    expect(handle.hasRef()).toBe(false);
    systemClock.clearTimeout(handle);
  });
});
