import { describe, expect, it } from "vitest";
import { checkedIssues } from "../../../src/preferences/model/issue-checks.js";
import { evaluationAt } from "../../../src/preferences/utility/index.js";
import { evaluationOf } from "../../../src/preferences/utility/value-function.js";

const [range] = checkedIssues([{ name: "x", kind: "continuous", min: 0, max: 10, levels: 11 }]) as [never];

describe("evaluationOf", () => {
  it("BA-4: linear is slope x (value - from) + offset, within its clamp", () => {
    const linear = { kind: "linear", slope: 0.25, from: 2, offset: 0.5, clamp: null } as const;
    expect(evaluationOf(linear, range, 4)).toBe(1);
    expect(evaluationOf(linear, range, 0)).toBe(0);
    const clamped = { ...linear, clamp: [0.25, 0.75] } as const;
    expect([0, 1, 2.5, 3, 10].map((value) => evaluationOf(clamped, range, value))).toEqual([
      0.25, 0.25, 0.625, 0.75, 0.75,
    ]);
  });

  it("BA-4: triangular is 0 below low and at or above high, and its height at the top", () => {
    const triangular = { kind: "triangular", low: 2, top: 4, high: 8, height: 2 } as const;
    const values = [1.999, 2, 3, 4, 6, 7.999_999, 8, 9];
    expect(values.map((value) => evaluationOf(triangular, range, value))).toEqual([
      0,
      0,
      1,
      2,
      1,
      expect.closeTo(0, 5),
      0,
      0,
    ]);
    expect(evaluationOf({ ...triangular, low: 4 }, range, 4)).toBe(2);
    expect(evaluationOf({ ...triangular, high: 4 }, range, 4)).toBe(0);
  });

  it("BA-4: a continuous value is evaluated as given by a formula, at its level by a table", () => {
    const linear = { kind: "linear", slope: 1, from: 0, offset: 0, clamp: null } as const;
    expect(evaluationOf(linear, range, 3.4)).toBe(3.4);
    const table = { kind: "table", values: Array.from({ length: 11 }, (_, level) => level * 10) } as const;
    expect(evaluationOf(table, range, 3.4)).toBe(30);
    expect(evaluationAt(table, range, 7)).toBe(70);
    expect(evaluationAt(linear, range, 7)).toBe(7);
  });
});
