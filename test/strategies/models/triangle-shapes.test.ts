import fc from "fast-check";
import { expect, it } from "vitest";
import { expectedShape, shapeScore } from "../../../src/strategies/models/triangle-shapes.js";

it("BA-28: knows the falling, the rising and the triangular shapes", () => {
  const shape = (peak: number, size: number): number[] =>
    Array.from({ length: size }, (_, digit) => shapeScore(peak, digit, size));
  expect(shape(0, 5)).toEqual([1, 0.75, 0.5, 0.25, 0]);
  expect(shape(4, 5)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(shape(1, 5)).toEqual([0, 1, 2 / 3, 1 / 3, 0]);
  expect(shape(0, 2)).toEqual([1, 0]);
  expect(shape(0, 1)).toEqual([1]);
});

it("BA-28: expects of each value the mean over all shapes", () => {
  const parts = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, (weights) => {
      const total = weights.reduce((one, other) => one + other, 0);
      const beliefs = Float64Array.from([9, ...weights.map((weight) => weight / total), 9]);
      const scores = new Float64Array(beliefs.length).fill(7);
      const size = weights.length;
      expectedShape(beliefs, scores, 1, size + 1);
      expect([scores[0], scores[size + 1]]).toEqual([7, 7]);
      for (let digit = 0; digit < size; digit += 1) {
        let mean = 0;
        for (let peak = 0; peak < size; peak += 1) mean += beliefs[1 + peak]! * shapeScore(peak, digit, size);
        expect(scores[1 + digit]).toBeCloseTo(mean, 12);
      }
    }),
  );
});

it("BA-28: expects mirrored values of mirrored beliefs, to the last bit", () => {
  for (const size of [1, 2, 5, 7, 10]) {
    const scores = new Float64Array(size);
    expectedShape(new Float64Array(size).fill(1 / size), scores, 0, size);
    expect([...scores].reverse()).toEqual([...scores]);
  }
});
