import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeSpace, type Preferences } from "../../../src/preferences/model/index.js";
import {
  discountedReservation,
  discountedUtility,
  utilityOf,
  utilityTable,
} from "../../../src/preferences/utility/index.js";
import { mappedAffinely, sideHolds } from "../../../src/preferences/utility/utility.js";
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

describe("mappedAffinely", () => {
  it("BA-6: gives exactly `to[0]` at `from[0]`, and never turns two utilities round", () => {
    const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(number, number, number, number, (low, width, one, other) => {
        const map = { from: [low, low + Math.abs(width) + 1e-9], to: [-0.3, 0.7] } as const;
        expect(mappedAffinely(map, map.from[0])).toBe(-0.3);
        const [lower, higher] = one < other ? [one, other] : [other, one];
        expect(mappedAffinely(map, lower)).toBeLessThanOrEqual(mappedAffinely(map, higher));
      }),
      { seed: 7 },
    );
  });
});

describe("sideHolds", () => {
  it("BA-4: takes both ends and any listed value, a continuous one at its level", () => {
    const [n, c, x] = space.issues as [never, never, never];
    expect([0, 1, 2, 3].map((value) => sideHolds({ min: 1, max: 2 }, n, value))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(["a", "b"].map((value) => sideHolds({ values: ["b"] }, c, value))).toEqual([false, true]);
    expect([0.49, 0.5, 0.6].map((value) => sideHolds({ values: [0.52] }, x, value))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
