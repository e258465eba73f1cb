import { describe, expect, it, vi } from "vitest";
import { platformClock } from "../../../src/oap/runtime/index.js";

describe("the platform's clock", () => {
  it("SG-16: tells the real time, calls back, and not once it is told not to", async () => {
    const told = vi.spyOn(Date, "now").mockReturnValueOnce(1_800_000_000_000);
    expect(platformClock.now()).toBe(1_800_000_000_000);
    told.mockRestore();
    const called: string[] = [];
    const cleared = platformClock.setTimeout(() => called.push("cleared"), 0);
    platformClock.clearTimeout(cleared);
    await new Promise<void>((resolve) => platformClock.setTimeout(resolve, 0));
    expect(called).toEqual([]);
  });
});
