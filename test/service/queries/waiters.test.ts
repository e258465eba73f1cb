import { describe, expect, it } from "vitest";
import { Waiters } from "../../../src/service/queries/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { T0 } from "../../kit/open-room.js";

describe("Waiters", () => {
  it("EN-41: looks at what is waited for, one look after the other, until nobody waits", async () => {
    const clock = new ManualClock(T0);
    const looks: string[] = [];
    let lasts = 0;
    const look = async (id: string): Promise<void> => {
      looks.push(`${id} ${clock.now() - T0}`);
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, lasts));
    };
    const waiters = new Waiters(clock, 1_000, look);
    const one = waiters.join("a");
    waiters.join("b");
    await clock.advance(999);
    expect(looks).toEqual([]);
    lasts = 2_500;
    await clock.advance(1);
    await clock.advance(2_500);
    expect(looks).toEqual(["a 1000", "b 1000"]);
    waiters.leave("a", one);
    lasts = 0;
    await clock.advance(1_000);
    expect(looks).toEqual(["a 1000", "b 1000", "b 4500"]);
    waiters.take("b");
    expect(clock.pendingCount).toBe(0);
  });
});
