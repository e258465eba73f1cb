import { describe, expect, it } from "vitest";
import { analysisOf, distancesOf } from "../../src/analysis/index.js";
import { utilitiesFrom } from "./points.js";

describe("distances", () => {
  it("BA-33: are Euclidean, to the nearest frontier point and to the nearest tie of each solution", () => {
    const analysis = analysisOf(utilitiesFrom("4 0, 3 3, 0 4, 0 0", [0, 0]));
    const { distance, optimality } = distancesOf([0, 0], analysis);
    expect(distance.frontier.value).toBe(4);
    expect(distance.nash.value).toBe(Math.sqrt(18));
    expect(optimality.frontier.value).toBe(1 - 4 / Math.sqrt(32));
    const tied = analysisOf(utilitiesFrom("4 1, 1 4", [0, 0]));
    expect(tied.solutions.nash.points).toHaveLength(2);
    expect(distancesOf([1, 0], tied).distance.nash.value).toBe(Math.sqrt(10));
    expect(distancesOf([1, 5], tied).distance.nash.value).toBe(1);
  });

  it("BA-33: are 0, and the optimality 1, at the point itself", () => {
    const analysis = analysisOf(utilitiesFrom("4 0, 3 3, 0 4", [0, 0]));
    const { distance, optimality } = distancesOf([3, 3], analysis);
    expect(Object.values(distance)).toStrictEqual(Object.values(distance).map(() => ({ value: 0 })));
    expect(Object.values(optimality)).toStrictEqual(Object.values(distance).map(() => ({ value: 1 })));
  });

  it("BA-33: give an optimality of 0 where the distance is longer than the diagonal", () => {
    const analysis = analysisOf(utilitiesFrom("1 0, 0 1", [-9, -9]));
    expect(distancesOf([-9, -9], analysis).optimality.frontier).toStrictEqual({ value: 0 });
  });

  it("BA-33: are undefined by the reason of the target", () => {
    const analysis = analysisOf(utilitiesFrom("0.3 0.1, 0.1 0.3", [0.5, 0.5]));
    const { distance, optimality } = distancesOf([0.5, 0.5], analysis);
    const none = { value: null, reason: "no-rational-outcome" };
    expect(distance).toMatchObject({ frontier: none, nash: none, maximumWelfare: none });
    expect(optimality).toMatchObject({ frontier: none, nash: none, maximumWelfare: none });
    expect(distance.minimumUtilityDifference.value).toBeCloseTo(Math.hypot(0.2, 0.4), 12);
  });

  it("BA-34: have no optimality where everything is worth the same", () => {
    const analysis = analysisOf(utilitiesFrom("1 1, 1 1", [0, 0]));
    const { distance, optimality } = distancesOf([0, 1], analysis);
    expect(distance.frontier).toStrictEqual({ value: 1 });
    expect(optimality.frontier).toStrictEqual({ value: null, reason: "no-range" });
  });
});
