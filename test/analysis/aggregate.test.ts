import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aggregateOf, type Figure, figureOf, undefinedBecause } from "../../src/analysis/index.js";

describe("an aggregate", () => {
  it("BA-34: leaves out what is undefined and says how many", () => {
    const figures = [1, 2, 3, 6].map(figureOf);
    const aggregate = aggregateOf([undefinedBecause("no-offer"), ...figures, undefinedBecause("no-range")]);
    expect(aggregate).toStrictEqual({
      count: 4,
      skippedCount: 2,
      mean: { value: 3 },
      median: { value: 2.5 },
      standardDeviation: { value: Math.sqrt(3.5) },
      minimum: { value: 1 },
      maximum: { value: 6 },
    });
    expect(Object.isFrozen(aggregate)).toBe(true);
  });

  it("takes the middle value of an odd number, in numeric order", () => {
    expect(aggregateOf([9, 10, -1].map(figureOf))).toMatchObject({
      median: { value: 9 },
      minimum: { value: -1 },
      maximum: { value: 10 },
    });
  });

  it("BA-34: is undefined where nothing has a value", () => {
    const nothing = { value: null, reason: "no-value" };
    for (const figures of [[], [undefinedBecause("no-offer")]]) {
      expect(aggregateOf(figures)).toStrictEqual({
        count: 0,
        skippedCount: figures.length,
        mean: nothing,
        median: nothing,
        standardDeviation: nothing,
        minimum: nothing,
        maximum: nothing,
      });
    }
  });

  it("BA-34: is never NaN", () => {
    const figure = fc.oneof(fc.double().map(figureOf), fc.constant(undefinedBecause("no-range")));
    fc.assert(
      fc.property(fc.array(figure), (figures) => {
        const { count, skippedCount, ...rest } = aggregateOf(figures);
        expect(count + skippedCount).toBe(figures.length);
        for (const { value } of Object.values<Figure>(rest)) expect(value).not.toBeNaN();
      }),
      { seed: 31 },
    );
  });
});
