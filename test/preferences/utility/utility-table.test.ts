import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AdditivePreferences,
  checkedPreferences,
  outcomeSpace,
} from "../../../src/preferences/model/index.js";
import { completeTable, indexUtility, utilityTable } from "../../../src/preferences/utility/index.js";
import { anyPreferences } from "../arbitrary-preferences.js";
import { faultPaths } from "../expect-faults.js";

describe("utilityTable", () => {
  it("BA-4: adds left to right to the last bit, where another order would differ", () => {
    const sizes = [3, 4, 2, 5];
    const space = outcomeSpace(
      sizes.map((size, k) => ({ name: `i${k}`, kind: "integer", min: 1, max: size })),
    );
    const lists = sizes.map((size, k) => Array.from({ length: size }, (_, d) => ((d * 7 + k * 3) % 10) / 10));
    const weights = [0.1, 0.7, 0.3, 1.1];
    const preferences: AdditivePreferences = {
      kind: "additive",
      weights,
      values: lists.map((values) => ({ kind: "table", values })),
      bias: 0.2,
    };
    const table = utilityTable(preferences, space);
    let otherOrder = 0;
    for (let index = 0; index < space.cardinality; index += 1) {
      const digits = space.digitsAt(index);
      let leftToRight = 0.2;
      for (const [k, digit] of digits.entries()) leftToRight += weights[k]! * lists[k]![digit]!;
      expect(table[index]).toBe(leftToRight);
      let rightToLeft = 0.2;
      for (let k = 3; k >= 0; k -= 1) rightToLeft += weights[k]! * lists[k]![digits[k]!]!;
      if (rightToLeft !== leftToRight) otherOrder += 1;
    }
    expect(otherOrder).toBeGreaterThan(10);
  });

  it("BA-3: gives those of some indices, in their order, as the whole table does, for every kind", () => {
    fc.assert(
      fc.property(anyPreferences, ({ space, preferences }) => {
        const table = utilityTable(preferences, space);
        const indices = Array.from(table.keys()).reverse();
        expect([...utilityTable(preferences, space, indices)]).toEqual([...table].reverse());
        const complete = checkedPreferences(preferences, space);
        expect(indices.map(indexUtility(complete, space))).toEqual([...table].reverse());
        expect([...completeTable(complete, space)]).toEqual([...table]);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("refuses wrong preferences, wrong indices and spaces that cannot be held", () => {
    const space = outcomeSpace([{ name: "n", kind: "integer", min: 0, max: 1e9 }]);
    const linear: AdditivePreferences = {
      kind: "additive",
      weights: [1],
      values: [{ kind: "linear", slope: 1e-9 }],
    };
    expect(() => utilityTable(linear, space)).toThrow(RangeError);
    expect([...utilityTable(linear, space, [0, 1e9])]).toEqual([0, 1]);
    expect(faultPaths("outcome_invalid", () => utilityTable(linear, space, [1e9 + 1]))).toEqual([""]);
    expect(faultPaths("preferences_invalid", () => utilityTable({ ...linear, weights: [] }, space))).toEqual([
      "weights",
    ]);
  });
});
