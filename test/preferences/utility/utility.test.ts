import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AdditivePreferences,
  outcomeSpace,
  type Preferences,
  type RectangleSide,
} from "../../../src/preferences/model/index.js";
import {
  discountedReservation,
  discountedUtility,
  utilityOf,
  utilityTable,
} from "../../../src/preferences/utility/index.js";
import { anyPreferences } from "../arbitrary-preferences.js";
import { faultPaths } from "../expect-faults.js";

const space = outcomeSpace([
  { name: "n", kind: "integer", min: 0, max: 3 },
  { name: "c", kind: "categorical", values: ["a", "b"] },
  { name: "x", kind: "continuous", min: 0, max: 1 },
]);
const additive: Preferences = {
  kind: "additive",
  weights: [0.5, 2, -1],
  values: [
    { kind: "linear", slope: 1 },
    { kind: "table", values: [0, 0.25] },
    { kind: "linear", slope: 1, offset: 0.5 },
  ],
  bias: 0.125,
};

describe("utilityOf", () => {
  it("BA-4: additive is the bias plus each weight times its evaluation, values as given", () => {
    const utility = utilityOf(additive, space);
    expect(utility({ n: 2, c: "b", x: 0.25 })).toBe(0.125 + 0.5 * 2 + 2 * 0.25 - 0.75);
    expect(utility({ n: 0, c: "a", x: 0.03 })).toBe(0.125 - 0.53);
  });

  it("BA-4: a mapping gives its entries their utility, and all else `otherwise`", () => {
    const entries = [{ outcome: { n: 1, c: "a", x: 0.5 }, utility: 0.75 }];
    const utility = utilityOf({ kind: "mapping", entries, otherwise: -1 }, space);
    expect(utility({ n: 1, c: "a", x: 0.5 })).toBe(0.75);
    expect(utility({ n: 1, c: "a", x: 0.53 })).toBe(0.75);
    expect(utility({ n: 1, c: "a", x: 0.6 })).toBe(-1);
  });

  it("BA-4: rectangles add up where they hold the outcome, ends inclusive", () => {
    const utility = utilityOf(
      {
        kind: "rectangles",
        bias: 0.5,
        rectangles: [
          { utility: 1, within: { n: { min: 1, max: 2 } } },
          { utility: 2, weight: 0.25, within: { n: { min: 2, max: 2 }, c: { values: ["b"] } } },
          { utility: 4, within: { x: { min: 0.25, max: 1 } } },
        ],
      },
      space,
    );
    expect(utility({ n: 0, c: "b", x: 0 })).toBe(0.5);
    expect(utility({ n: 1, c: "b", x: 0 })).toBe(1.5);
    expect(utility({ n: 2, c: "b", x: 0 })).toBe(2);
    expect(utility({ n: 2, c: "a", x: 0 })).toBe(1.5);
    expect(utility({ n: 3, c: "b", x: 0.25 })).toBe(4.5);
    expect(utility({ n: 3, c: "b", x: 0.2499 })).toBe(0.5);
  });

  it("BA-4: a discount is u factor^t, or linear u - (1 - factor) t, of relative time", () => {
    const terms = { n: 2, c: "b", x: 0.25 };
    const exponential = utilityOf({ kind: "discounted", base: additive, factor: 0.25 }, space);
    expect([0, 0.5, 1].map((t) => exponential(terms, t))).toEqual([0.875, 0.4375, 0.21875]);
    expect(exponential(terms)).toBe(0.875);
    const linear = utilityOf({ kind: "discounted", base: additive, factor: 0.25, form: "linear" }, space);
    expect([0, 0.5, 1].map((t) => linear(terms, t))).toEqual([0.875, 0.5, 0.125]);
    expect(utilityOf(additive, space)(terms, 1)).toBe(0.875);
    for (const t of [-0.01, 1.01, Number.NaN, 57]) expect(() => exponential(terms, t)).toThrow(RangeError);
  });

  it("refuses terms that are no outcome with outcome_invalid", () => {
    const utility = utilityOf(additive, space);
    for (const wrong of [{ n: 1, c: "a" }, { n: 9, c: "a", x: 0 }, null, { n: 1, c: "a", x: 0, y: 1 }]) {
      expect(faultPaths("outcome_invalid", () => utility(wrong as never))).toEqual([""]);
    }
  });

  it("BA-4: equals the table to the last bit at every outcome, for preferences of every kind", () => {
    fc.assert(
      fc.property(anyPreferences, ({ space: any, preferences }) => {
        const utility = utilityOf(preferences, any);
        const table = utilityTable(preferences, any);
        expect([...any.enumerate()].map((terms) => utility(terms))).toEqual([...table]);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

describe("discountedReservation", () => {
  it("BA-5: shrinks with the utility unless the preferences keep it", () => {
    const preferences: Preferences = { kind: "discounted", base: additive, factor: 0.25 };
    expect(discountedReservation(preferences, 0.5, 0.5)).toBe(0.25);
    expect(discountedReservation({ ...preferences, discountReservation: false }, 0.5, 0.5)).toBe(0.5);
    expect(discountedReservation(preferences, null, 0.5)).toBeNull();
    expect(discountedReservation(additive, 0.5, 1)).toBe(0.5);
    expect(discountedUtility(preferences, 0.5, 0.5)).toBe(0.25);
    expect(discountedUtility(additive, 0.5, 0.5)).toBe(0.5);
  });
});

describe("the parts of preferences", () => {
  const range = outcomeSpace([{ name: "x", kind: "continuous", min: 0, max: 10, levels: 11 }]);
  type ValueFunction = AdditivePreferences["values"][number];
  const evaluation = (value: ValueFunction): ((x: number) => number) => {
    const utility = utilityOf({ kind: "additive", weights: [1], values: [value] }, range);
    return (x) => utility({ x });
  };

  it("BA-4: linear is slope x (value - from) + offset, within its clamp, and of values as given", () => {
    const linear = { kind: "linear", slope: 0.25, from: 2, offset: 0.5 } as const;
    expect([4, 0, 3.4].map(evaluation(linear))).toEqual([1, 0, 0.25 * (3.4 - 2) + 0.5]);
    const clamped = evaluation({ ...linear, clamp: [0.25, 0.75] });
    expect([0, 1, 2.5, 3, 10].map(clamped)).toEqual([0.25, 0.25, 0.625, 0.75, 0.75]);
  });

  it("BA-4: triangular is 0 below low and at or above high, and its height at the top", () => {
    const triangular = { kind: "triangular", low: 2, top: 4, high: 8, height: 2 } as const;
    const near = expect.closeTo(0, 5);
    expect([1.999, 2, 3, 4, 6, 7.999_999, 8, 9].map(evaluation(triangular))).toEqual([
      0,
      0,
      1,
      2,
      1,
      near,
      0,
      0,
    ]);
    expect(evaluation({ ...triangular, low: 4 })(4)).toBe(2);
    expect(evaluation({ ...triangular, high: 4 })(4)).toBe(0);
  });

  it("BA-4: a table has a continuous value at its level", () => {
    const values = Array.from({ length: 11 }, (_, level) => level * 10);
    expect(evaluation({ kind: "table", values })(3.4)).toBe(30);
  });

  it("BA-6: an affine kind gives exactly `to[0]` at `from[0]`, and never turns two utilities round", () => {
    const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    const two = outcomeSpace([{ name: "n", kind: "integer", min: 0, max: 2 }]);
    fc.assert(
      fc.property(number, number, number, number, (low, width, one, other) => {
        const values = [low, Math.min(one, other), Math.max(one, other)];
        const base = { kind: "additive", weights: [1], values: [{ kind: "table", values }] } as const;
        const from = [low, low + Math.abs(width) + 1e-9] as const;
        const [least, lower, higher] = utilityTable({ kind: "affine", base, from, to: [-0.3, 0.7] }, two);
        expect(least).toBe(-0.3);
        expect(lower).toBeLessThanOrEqual(higher!);
      }),
      { seed: 7 },
    );
  });

  it("BA-4: a side takes both ends and any listed value, a continuous one at its level", () => {
    const within = (sides: Readonly<Record<string, RectangleSide>>) =>
      utilityOf({ kind: "rectangles", rectangles: [{ utility: 1, within: sides }] }, space);
    const at = { n: 0, c: "a", x: 0 };
    expect([0, 1, 2, 3].map((n) => within({ n: { min: 1, max: 2 } })({ ...at, n }))).toEqual([0, 1, 1, 0]);
    expect(["a", "b"].map((c) => within({ c: { values: ["b"] } })({ ...at, c }))).toEqual([0, 1]);
    expect([0.49, 0.5, 0.6].map((x) => within({ x: { values: [0.52] } })({ ...at, x }))).toEqual([1, 1, 0]);
  });
});
