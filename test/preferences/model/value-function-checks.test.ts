import { describe, expect, it } from "vitest";
import { checkedPreferences, outcomeSpace } from "../../../src/preferences/model/index.js";
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
