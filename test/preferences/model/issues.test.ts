import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  digitOfValue,
  type NegotiationIssue,
  outcomeSpace,
  sizeOfIssue,
  valueOfIssue,
} from "../../../src/preferences/model/index.js";
import { anyIssues } from "../arbitrary-preferences.js";

const checkedIssues = (issues: readonly NegotiationIssue[]) => outcomeSpace(issues).issues;

const [colour, , price, share] = checkedIssues([
  { name: "colour", kind: "categorical", values: ["red", 2, false] },
  { name: "size", kind: "ordinal", values: [10, 20, 40] },
  { name: "price", kind: "integer", min: -3, max: 5, step: 3 },
  { name: "share", kind: "continuous", min: 0.1, max: 0.7, levels: 4 },
]) as [never, never, never, never];

describe("the values of an issue", () => {
  it("BA-1: are listed, counted in steps up to the maximum, or levels of which the last is exactly max", () => {
    const valuesOf = (issue: never): unknown[] =>
      Array.from({ length: sizeOfIssue(issue) }, (_, digit) => valueOfIssue(issue, digit));
    expect(valuesOf(colour)).toEqual(["red", 2, false]);
    expect(valuesOf(price)).toEqual([-3, 0, 3]);
    expect(valuesOf(share)).toEqual([0.1, 0.1 + (1 * (0.7 - 0.1)) / 3, 0.1 + (2 * (0.7 - 0.1)) / 3, 0.7]);
  });

  it("BA-1: of a continuous issue end exactly at max, where the formula would miss it", () => {
    expect(0.3 + (10 * (0.9 - 0.3)) / 10).not.toBe(0.9);
    const [issue] = checkedIssues([{ name: "x", kind: "continuous", min: 0.3, max: 0.9 }]) as [never];
    expect(valueOfIssue(issue, 10)).toBe(0.9);
  });

  it("BA-2: are found by value and sort: 2 is not '2', and 4 is no step", () => {
    expect(digitOfValue(colour, 2)).toBe(1);
    expect(digitOfValue(colour, "2")).toBe(-1);
    expect(digitOfValue(price, 3)).toBe(2);
    expect(digitOfValue(price, 4)).toBe(-1);
    expect(digitOfValue(price, 6)).toBe(-1);
    expect(digitOfValue(price, -6)).toBe(-1);
    expect(digitOfValue(price, "3")).toBe(-1);
    expect(digitOfValue(price, Number.NaN)).toBe(-1);
  });

  it("BA-2: a continuous value maps to its nearest level, a tie to the lower, outside the range to none", () => {
    const [eighths] = checkedIssues([{ name: "x", kind: "continuous", min: 0, max: 1, levels: 5 }]) as [
      never,
    ];
    expect(digitOfValue(eighths, 0.375)).toBe(1);
    expect(digitOfValue(eighths, 0.3750001)).toBe(2);
    expect(digitOfValue(eighths, 0.875)).toBe(3);
    expect(digitOfValue(eighths, 1)).toBe(4);
    expect(digitOfValue(eighths, -Number.MIN_VALUE)).toBe(-1);
    expect(digitOfValue(eighths, 1.0000001)).toBe(-1);
    expect(digitOfValue(eighths, Number.NaN)).toBe(-1);
  });

  it("BA-2: lead back to their own position, for any issue", () => {
    fc.assert(
      fc.property(anyIssues, (issues) => {
        for (const issue of checkedIssues(issues)) {
          for (let digit = 0; digit < sizeOfIssue(issue); digit += 1) {
            expect(digitOfValue(issue, valueOfIssue(issue, digit))).toBe(digit);
          }
        }
      }),
      { seed: 7 },
    );
  });

  it("BA-2: of levels is the nearest by a look at each, at any value of an awkward range", () => {
    const anyRange = fc.record({
      min: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      width: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      levels: fc.integer({ min: 2, max: 40 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(anyRange, ({ min, width, levels, at }) => {
        const max = min + width;
        const [issue] = checkedIssues([{ name: "x", kind: "continuous", min, max, levels }]) as [never];
        const value = Math.min(max, min + at * width);
        const distances = Array.from({ length: levels }, (_, level) =>
          Math.abs(value - (valueOfIssue(issue, level) as unknown as number)),
        );
        expect(digitOfValue(issue, value)).toBe(distances.indexOf(Math.min(...distances)));
      }),
      { seed: 7 },
    );
  });
});
