import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortByUtility } from "../../../src/preferences/utility/index.js";

/** What a stable comparator gives, with -0 as 0. */
function expected(utilities: readonly number[]): number[] {
  return utilities
    .map((_, position) => position)
    .sort((one, other) => utilities[one]! - utilities[other]! || one - other);
}

function expectSorted(utilities: readonly number[]): void {
  const sorted = Float64Array.from(utilities);
  const order = [...sortByUtility(sorted)];
  expect(order).toEqual(expected(utilities));
  expect([...sorted]).toEqual(order.map((position) => utilities[position]));
}

/** Different shapes of data, each of which takes another way through the sort. */
const SHAPES: Readonly<Record<string, (position: number, length: number) => number>> = {
  rising: (position) => position / 7,
  falling: (position) => -position,
  "all equal": () => 0.25,
  "few values": (position) => ((position * 7919) % 5) / 4,
  "spread evenly": (position, length) => ((position * 7919) % length) / length,
  "one far away": (position, length) => (position === 3 ? 1e300 : ((position * 7919) % length) / length),
  "two clusters": (position) => (position % 2) * 1e9 + ((position * 7919) % 101) / 1e6,
  "a range beyond all numbers": (position) => [-1.7e308, 1.7e308, 0, 1][(position * 13) % 4]!,
  "a range too small to divide by": (position) => ((position * 31) % 9) * Number.MIN_VALUE,
  "both zeros": (position) => [0, -0, 1, -1][(position * 7) % 4]!,
};

describe("sortByUtility", () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`BA-7, D-10: sorts ascending and stable: ${name}`, () => {
      for (const length of [1, 2, 11, 12, 13, 25, 100, 1_001, 5_000]) {
        expectSorted(Array.from({ length }, (_, position) => shape(position, length)));
      }
    });
  }

  it("BA-7: sorts like a stable comparator, on anything", () => {
    const number = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(fc.property(fc.array(number, { minLength: 1, maxLength: 300 }), expectSorted), {
      seed: 7,
      numRuns: 300,
    });
  });
});
