import { describe, expect, it } from "vitest";
import { type Search, solved } from "../../../src/analysis/solutions/solution.js";
import { utilitiesFrom } from "../points.js";

const UTILITIES = utilitiesFrom([
  [0, 1],
  [0.5, 0.5],
  [1, 0],
]);

const search = (scores: readonly number[], more: Partial<Search> = {}): Search => ({
  rule: "maximumWelfare",
  disagreement: null,
  positions: [0, 1, 2],
  seeks: "most",
  score: (position) => scores[position]!,
  ...more,
});

describe("a solution", () => {
  it("BA-32: holds all ties within 1e-12 of the best, and no others", () => {
    const outcomes = (scores: readonly number[], more?: Partial<Search>): number[] =>
      solved(UTILITIES, search(scores, more)).points.map(({ outcome }) => outcome);
    expect(outcomes([1, 1 - 0.9e-12, 1 - 1.1e-12])).toEqual([0, 1]);
    expect(outcomes([1 + 0.9e-12, 1, 1 + 1.1e-12], { seeks: "least" })).toEqual([0, 1]);
    // Not in a chain: each is near its neighbour, the last is not near the best.
    expect(outcomes([1, 1 - 0.7e-12, 1 - 1.4e-12])).toEqual([0, 1]);
  });

  it("names its rule and its disagreement, and is frozen and JSON-safe", () => {
    const solution = solved(UTILITIES, search([3, 2, 1], { seeks: "least" }));
    expect(solution).toStrictEqual({
      rule: "maximumWelfare",
      disagreement: null,
      value: 1,
      points: [{ outcome: 2, terms: { outcome: 2 }, utilities: [1, 0] }],
      degenerate: false,
    });
    expect(Object.isFrozen(solution) && Object.isFrozen(solution.points)).toBe(true);
    expect(JSON.parse(JSON.stringify(solution))).toStrictEqual(solution);
  });

  it("BA-32: is degenerate only where a product is 0 everywhere", () => {
    expect(solved(UTILITIES, search([0, 0, 0], { rule: "nash" })).degenerate).toBe(true);
    expect(solved(UTILITIES, search([0, 0, 1], { rule: "nash" })).degenerate).toBe(false);
    expect(solved(UTILITIES, search([0, 0, 0])).degenerate).toBe(false);
  });

  it("BA-32: is null with its reason where there is none", () => {
    const missing = {
      rule: "maximumWelfare",
      disagreement: null,
      value: null,
      points: [],
      degenerate: false,
    };
    const none = search([], { positions: [] });
    expect(solved(UTILITIES, none)).toStrictEqual({ ...missing, reason: "no-rational-outcome" });
    const undefinedRule = { ...search([]), score: undefined };
    expect(solved(UTILITIES, undefinedRule)).toStrictEqual({ ...missing, reason: "no-range" });
    const tooBig = search([1, Number.POSITIVE_INFINITY, 0]);
    expect(solved(UTILITIES, tooBig)).toStrictEqual({ ...missing, reason: "not-finite" });
  });
});
