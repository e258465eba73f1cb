import { describe, expect, it } from "vitest";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { sampleIndices } from "../../../src/preferences/random/index.js";

const space = outcomeSpace([{ name: "n", kind: "integer", min: 1, max: 1_000 }]);

describe("a sample", () => {
  it.each([
    [1_000, 999],
    [1_000, 250],
    [1_000, 10],
    [2 ** 53, 500],
    [9, 0],
  ])("BA-3: of %d outcomes holds %d different ones, ascending, the same for the same seed", (of, count) => {
    const sample = sampleIndices(of, count, 7);
    expect(sample).toHaveLength(count);
    for (let place = 0; place < count; place += 1) {
      expect(sample[place]).toBeLessThan(of);
      expect(Number.isSafeInteger(sample[place]!)).toBe(true);
      if (place > 0) expect(sample[place]).toBeGreaterThan(sample[place - 1]!);
    }
    expect(sampleIndices(of, count, 7)).toEqual(sample);
    if (count > 1) expect(sampleIndices(of, count, 8)).not.toEqual(sample);
  });

  it("BA-3: of at least as many as there are is all of them", () => {
    const all = Array.from({ length: 1_000 }, (_, index) => index);
    expect(space.sample(1_000, 3)).toEqual(all);
    expect(space.sample(Number.MAX_SAFE_INTEGER, 3)).toEqual(all);
    expect(space.sample(0, 3)).toEqual([]);
  });

  it.each([
    [12, 4],
    [40, 4],
  ])("BA-3: of %d outcomes takes each of them, and each pair, equally often", (of, count) => {
    // 12 is walked in one pass, 40 drawn until distinct.
    const runs = 20_000;
    const singles = new Array<number>(of).fill(0);
    const pairs = new Array<number>(of * of).fill(0);
    for (let seed = 0; seed < runs; seed += 1) {
      const sample = sampleIndices(of, count, seed);
      for (const one of sample) {
        singles[one]! += 1;
        for (const other of sample) if (one < other) pairs[one * of + other]! += 1;
      }
    }
    const expectedSingle = (runs * count) / of;
    const expectedPair = (runs * count * (count - 1)) / (of * (of - 1));
    // Six standard deviations of a count: one seed in a billion would fail, and these seeds are fixed.
    for (const single of singles)
      expect(Math.abs(single - expectedSingle)).toBeLessThan(6 * expectedSingle ** 0.5);
    for (let one = 0; one < of; one += 1) {
      for (let other = one + 1; other < of; other += 1) {
        const seen = pairs[one * of + other]!;
        expect(Math.abs(seen - expectedPair)).toBeLessThan(6 * expectedPair ** 0.5);
      }
    }
  });

  it("BA-3: favours no part of a space near 2^53, where a plain product would", () => {
    const of = 2 ** 53 - 2 ** 51;
    const sample = sampleIndices(of, 30_000, 1);
    const thirds = [0, 0, 0];
    for (const index of sample) thirds[Math.floor((index / of) * 3)]! += 1;
    for (const third of thirds) expect(Math.abs(third - 10_000)).toBeLessThan(500);
    const odd = sample.filter((index) => index % 3 === 0).length;
    expect(Math.abs(odd - 10_000)).toBeLessThan(500);
  });

  it("refuses counts and seeds that are none, and more than can be held", () => {
    for (const count of [-1, 0.5, Number.NaN]) expect(() => space.sample(count, 1)).toThrow(RangeError);
    for (const seed of [0.5, Number.NaN, 2 ** 53]) expect(() => space.sample(1, seed)).toThrow(RangeError);
    const huge = outcomeSpace([{ name: "n", kind: "integer", min: 1, max: 2 ** 40 }]);
    expect(() => huge.sample(10_000_001, 1)).toThrow(RangeError);
    expect(huge.sample(3, 1)).toHaveLength(3);
  });
});
