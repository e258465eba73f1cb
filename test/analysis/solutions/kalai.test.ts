import { describe, expect, it } from "vitest";
import { kalaiEgalitarian, kalaiSmorodinsky } from "../../../src/analysis/solutions/index.js";
import { utilitiesFrom } from "../points.js";

describe("the egalitarian point", () => {
  it("BA-32: has the largest least gain", () => {
    const utilities = utilitiesFrom(
      [
        [1, 0.25],
        [0.5, 0.5],
        [0.25, 1],
      ],
      [0, 0.25],
    );
    expect(kalaiEgalitarian(utilities)).toMatchObject({
      rule: "kalaiEgalitarian",
      disagreement: "reservation",
      value: 0.25,
      points: [{ outcome: 1 }, { outcome: 2 }],
    });
  });

  it("BA-32: takes gains over the minimum by the other rule", () => {
    const utilities = utilitiesFrom(
      [
        [1, 0.25],
        [0.5, 0.5],
        [0.25, 1],
      ],
      [0, 0],
    );
    expect(kalaiEgalitarian(utilities).points).toMatchObject([{ outcome: 1 }]);
    const found = kalaiEgalitarian(utilities, { disagreement: "reservation-or-minimum" });
    expect(found).toMatchObject({ disagreement: "reservation-or-minimum", value: 0.25 });
  });

  it("BA-32: of no rational outcome is none", () => {
    const utilities = utilitiesFrom(
      [
        [0.3, 0.1],
        [0.1, 0.3],
      ],
      [0.5, 0.5],
    );
    expect(kalaiEgalitarian(utilities)).toMatchObject({
      value: null,
      reason: "no-rational-outcome",
      points: [],
    });
  });
});

describe("the Kalai-Smorodinsky point", () => {
  it("BA-32: of (.9,.8), (.79,.81), d = 0, max 1 is the first", () => {
    const utilities = utilitiesFrom(
      [
        [0.9, 0.8],
        [0.79, 0.81],
        [1, 0],
        [0, 1],
      ],
      [0, 0],
    );
    expect(kalaiSmorodinsky(utilities)).toMatchObject({
      rule: "kalaiSmorodinsky",
      disagreement: "reservation",
      value: 0.8,
      points: [{ outcome: 0 }],
    });
  });

  it("BA-32: takes shares of each party's largest gain over all outcomes", () => {
    const utilities = utilitiesFrom(
      [
        [8, 0.25],
        [4, 0.5],
        [1, 1],
        [-8, -1],
      ],
      [0, 0],
    );
    expect(kalaiSmorodinsky(utilities)).toMatchObject({ value: 0.5, points: [{ outcome: 1 }] });
  });

  it("BA-32: is undefined where a party's maximum is its disagreement", () => {
    const utilities = utilitiesFrom(
      [
        [0.5, 1],
        [0.5, 0],
      ],
      [0.5, 0],
    );
    expect(kalaiSmorodinsky(utilities)).toMatchObject({ value: null, reason: "no-range", points: [] });
    const none = utilitiesFrom(
      [
        [0.3, 0.1],
        [0.1, 0.3],
      ],
      [0.5, 0.5],
    );
    expect(kalaiSmorodinsky(none)).toMatchObject({ value: null, reason: "no-rational-outcome" });
  });
});
