import { describe, expect, it } from "vitest";
import { maximumRelativeWelfare, maximumWelfare } from "../../../src/analysis/solutions/index.js";
import { utilitiesFrom } from "../points.js";

describe("the largest welfare", () => {
  it("BA-32: is the largest sum of utilities among rational outcomes, with all ties", () => {
    const utilities = utilitiesFrom(
      [
        [1, 0.5],
        [0.5, 1],
        [2, 0],
        [0.5, 0.5],
      ],
      [0, 0.25],
    );
    expect(maximumWelfare(utilities)).toMatchObject({
      rule: "maximumWelfare",
      disagreement: null,
      value: 1.5,
      points: [{ outcome: 0 }, { outcome: 1 }],
    });
    expect(maximumWelfare(utilitiesFrom([[0, 0]], [1, 1]))).toMatchObject({ reason: "no-rational-outcome" });
  });
});

describe("the largest relative welfare", () => {
  it("BA-32: is the largest sum of relative gains", () => {
    const utilities = utilitiesFrom(
      [
        [4, 0],
        [3, 0.25],
        [1, 0.5],
        [0, 0.5],
      ],
      [0, 0],
    );
    expect(maximumWelfare(utilities)).toMatchObject({ points: [{ outcome: 0 }] });
    expect(maximumRelativeWelfare(utilities)).toMatchObject({
      rule: "maximumRelativeWelfare",
      disagreement: "reservation",
      value: 1.25,
      points: [{ outcome: 1 }, { outcome: 2 }],
    });
  });

  it("BA-32: is undefined where a party's maximum is its disagreement", () => {
    const utilities = utilitiesFrom(
      [
        [0.5, 1],
        [0.5, 0],
      ],
      [0.5, 0],
    );
    expect(maximumRelativeWelfare(utilities)).toMatchObject({ value: null, reason: "no-range" });
  });
});
