import { describe, expect, it } from "vitest";
import { figureOf, quotient, undefinedBecause } from "../../src/analysis/index.js";

describe("a figure", () => {
  it("is a number, frozen", () => {
    expect(figureOf(0.5)).toStrictEqual({ value: 0.5 });
    expect(figureOf(0)).toStrictEqual({ value: 0 });
    expect(Object.isFrozen(figureOf(0.5))).toBe(true);
  });

  it("BA-34: is null with a reason where a number is none, never NaN", () => {
    for (const stray of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(figureOf(stray)).toStrictEqual({ value: null, reason: "not-finite" });
    }
    expect(undefinedBecause("no-offer")).toStrictEqual({ value: null, reason: "no-offer" });
    expect(Object.isFrozen(undefinedBecause("no-offer"))).toBe(true);
  });

  it("D-17: has no negative zero, which would come back from JSON as another number", () => {
    expect(Object.is(figureOf(-0).value, 0)).toBe(true);
  });
});

describe("a quotient", () => {
  it("BA-34: is undefined over a denominator of 0 or below, by the reason given", () => {
    expect(quotient(1, 4)).toStrictEqual({ value: 0.25 });
    expect(quotient(1, 0)).toStrictEqual({ value: null, reason: "no-range" });
    expect(quotient(0, -1)).toStrictEqual({ value: null, reason: "no-range" });
    expect(quotient(0, 0, "no-offer")).toStrictEqual({ value: null, reason: "no-offer" });
    expect(quotient(1, Number.NaN)).toStrictEqual({ value: null, reason: "not-finite" });
  });
});
