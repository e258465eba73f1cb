import { describe, expect, it } from "vitest";
import {
  type DisagreementRule,
  kalaiEgalitarian,
  kalaiSmorodinsky,
  maximumRelativeWelfare,
  maximumWelfare,
  minimumGainSpread,
  minimumUtilityDifference,
  nash,
  type Solution,
} from "../../src/analysis/index.js";
import { utilitiesFrom } from "./points.js";

const outcomesOf = ({ points }: Solution): readonly number[] => points.map(({ outcome }) => outcome);

describe("the Nash point", () => {
  it("BA-32: is the largest product of gains, with all ties", () => {
    const solution = nash(utilitiesFrom("0.25 1, 1 0.25, 0.375 0.375, 0.5 0.5", [0, 0]));
    expect(solution).toMatchObject({
      rule: "nash",
      disagreement: "reservation",
      value: 0.25,
      degenerate: false,
    });
    expect(outcomesOf(solution)).toEqual([1, 3, 0]);
  });

  it.each<DisagreementRule>(["reservation", "reservation-or-minimum"])(
    "BA-32, D-6: never multiplies two losses: (.3,.1), (.1,.3) with r = .5 have no point by %s",
    (disagreement) => {
      expect(nash(utilitiesFrom("0.3 0.1, 0.1 0.3", [0.5, 0.5]), { disagreement })).toStrictEqual({
        rule: "nash",
        disagreement,
        value: null,
        reason: "no-rational-outcome",
        points: [],
        degenerate: false,
      });
    },
  );

  it("BA-32, D-6: of (0,.1,.9) and (.55,.55,.55) with r = .5 is the second", () => {
    expect(outcomesOf(nash(utilitiesFrom("0 0.1 0.9, 0.55 0.55 0.55", [0.5, 0.5, 0.5])))).toEqual([1]);
  });

  it("BA-32: with all products 0 is all of the frontier, and degenerate", () => {
    const solution = nash(utilitiesFrom("1 0.5, 0.5 1, 0.5 0.5", [0.5, 0.5]));
    expect(solution).toMatchObject({ value: 0, degenerate: true });
    expect(outcomesOf(solution)).toEqual([0, 1]);
  });

  it("BA-32: differs by the disagreement rule; without a reservation gains start at the minimum (BA-5)", () => {
    // The first party has at least 0.5 anyway: over that the products are 0, 0.1875, 0.25 and 0.
    const points = "0.5 1, 0.75 0.75, 1 0.5, 1 0";
    const utilities = utilitiesFrom(points, [0, 0]);
    expect(outcomesOf(nash(utilities))).toEqual([1]);
    const other = nash(utilities, { disagreement: "reservation-or-minimum" });
    expect(other).toMatchObject({ disagreement: "reservation-or-minimum", value: 0.25 });
    expect(outcomesOf(other)).toEqual([2]);
    expect(outcomesOf(nash(utilitiesFrom(points, [null, null])))).toEqual([2]);
  });
});

describe("the egalitarian point", () => {
  it("BA-32: has the largest least gain, over the reservation or over the minimum", () => {
    const points = "1 0.25, 0.5 0.5, 0.25 1";
    const found = kalaiEgalitarian(utilitiesFrom(points, [0, 0.25]));
    expect(found).toMatchObject({ rule: "kalaiEgalitarian", disagreement: "reservation", value: 0.25 });
    expect(outcomesOf(found)).toEqual([1, 2]);
    const utilities = utilitiesFrom(points, [0, 0]);
    expect(outcomesOf(kalaiEgalitarian(utilities))).toEqual([1]);
    expect(kalaiEgalitarian(utilities, { disagreement: "reservation-or-minimum" }).value).toBe(0.25);
  });
});

describe("the Kalai-Smorodinsky point", () => {
  it("BA-32: of (.9,.8), (.79,.81), d = 0, max 1 is the first, which has the larger least gain", () => {
    const found = kalaiSmorodinsky(utilitiesFrom("0.9 0.8, 0.79 0.81, 1 0, 0 1", [0, 0]));
    expect(found).toMatchObject({ rule: "kalaiSmorodinsky", disagreement: "reservation", value: 0.8 });
    expect(outcomesOf(found)).toEqual([0]);
  });

  it("BA-32: takes shares of each party's largest gain over all outcomes", () => {
    const found = kalaiSmorodinsky(utilitiesFrom("8 0.25, 4 0.5, 1 1, -8 -1", [0, 0]));
    expect(found).toMatchObject({ value: 0.5, points: [{ outcome: 1 }] });
  });
});

