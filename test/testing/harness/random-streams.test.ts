import { describe, expect, it } from "vitest";
import { RandomStream, randomStreams } from "../../../src/testing/harness/index.js";

function drawn(stream: RandomStream, count = 5): number[] {
  return Array.from({ length: count }, () => stream.next());
}

describe("RandomStream", () => {
  it("SM-4: is decided by its seed and its name", () => {
    expect(drawn(new RandomStream(42, "store"))).toEqual(drawn(new RandomStream(42, "store")));
    expect(drawn(new RandomStream(42, "store"))).not.toEqual(drawn(new RandomStream(42, "timer")));
    expect(drawn(new RandomStream(42, "store"))).not.toEqual(drawn(new RandomStream(43, "store")));
    // Beyond 32 bits a seed still counts.
    expect(drawn(new RandomStream(2 ** 32 + 1, "a"))).not.toEqual(drawn(new RandomStream(1, "a")));
  });

  it("draws evenly, and integers with both ends", () => {
    const stream = new RandomStream(7, "even");
    const counts = [0, 0, 0, 0];
    for (let draw = 0; draw < 4_000; draw++) counts[stream.integer(0, 3)]!++;
    for (const count of counts) expect(count).toBeGreaterThan(900);
    const shares = drawn(stream, 1_000);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...shares)).toBeLessThan(1);
  });

  it("spends one draw on what happens, whether or not it does", () => {
    const [one, other] = [new RandomStream(1, "x"), new RandomStream(1, "x")];
    expect([one.happens(0), other.happens(1)]).toEqual([false, true]);
    expect(one.next()).toBe(other.next());
  });

  it("picks from a list, and not from an empty one", () => {
    expect(new RandomStream(1, "x").pick(["only"])).toBe("only");
    expect(() => new RandomStream(1, "x").pick([])).toThrow(RangeError);
  });
});

describe("randomStreams", () => {
  it("SM-4: keeps the draws of components apart", () => {
    const [quiet, busy] = [randomStreams(9), randomStreams(9)];
    drawn(busy("other"), 100);
    expect(drawn(quiet("own"))).toEqual(drawn(busy("own")));
    expect(quiet("own")).toBe(quiet("own"));
  });
});
