import { expect, it } from "vitest";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { outcomeSimilarity } from "../../../src/strategies/offering/similarity.js";

const space = outcomeSpace([
  { name: "colour", kind: "categorical", values: ["red", "green", "blue"] },
  { name: "size", kind: "ordinal", values: ["s", "m", "l", "xl"] },
  { name: "days", kind: "integer", min: 0, max: 10, step: 5 },
  { name: "price", kind: "continuous", min: 0, max: 1, levels: 5 },
  { name: "fixed", kind: "integer", min: 4, max: 4 },
]);

const at = (...digits: number[]): number => space.indexOfDigits([...digits, 0]);

it("BA-24: compares issue by issue: equal or not, or by distance over the range", () => {
  const similarity = outcomeSimilarity(space);
  similarity.aim(at(0, 1, 2, 4), null);
  expect(similarity.of(at(0, 1, 2, 4))).toBeCloseTo(1, 15);
  // 0 | 1 - 2/3 | 1 - 10/10 | 1 - 0.5 | 1, a fifth each.
  expect(similarity.of(at(1, 3, 0, 2))).toBeCloseTo((1 / 3 + 0.5 + 1) / 5, 15);
});

it("BA-24: weighs the issues, with weights scaled to sum 1", () => {
  const similarity = outcomeSimilarity(space);
  similarity.aim(at(0, 1, 2, 4), [2, 0, 1, 1, 0]);
  expect(similarity.of(at(1, 3, 0, 2))).toBeCloseTo(0.5 / 4, 15);
  similarity.aim(at(0, 1, 2, 4), [0, 0, 0, 0, 0]);
  expect(similarity.of(at(1, 3, 0, 2))).toBeCloseTo((1 / 3 + 0.5 + 1) / 5, 15);
});

it("BA-24: euclidean likeness minds one large difference more than many small ones", () => {
  const similarity = outcomeSimilarity(space, { measure: "euclidean" });
  similarity.aim(at(0, 1, 2, 4), [2, 0, 1, 1, 0]);
  expect(similarity.of(at(1, 3, 0, 2))).toBeCloseTo(1 - Math.sqrt((2 * 1 + 1 * 1 + 1 * 0.25) / 4), 15);
  expect(similarity.of(at(0, 1, 2, 4))).toBe(1);
});

it("BA-24: takes a table for a categorical issue", () => {
  const colour = [
    [1, 0.5, 0.25],
    [0.5, 1, 0],
    [0.125, 0, 1],
  ];
  const similarity = outcomeSimilarity(space, { tables: { colour } });
  similarity.aim(at(2, 0, 0, 0), [1, 0, 0, 0, 0]);
  expect([0, 1, 2].map((digit) => similarity.of(at(digit, 0, 0, 0)))).toEqual([0.25, 0, 1]);
});

it("refuses a table that fits no categorical issue", () => {
  for (const tables of [
    { weight: [[1]] },
    { size: [[1]] },
    { colour: [[1]] },
    {
      colour: [
        [1, 0, 0],
        [0, 1.5, 0],
        [0, 0, 1],
      ],
    },
  ]) {
    expect(() => outcomeSimilarity(space, { tables })).toThrow(
      expect.objectContaining({ code: "strategy_invalid" }),
    );
  }
  expect(() => outcomeSimilarity(space, { measure: "cosine" as "linear" })).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
});