describe("the least spread of gains", () => {
  it("BA-32: of (.9,.8), (.79,.81), d = 0, max 1 is the second", () => {
    const found = minimumGainSpread(utilitiesFrom("0.9 0.8, 0.79 0.81, 1 0, 0 1", [0, 0]));
    expect(found).toMatchObject({ rule: "minimumGainSpread", disagreement: "reservation" });
    expect(outcomesOf(found)).toEqual([1]);
    expect(found.value).toBeCloseTo(0.02, 12);
  });

  it("BA-32: chooses on the frontier: an equal outcome that is dominated does not count", () => {
    const found = minimumGainSpread(utilitiesFrom("0.5 0.5, 0.75 0.5, 1 0, 0 1", [0, 0]));
    expect(found).toMatchObject({ value: 0.25, points: [{ outcome: 1 }] });
  });

  it("BA-32: of three parties is the largest gain less the smallest", () => {
    const found = minimumGainSpread(utilitiesFrom("1 0.5 0.25, 0.75 1 0.5, 0 0 1", [0, 0, 0]));
    expect(found).toMatchObject({ value: 0.5, points: [{ outcome: 1 }] });
  });
});

describe("the least difference of utilities", () => {
  it("BA-32: is looked for on the frontier over all outcomes, whatever the reservations", () => {
    const utilities = utilitiesFrom("0.5 0.5, 1 0.25, 0.25 1, 0.25 0.25", [0.75, 0.75]);
    expect(minimumUtilityDifference(utilities)).toMatchObject({
      rule: "minimumUtilityDifference",
      disagreement: null,
      value: 0,
      points: [{ outcome: 0 }],
    });
  });

  it("BA-32: of three parties is the sum over all pairs", () => {
    const utilities = utilitiesFrom("1 0.5 0, 0.75 0.75 0.125, 0 0 1");
    expect(minimumUtilityDifference(utilities)).toMatchObject({ value: 1.25, points: [{ outcome: 1 }] });
  });
});

describe("the largest welfare", () => {
  it("BA-32: is the largest sum of utilities among rational outcomes, with all ties", () => {
    const found = maximumWelfare(utilitiesFrom("1 0.5, 0.5 1, 2 0, 0.5 0.5", [0, 0.25]));
    expect(found).toMatchObject({ rule: "maximumWelfare", disagreement: null, value: 1.5 });
    expect(outcomesOf(found)).toEqual([0, 1]);
  });

  it("BA-32: of relative gains is the largest sum of these", () => {
    const utilities = utilitiesFrom("4 0, 3 0.25, 1 0.5, 0 0.5", [0, 0]);
    expect(outcomesOf(maximumWelfare(utilities))).toEqual([0]);
    const found = maximumRelativeWelfare(utilities);
    expect(found).toMatchObject({ rule: "maximumRelativeWelfare", disagreement: "reservation", value: 1.25 });
    expect(outcomesOf(found)).toEqual([1, 2]);
  });
});

describe("every rule", () => {
  it.each([kalaiSmorodinsky, minimumGainSpread, maximumRelativeWelfare])(
    "BA-32: of relative gains is undefined where a party's maximum is its disagreement: $name",
    (rule) => {
      const found = rule(utilitiesFrom("0.5 1, 0.5 0", [0.5, 0]));
      expect(found).toMatchObject({ value: null, reason: "no-range", points: [] });
    },
  );

  it.each([kalaiEgalitarian, kalaiSmorodinsky, minimumGainSpread, maximumWelfare, maximumRelativeWelfare])(
    "BA-32: of the rational has no point where nothing is: $name",
    (rule) => {
      const found = rule(utilitiesFrom("0.3 0.1, 0.1 0.3", [0.5, 0.5]));
      expect(found).toMatchObject({
        value: null,
        reason: "no-rational-outcome",
        points: [],
        degenerate: false,
      });
    },
  );

  it("BA-32: holds all ties within 1e-12 of the best, and no others", () => {
    const [near, far] = [1 - 0.9e-12, 1 - 1.1e-12];
    expect(
      outcomesOf(
        maximumWelfare(
          utilitiesFrom([
            [1, 0],
            [0, near],
            [0.5, far - 0.5],
          ]),
        ),
      ),
    ).toEqual([0, 1]);
    // Not in a chain: each is near its neighbour, the last is not near the best.
    const chain = utilitiesFrom([
      [1, 0],
      [0.5, 0.5 - 0.7e-12],
      [0, 1 - 1.4e-12],
    ]);
    expect(outcomesOf(maximumWelfare(chain))).toEqual([0, 1]);
    for (const [more, count] of [
      [0.9e-12, 2],
      [1.1e-12, 1],
    ] as const) {
      expect(
        minimumUtilityDifference(
          utilitiesFrom([
            [3, 2],
            [2, 3 + more],
          ]),
        ).points,
      ).toHaveLength(count);
    }
  });

  it("BA-32, BA-34: is degenerate only as a product that is 0 everywhere, and never infinite", () => {
    expect(nash(utilitiesFrom("1 1, 0 0", [0, 0])).degenerate).toBe(false);
    expect(maximumWelfare(utilitiesFrom("0 0", [0, 0]))).toMatchObject({ value: 0, degenerate: false });
    expect(nash(utilitiesFrom("1e300 1e300", [0, 0]))).toMatchObject({ value: null, reason: "not-finite" });
  });
});
