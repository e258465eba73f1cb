import { describe, expect, it } from "vitest";
import {
  minimumUtilityDifference,
  oppositionAbsolute,
  oppositionOfMinimumDifference,
  oppositionRelative,
} from "../../src/analysis/index.js";
import { utilitiesFrom } from "./points.js";

describe("opposition", () => {
  it("BA-33: is 0 where one outcome is best for all", () => {
    const utilities = utilitiesFrom("0 0, 2 4");
    expect(oppositionRelative(utilities)).toStrictEqual({ value: 0 });
  });

  it("BA-33: relative is the least distance to the maxima, each utility a share of its maximum", () => {
    const utilities = utilitiesFrom("2 0, 0.5 3, 0 4");
    expect(oppositionRelative(utilities)).toStrictEqual({ value: Math.sqrt(0.75 ** 2 + 0.25 ** 2) });
  });

  it("BA-33: relative is undefined for a maximum of 0", () => {
    expect(oppositionRelative(utilitiesFrom("0 1, -1 2"))).toStrictEqual({ value: null, reason: "no-range" });
  });

  it("BA-33: absolute is the least distance to utility 1 for all, reservations or not", () => {
    const utilities = utilitiesFrom("0.25 0, 0.625 0.5, 0 0.5", [1, 1]);
    expect(oppositionAbsolute(utilities)).toStrictEqual({ value: 0.625 });
  });

  it("BA-33: of least difference is the distance of that point, the nearest of ties, to utility 1", () => {
    const utilities = utilitiesFrom("0.25 0.75, 0.75 0.25, 0.5 0.375");
    expect(oppositionOfMinimumDifference(minimumUtilityDifference(utilities))).toStrictEqual({
      value: Math.sqrt(0.5 ** 2 + 0.625 ** 2),
    });
    const both = utilitiesFrom("1 0.5 0.5, 0.5 1 1");
    expect(minimumUtilityDifference(both).points).toHaveLength(2);
    expect(oppositionOfMinimumDifference(minimumUtilityDifference(both))).toStrictEqual({ value: 0.5 });
  });

  it("BA-34: is never NaN where numbers are too big", () => {
    const utilities = utilitiesFrom("1e300 -1e300, -1e300 1e300");
    expect(oppositionAbsolute(utilities)).toStrictEqual({ value: null, reason: "not-finite" });
    expect(oppositionOfMinimumDifference(minimumUtilityDifference(utilities)).value).toBeNull();
  });
});
