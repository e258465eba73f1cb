import { describe, expect, it } from "vitest";
import { checkedPreferences, outcomeSpace } from "../../../src/preferences/model/index.js";
import { largestEvaluation } from "../../../src/preferences/model/value-function-checks.js";
import { faultPaths } from "../expect-faults.js";

function refused(value: unknown, issue: object = { kind: "integer", min: 0, max: 2 }): string[] {
  const space = outcomeSpace([{ name: "n", ...issue } as never]);
  const preferences = { kind: "additive", weights: [1], values: [value] } as never;
  return faultPaths("preferences_invalid", () => checkedPreferences(preferences, space));
}

describe("checkedValueFunctions", () => {
  it("BA-4: refuses functions that are none, or with wrong members", () => {
    expect(refused(7)).toEqual(["values.0"]);
    expect(refused({ kind: "quadratic" })).toEqual(["values.0.kind"]);
    expect(refused({ kind: "table", values: [1, 2] })).toEqual(["values.0.values"]);
    expect(refused({ kind: "table", values: [1, 2, "3"] })).toEqual(["values.0.values.2"]);
    expect(refused({ kind: "linear", slop: 1 })).toEqual(["values.0.slop", "values.0.slope"]);
    expect(refused({ kind: "linear", slope: 1, clamp: [1, 0] })).toEqual(["values.0.clamp"]);
    expect(refused({ kind: "linear", slope: 1, clamp: [1] })).toEqual(["values.0.clamp"]);
    expect(refused({ kind: "triangular", low: 2, top: 1, high: 0 })).toEqual([
      "values.0.top",
      "values.0.high",
    ]);
  });

  it("BA-4: lays formulas over numbers only", () => {
    const words = { kind: "ordinal", values: [1, "two"] };
    expect(refused({ kind: "linear", slope: 1 }, words)).toEqual(["values.0.kind"]);
    expect(refused({ kind: "triangular", low: 0, top: 1, high: 2 }, words)).toEqual(["values.0.kind"]);
  });
});

describe("largestEvaluation", () => {
  it("bounds what a function gives for any value of the issue", () => {
    const linear = { kind: "linear", slope: -2, from: 1, offset: 0.5, clamp: null } as const;
    expect(largestEvaluation(linear, [-4, 2])).toBe(10.5);
    expect(largestEvaluation(linear, [-3, 1])).toBe(8.5);
    expect(largestEvaluation({ kind: "table", values: [-3, 2] }, null)).toBe(3);
    expect(largestEvaluation({ kind: "triangular", low: 0, top: 1, high: 2, height: -5 }, [-3, 1])).toBe(5);
  });
});
