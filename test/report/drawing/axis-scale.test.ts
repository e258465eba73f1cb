import fc from "fast-check";
import { expect, it } from "vitest";
import { axisScale, rangeOf } from "../../../src/report/drawing/index.js";

it("ends at round numbers and has ticks at multiples of the step", () => {
  const { low, high, ticks } = axisScale([0.03, 0.97], { from: 0, to: 100 });
  expect([low, high]).toEqual([0, 1]);
  expect(ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(axisScale([-7, 12], { from: 0, to: 1 }).ticks).toEqual([-10, -5, 0, 5, 10, 15]);
});

it("places the ends at the ends, and also downward", () => {
  const { place } = axisScale([0, 1], { from: 200, to: 100 });
  expect([place(0), place(1), place(0.25)]).toEqual([200, 100, 175]);
});

it("gives equal or no values a range around them", () => {
  expect(rangeOf([])).toEqual([0, 1]);
  expect(rangeOf([0, 0])).toEqual([-0.5, 0.5]);
  expect(rangeOf([4])).toEqual([3, 5]);
  expect(rangeOf([-4])).toEqual([-5, -3]);
  expect(rangeOf([5e-324])).toEqual([-0.5, 0.5]);
});

it("holds for any finite values: all between the ends, ticks ascending, few, and places finite", () => {
  const value = fc.double({ noNaN: true, min: -1e308, max: 1e308 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
      const { low, high, ticks, place } = axisScale(values, { from: 10, to: 20 });
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThan(15);
      expect(ticks.every((tick, index) => index === 0 || tick > (ticks[index - 1] as number))).toBe(true);
      for (const one of values) {
        expect(one).toBeGreaterThanOrEqual(low);
        expect(one).toBeLessThanOrEqual(high);
        expect(place(one)).toBeGreaterThanOrEqual(9.999);
        expect(place(one)).toBeLessThanOrEqual(20.001);
      }
    }),
    { seed: 4, numRuns: 300 },
  );
});
