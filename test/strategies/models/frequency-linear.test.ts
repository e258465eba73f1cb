import { expect, it } from "vitest";
import { frequencyLinear } from "../../../src/strategies/models/index.js";
import { categoricalSpace } from "../solo-party.js";

const space = categoricalSpace(3, 3, 3);
const index = (digits: string): number => space.indexOfDigits([...digits].map(Number));

it("BA-28: weighs issues by how concentrated their values are, and values by how often they came", () => {
  const model = frequencyLinear().start({ space });
  for (const digits of ["000", "010", "021", "021"]) model.observe(index(digits), 0.1);
  // Counts 4 | 1 1 2 | 2 2: weights 1, 1 - H(1/4, 1/4, 1/2) / ln 3 and 1 - ln 2 / ln 2 = 0, scaled to sum 1.
  const second = 1 - (0.5 * Math.log(4) + 0.5 * Math.log(2)) / Math.log(3);
  const [a, b, c] = model.weights() as [number, number, number];
  expect(a).toBeCloseTo(1 / (1 + second), 12);
  expect(b).toBeCloseTo(second / (1 + second), 12);
  expect(c).toBe(0);
  expect(model.utility(index("021"))).toBeCloseTo(1, 12);
  expect(model.utility(index("010"))).toBeCloseTo(a + b / 2, 12);
  expect(model.utility(index("120"))).toBeCloseTo(b, 12);
});

it("BA-28: does not scale up the rounding of values seen equally often", () => {
  const model = frequencyLinear().start({ space: categoricalSpace(6, 2) });
  for (let value = 0; value < 6; value += 1) model.observe(value * 2 + (value % 2), 0.1);
  // The entropy of six equal shares is a rounding less than ln 6, that of two is exactly ln 2.
  expect(model.weights()).toEqual([0.5, 0.5]);
});

it("BA-28: knows nothing before the first offer", () => {
  const model = frequencyLinear().start({ space });
  expect(model.weights()).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(new Set(Array.from({ length: 27 }, (_, outcome) => model.utility(outcome))).size).toBe(1);
});

it("BA-28: is up to date after each offer", () => {
  const model = frequencyLinear().start({ space });
  model.observe(index("000"), 0);
  expect(model.utility(index("000"))).toBeCloseTo(1, 12);
  model.observe(index("111"), 0);
  model.observe(index("111"), 0);
  expect(model.utility(index("000"))).toBeCloseTo(0.5, 12);
  expect(model.utility(index("111"))).toBeCloseTo(1, 12);
});
