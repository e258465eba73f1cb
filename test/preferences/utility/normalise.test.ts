import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import {
  type AdditivePreferences,
  outcomeSpace,
  type Preferences,
  reservationOf,
} from "../../../src/preferences/model/index.js";
import { normalise, utilityTable } from "../../../src/preferences/utility/index.js";
import { anyPreferences } from "../arbitrary-preferences.js";
import { faultPaths } from "../expect-faults.js";

const space = outcomeSpace([
  { name: "a", kind: "ordinal", values: [1, 2] },
  { name: "b", kind: "ordinal", values: [1, 2, 3] },
]);
const additive: AdditivePreferences = {
  kind: "additive",
  weights: [2, 4],
  values: [
    { kind: "table", values: [0, 1] },
    { kind: "table", values: [0, 0.5, 1.5] },
  ],
  bias: 1,
  reservation: 3,
};

describe("normalise", () => {
  it("BA-6: maps min..max affinely and gives new data, the reservation along", () => {
    const before = JSON.stringify(additive);
    const result = normalise(additive, space);
    expect(JSON.stringify(additive)).toBe(before);
    expect(result).toEqual({
      kind: "additive",
      weights: [0.25, 0.5],
      values: additive.values,
      bias: 0,
      reservation: 0.25,
    });
    expect([...utilityTable(result, space)]).toEqual([0, 0.25, 0.75, 0.25, 0.5, 1]);
  });

  it("BA-6: keeps the reservation when told to, and leaves none as none", () => {
    expect(normalise(additive, space, { reservation: "keep" }).reservation).toBe(3);
    expect(normalise({ ...additive, reservation: null }, space).reservation).toBeNull();
  });

  it("BA-6: maps to any range", () => {
    const result = normalise(additive, space, { to: [-1, 3] });
    const utilities = utilityTable(result, space);
    expect([Math.min(...utilities), Math.max(...utilities), result.reservation]).toEqual([-1, 3, 0]);
    for (const to of [[1, 0], [0, 0], [0, Number.NaN], [0, Number.POSITIVE_INFINITY], [0], "01", null]) {
      expect(() => normalise(additive, space, { to: to as never })).toThrow(RangeError);
    }
    expect(() => normalise(additive, space, { reservation: "drop" as never })).toThrow(RangeError);
  });

  it("BA-6: leaves the order of outcomes unchanged, ties included, for preferences of every kind", () => {
    fc.assert(
      fc.property(anyPreferences, ({ space: any, preferences }) => {
        const before = inverseUtility(any, preferences);
        if (before.minimum === before.maximum) {
          expect(faultPaths("preferences_constant", () => normalise(preferences, any))).toEqual([""]);
          return;
        }
        const after = inverseUtility(any, normalise(preferences, any));
        for (let rank = 1; rank < before.size; rank += 1) {
          const [one, other] = [before.at(rank - 1), before.at(rank)];
          if (before.utility(one) === before.utility(other))
            expect(after.utility(one)).toBe(after.utility(other));
          else expect(after.utility(one)).toBeLessThanOrEqual(after.utility(other));
        }
        expect(after.minimum).toBeCloseTo(0, 12);
        expect(after.maximum).toBeCloseTo(1, 12);
        const reservation = reservationOf(preferences);
        if (reservation === null) return;
        const share = (reservation - before.minimum) / (before.maximum - before.minimum);
        expect(after.reservation).toBe(share);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("BA-6: keeps ties that scaled weights would break, by mapping the utilities themselves", () => {
    // 0.5 + 0.25 is 0.75 exactly, but no third of it is: scaled weights would tell the two outcomes apart.
    const tied: AdditivePreferences = {
      kind: "additive",
      weights: [0.1, 1],
      values: [
        { kind: "table", values: [0, 3] },
        { kind: "table", values: [0, 0.1 * 3, 0.7] },
      ],
    };
    const utilities = utilityTable(tied, space);
    expect(utilities[3]).toBe(utilities[1]);
    const results = [3, 7, 11, 13].map((high) => normalise(tied, space, { to: [0, high] }));
    for (const result of results) {
      const mapped = utilityTable(result, space);
      expect(mapped[3]).toBe(mapped[1]);
    }
    expect(results.map(({ kind }) => kind)).toContain("affine");
  });

  it("BA-6: meets both ends of 0..1 exactly with the affine kind, also when normalised again", () => {
    const affine: Preferences = {
      kind: "affine",
      base: additive,
      from: [1, 9],
      to: [5, 7],
      reservation: 5.5,
    };
    const result = normalise(affine, space);
    expect(result).toMatchObject({ kind: "affine", from: [1, 9], to: [0, 1], reservation: 0.25 });
    const utilities = utilityTable(result, space);
    expect([Math.min(...utilities), Math.max(...utilities)]).toEqual([0, 1]);
  });

  it("BA-6: leaves a discount as it is", () => {
    const result = normalise({ kind: "discounted", base: additive, factor: 0.5 }, space);
    expect(result).toMatchObject({
      kind: "discounted",
      factor: 0.5,
      reservation: 0.25,
      base: { weights: [0.25, 0.5] },
    });
  });

  it("BA-6: refuses a constant utility with preferences_constant", () => {
    const constant = { ...additive, weights: [0, 0] };
    expect(faultPaths("preferences_constant", () => normalise(constant, space))).toEqual([""]);
  });

  it("wraps preferences over a space too large to compare", () => {
    const large = outcomeSpace([{ name: "n", kind: "integer", min: 0, max: 1e6 }]);
    const linear: Preferences = { kind: "additive", weights: [1], values: [{ kind: "linear", slope: 1 }] };
    expect(normalise(linear, large)).toMatchObject({ kind: "affine", from: [0, 1e6], to: [0, 1] });
  });

  it("BA-6: finds the ends of a space too large to walk through, and of a mapping that names every outcome", () => {
    const issue = (name: string, max: number) => ({ name, kind: "integer", min: 0, max }) as const;
    const digits = outcomeSpace(Array.from({ length: 12 }, (_, index) => issue(`i${index}`, 9)));
    const values = digits.issues.map(() => ({ kind: "linear" as const, slope: 1 }));
    const weights = digits.issues.map((_, index) => (index % 2 === 0 ? 1 : -1));
    expect(normalise({ kind: "additive", weights, values }, digits)).toMatchObject({ from: [-54, 54] });
    const entries = [{ outcome: digits.termsAt(1), utility: 3 }];
    expect(normalise({ kind: "mapping", entries, otherwise: 1 }, digits)).toMatchObject({
      entries: [{ utility: 1 }],
      otherwise: 0,
    });
    const both = [0, 1].map((n) => ({ outcome: { n }, utility: 2 * n }));
    const named = normalise({ kind: "mapping", entries: both, otherwise: 9 }, outcomeSpace([issue("n", 1)]));
    expect(named).toMatchObject({ entries: [{ utility: 0 }, { utility: 1 }] });
  });
});
