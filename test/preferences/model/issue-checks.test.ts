import { describe, expect, it } from "vitest";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { faultPaths, faultsOf } from "../expect-faults.js";

const checkedIssues = (issues: unknown) => outcomeSpace(issues as never).issues;
const refused = (issues: unknown): string[] => faultPaths("issue_invalid", () => checkedIssues(issues));

describe("the issues of a space", () => {
  it("BA-1: fills in a step of 1 and 11 levels, and freezes a copy", () => {
    const values = ["a", -0];
    const issues = [
      { name: "i", kind: "integer", min: 1, max: 3 },
      { name: "c", kind: "continuous", min: 0, max: 1 },
      { name: "l", kind: "ordinal", values },
    ];
    const complete = checkedIssues(issues);
    values.push("later");
    expect(complete).toEqual([
      { name: "i", kind: "integer", min: 1, max: 3, step: 1 },
      { name: "c", kind: "continuous", min: 0, max: 1, levels: 11 },
      { name: "l", kind: "ordinal", values: ["a", 0] },
    ]);
    expect(complete.every((issue) => Object.isFrozen(issue))).toBe(true);
    expect(Object.isFrozen((complete[2] as { values: unknown }).values)).toBe(true);
    expect(() => (issues as unknown[]).push(1)).not.toThrow();
  });

  it("BA-1: lists every fault at once, each with its path", () => {
    expect(
      refused([
        { name: "a", kind: "categorical", values: ["x", "y", "x"] },
        { name: "a", kind: "ordinal", values: [] },
        { name: "", kind: "integer", min: 3, max: 2, step: 0 },
        { name: "b", kind: "continuous", min: Number.NaN, max: Number.POSITIVE_INFINITY, levels: 1 },
        { name: "c", kind: "nominal", values: ["x"] },
        { name: "d", kind: "categorical", values: ["x"], unit: "kg" },
        7,
      ]),
    ).toEqual([
      "0.values.2",
      "1.name",
      "1.values",
      "2.name",
      "2.max",
      "2.step",
      "3.min",
      "3.max",
      "3.levels",
      "4.kind",
      "5.unit",
      "6",
    ]);
  });

  it("names in each fault what was expected and what came", () => {
    expect(
      faultsOf("issue_invalid", () => checkedIssues([{ name: "a", kind: "ordinal", values: 3 }])),
    ).toEqual([{ path: [0, "values"], expected: "a list of 1 to 10000 values", received: "3" }]);
  });

  it("BA-1: takes 1 to 64 issues, names of 1 to 200 characters, 1 to 10,000 values, 2 to 10,000 levels", () => {
    const one = (index: number): object => ({ name: `i${index}`, kind: "categorical", values: [0] });
    const many = (length: number): object[] => Array.from({ length }, (_, index) => one(index));
    expect(checkedIssues(many(64))).toHaveLength(64);
    for (const wrong of [[], many(65), {}, null, "issues"]) expect(refused(wrong)).toEqual([""]);
    expect(refused([{ ...one(0), name: "x".repeat(201) }])).toEqual(["0.name"]);
    expect(checkedIssues([{ ...one(0), name: "x".repeat(200) }])).toHaveLength(1);
    const values = Array.from({ length: 10_001 }, (_, value) => value);
    expect(refused([{ ...one(0), values }])).toEqual(["0.values"]);
    expect(checkedIssues([{ ...one(0), values: values.slice(1) }])).toHaveLength(1);
    const range = { name: "c", kind: "continuous", min: 0, max: 1 };
    for (const levels of [1, 10_001, 2.5]) expect(refused([{ ...range, levels }])).toEqual(["0.levels"]);
    for (const levels of [2, 10_000]) expect(checkedIssues([{ ...range, levels }])).toHaveLength(1);
  });

  it("BA-1: refuses values that are no string, finite number or boolean, and numbers that are no integer", () => {
    const values = [null, undefined, Number.NaN, {}, 1n];
    expect(refused([{ name: "a", kind: "categorical", values }])).toHaveLength(5);
    expect(refused([{ name: "a", kind: "integer", min: 0.5, max: 2 ** 53 }])).toEqual(["0.min", "0.max"]);
  });

  it("BA-1: refuses levels that would be duplicates of each other", () => {
    expect(refused([{ name: "a", kind: "continuous", min: 1, max: 1 }])).toEqual(["0.max"]);
    const max = 1 + 2 * Number.EPSILON;
    expect(refused([{ name: "a", kind: "continuous", min: 1, max }])).toEqual(["0.max"]);
    expect(checkedIssues([{ name: "a", kind: "continuous", min: 1, max, levels: 3 }])).toHaveLength(1);
    expect(refused([{ name: "a", kind: "continuous", min: -1e308, max: 1e308 }])).toEqual(["0.max"]);
    expect(refused([{ name: "a", kind: "continuous", min: 2, max: 1, levels: 1 }]).sort()).toEqual([
      "0.levels",
      "0.max",
    ]);
  });

  it("refuses a name that would set the prototype of terms", () => {
    expect(refused([{ name: "__proto__", kind: "categorical", values: [1] }])).toEqual(["0.name"]);
    expect(checkedIssues([{ name: "constructor", kind: "categorical", values: [1] }])).toHaveLength(1);
  });

  it("BA-2: refuses more than 2^53 outcomes, and takes exactly so many", () => {
    const bits = (length: number): object[] =>
      Array.from({ length }, (_, index) => ({ name: `b${index}`, kind: "integer", min: 0, max: 1 }));
    expect(checkedIssues(bits(53))).toHaveLength(53);
    expect(refused(bits(54))).toEqual([""]);
    const most = Number.MAX_SAFE_INTEGER;
    expect(refused([{ name: "wide", kind: "integer", min: -most, max: most }])).toEqual([""]);
  });
});
