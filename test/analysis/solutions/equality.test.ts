import { describe, expect, it } from "vitest";
import { minimumGainSpread, minimumUtilityDifference } from "../../../src/analysis/solutions/index.js";
import { utilitiesFrom } from "../points.js";

describe("the least spread of gains", () => {
  it("BA-32: of (.9,.8), (.79,.81), d = 0, max 1 is the second", () => {
    const utilities = utilitiesFrom(
      [
        [0.9, 0.8],
        [0.79, 0.81],
        [1, 0],
        [0, 1],
      ],
      [0, 0],
    );
    const found = minimumGainSpread(utilities);
    expect(found).toMatchObject({
      rule: "minimumGainSpread",
      disagreement: "reservation",
      points: [{ outcome: 1 }],
    });
    expect(found.value).toBeCloseTo(0.02, 12);
  });

  it("BA-32: chooses on the frontier: an equal outcome that is dominated does not count", () => {
    const utilities = utilitiesFrom(
      [
        [0.5, 0.5],
        [0.75, 0.5],
        [1, 0],
        [0, 1],
      ],
      [0, 0],
    );
    expect(minimumGainSpread(utilities)).toMatchObject({ value: 0.25, points: [{ outcome: 1 }] });
  });

  it("BA-32: of three parties is the largest gain less the smallest", () => {
    const utilities = utilitiesFrom(
      [
        [1, 0.5, 0.25],
        [0.75, 1, 0.5],
        [0, 0, 1],
      ],
      [0, 0, 0],
    );
    expect(minimumGainSpread(utilities)).toMatchObject({ value: 0.5, points: [{ outcome: 1 }] });
  });

  it("BA-32: is undefined where a party's maximum is its disagreement", () => {
    const utilities = utilitiesFrom(
      [
        [0.5, 1],
        [0.5, 0],
      ],
      [0.5, 0],
    );
    expect(minimumGainSpread(utilities)).toMatchObject({ value: null, reason: "no-range", points: [] });
  });
});

describe("the least difference of utilities", () => {
  it("BA-32: is looked for on the frontier over all outcomes, whatever the reservations", () => {
    const utilities = utilitiesFrom(
      [
        [0.5, 0.5],
        [1, 0.25],
        [0.25, 1],
        [0.25, 0.25],
      ],
      [0.75, 0.75],
    );
    expect(minimumUtilityDifference(utilities)).toMatchObject({
      rule: "minimumUtilityDifference",
      disagreement: null,
      value: 0,
      points: [{ outcome: 0 }],
    });
  });

  it("BA-32: of three parties is the sum over all pairs", () => {
    const utilities = utilitiesFrom([
      [1, 0.5, 0],
      [0.75, 0.75, 0.125],
      [0, 0, 1],
    ]);
    expect(minimumUtilityDifference(utilities)).toMatchObject({ value: 1.25, points: [{ outcome: 1 }] });
  });
});
