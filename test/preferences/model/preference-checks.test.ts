import { describe, expect, it } from "vitest";
import { checkedPreferences, outcomeSpace } from "../../../src/preferences/model/index.js";
import { faultPaths, faultsOf } from "../expect-faults.js";

const space = outcomeSpace([
  { name: "n", kind: "integer", min: 0, max: 2 },
  { name: "c", kind: "categorical", values: ["a", "b"] },
]);
const table = { kind: "table", values: [0, 1] };
const linear = { kind: "linear", slope: 1 };
const additive = { kind: "additive", weights: [1, 1], values: [linear, table] };
const mapping = { kind: "mapping", entries: [], otherwise: 0 };

const refused = (preferences: unknown): string[] =>
  faultPaths("preferences_invalid", () => checkedPreferences(preferences as never, space));

describe("completePreferences", () => {
  it("BA-4: a wrong length or non-finite number is preferences_invalid, with all faults", () => {
    const wrong = {
      ...additive,
      weights: [1, Number.NaN],
      values: [linear, { kind: "table", values: [0, 1, 2] }],
      bias: Number.POSITIVE_INFINITY,
      reservation: "0.5",
    };
    expect(refused(wrong)).toEqual(["weights.1", "values.1.values", "bias", "reservation"]);
    expect(refused({ ...additive, weights: [1] })).toEqual(["weights"]);
    expect(refused({ ...additive, values: [linear] })).toEqual(["values"]);
    expect(refused({ kind: "additive" })).toEqual(["weights", "values"]);
  });

  it("refuses what is no preferences, and unknown kinds and keys", () => {
    for (const wrong of [null, undefined, 7, [], "additive"]) expect(refused(wrong)).toEqual([""]);
    expect(refused({ kind: "linear" })).toEqual(["kind"]);
    expect(refused({ ...additive, weight: 1 })).toEqual(["weight"]);
    expect(refused({ ...mapping, default: 1 })).toEqual(["default"]);
  });

  it("BA-4: a discount has a factor in (0, 1], a known form, and no discounted base", () => {
    const discounted = { kind: "discounted", base: additive };
    for (const factor of [0, -0.5, 1.0001, Number.NaN, undefined]) {
      expect(refused({ ...discounted, factor })).toEqual(["factor"]);
    }
    for (const factor of [1, Number.MIN_VALUE]) {
      expect(checkedPreferences({ ...discounted, factor } as never, space)).toMatchObject({ factor });
    }
    expect(refused({ ...discounted, factor: 1, form: "steps" })).toEqual(["form"]);
    expect(refused({ ...discounted, factor: 1, discountReservation: 1 })).toEqual(["discountReservation"]);
    expect(refused({ ...discounted, factor: 1, base: { ...discounted, factor: 1 } })).toEqual(["base.kind"]);
    expect(refused({ kind: "discounted", base: { ...additive, bias: "x" }, factor: 2 })).toEqual([
      "factor",
      "base.bias",
    ]);
  });

  it("checks both ranges of an affine map, and its base", () => {
    const affine = { kind: "affine", base: additive, from: [0, 1], to: [0, 1] };
    expect(checkedPreferences(affine as never, space)).toMatchObject({ from: [0, 1] });
    expect(refused({ ...affine, from: [1, 1], to: [0] })).toEqual(["from", "to"]);
    expect(refused({ ...affine, to: [-1.5e308, 1.5e308] })).toEqual(["to"]);
    expect(refused({ ...affine, base: affine })).toEqual(["base.kind"]);
  });

  it("refuses finite numbers whose sum is not", () => {
    const big = { kind: "table", values: [0, 1e308] };
    expect(refused({ kind: "additive", weights: [1, 2], values: [linear, big] })).toEqual([""]);
    expect(refused({ kind: "additive", weights: [1e308, 1], values: [linear, table] })).toEqual([""]);
    expect(refused({ ...mapping, otherwise: 1e308 })).toEqual([""]);
    const rectangles = [{ utility: 1e200, weight: 1e200, within: {} }];
    expect(refused({ kind: "rectangles", rectangles })).toEqual([""]);
  });

  it("says no number of the preferences in a fault (SY-17)", () => {
    const wrong = { ...additive, reservation: [0.12345], bias: "0.6789", weights: [0.4321, null] };
    const faults = faultsOf("preferences_invalid", () => checkedPreferences(wrong as never, space));
    expect(JSON.stringify(faults)).not.toMatch(/12345|6789|4321/);
    expect(faults.length).toBe(3);
  });
});
