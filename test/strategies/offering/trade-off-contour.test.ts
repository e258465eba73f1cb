import fc from "fast-check";
import { expect, it } from "vitest";
import { contourRanks } from "../../../src/strategies/offering/trade-off-contour.js";
import { inverseOf } from "../solo-party.js";

/** Binary fractions, so that equal distances are equal. */
const utility = fc.integer({ min: 0, max: 16 }).map((one) => one / 16);
const utilities = fc.array(utility, { minLength: 1, maxLength: 60 });
const reservation = fc.option(utility);

it("BA-24: holds the rational outcomes within the width, by brute force on data rich in ties", () => {
  fc.assert(
    fc.property(utilities, reservation, utility, utility, (list, least, level, width) => {
      const inverse = inverseOf(list, least);
      const [from, to] = contourRanks(inverse, level, width);
      const held = Array.from({ length: to - from }, (_, offset) => inverse.at(from + offset));
      const expected = list.flatMap((one, index) =>
        Math.abs(one - level) <= width && one >= (least ?? 0) ? [index] : [],
      );
      expect([...held].sort((one, other) => one - other)).toEqual(expected);
    }),
  );
});

it("BA-24: is cut to those nearest the level, of equally near ones the better", () => {
  fc.assert(
    fc.property(utilities, utility, fc.integer({ min: 1, max: 20 }), (list, level, most) => {
      const inverse = inverseOf(list);
      const [from, to] = contourRanks(inverse, level, 1, most);
      expect(to - from).toBe(Math.min(most, list.length));
      const held = Array.from({ length: to - from }, (_, offset) => list[inverse.at(from + offset)]!);
      const distance = (one: number): number => Math.abs(one - level);
      const order = (one: number, other: number): number => distance(one) - distance(other) || other - one;
      expect(held.sort(order)).toEqual([...list].sort(order).slice(0, held.length));
    }),
  );
});

it("BA-24: is empty between the utilities", () => {
  const [from, to] = contourRanks(inverseOf([0, 1]), 0.5, 0.02);
  expect(from).toBe(to);
});
