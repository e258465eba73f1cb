import { expect, it } from "vitest";
import { kendallTauB, pearson } from "../../../src/strategies/models/index.js";

it("BA-28: tau-b counts pairs in the same order, and takes ties out of the divisor", () => {
  expect(kendallTauB([1, 2, 3, 4], [1, 2, 3, 4])).toBe(1);
  expect(kendallTauB([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
  expect(kendallTauB([1, 2, 3, 4], [1, 2, 4, 3])).toBeCloseTo(4 / 6, 15);
  // Three pairs; one is tied on the left only, the two others agree: 2 / sqrt(2 x 3).
  expect(kendallTauB([1, 1, 2], [1, 2, 3])).toBeCloseTo(2 / Math.sqrt(6), 15);
  // Of six pairs two are tied on the left, one on the right, none on both; three agree, none disagrees.
  expect(kendallTauB([1, 1, 2, 2], [1, 2, 2, 3])).toBeCloseTo(3 / Math.sqrt(4 * 5), 15);
});

it("BA-28: Pearson's correlation is that of the centred lists", () => {
  expect(pearson([1, 2, 3], [10, 20, 30])).toBeCloseTo(1, 15);
  expect(pearson([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 15);
  // Off the means by (-1.5, -0.5, 0.5, 1.5) and (-1.5, 0.5, -0.5, 1.5): 4 / 5.
  expect(pearson([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(0.8, 15);
});

it("BA-28: a list of one number has no correlation", () => {
  for (const correlation of [kendallTauB, pearson]) {
    expect(correlation([1, 2, 3], [0.1, 0.1, 0.1])).toBeNull();
    expect(correlation([0.1, 0.1, 0.1], [1, 2, 3])).toBeNull();
    expect(correlation([1], [1])).toBeNull();
    expect(correlation([], [])).toBeNull();
  }
});

it("BA-28: numbers too close to have squares give no NaN", () => {
  expect(pearson([0, 5e-324], [0, 5e-324])).toBeNull();
  expect(kendallTauB([0, 5e-324], [0, 5e-324])).toBe(1);
});
