import { describe, expect, it } from "vitest";
import { platformClock } from "../../src/oap/platform-clock.js";

describe("the platform's clock", () => {
  it("SG-16: tells the real time, calls back, and not once it is told not to", async () => {
    expect(Math.abs(platformClock.now() - Date.now())).toBeLessThan(1_000);
    const called: string[] = [];
    const cleared = platformClock.setTimeout(() => called.push("cleared"), 0);
    platformClock.clearTimeout(cleared);
    await new Promise<void>((resolve) => platformClock.setTimeout(resolve, 0));
    expect(called).toEqual([]);
  });
});
