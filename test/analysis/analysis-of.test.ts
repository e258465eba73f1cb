import { describe, expect, it } from "vitest";
import { type Analysis, analysisOf, utilitiesOf } from "../../src/analysis/index.js";
import { generateScenario } from "../../src/preferences/scenarios/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { utilitiesFrom } from "./points.js";

const SCENARIO = generateScenario(5, [4, 3, 3], 3);

describe("an analysis", () => {
  it("tells sizes, ranges, reservations and what is rational", () => {
    const analysis = analysisOf(utilitiesFrom("0 1, 0.5 0.5, 1 0", [0.25, null]));
    expect(analysis).toMatchObject({
      scenario: "points",
      cardinality: 3,
      outcomeCount: 3,
      sampled: false,
      rationalCount: 2,
      parties: [
        { name: "party 0", reservation: 0.25, minimum: 0, maximum: 1, rationalCount: 2 },
        { name: "party 1", reservation: null, minimum: 0, maximum: 1, rationalCount: 3 },
      ],
      disagreement: { rule: "reservation", utilities: [0.25, 0] },
    });
    expect(analysis.frontier.map(({ outcome }) => outcome)).toEqual([2, 1]);
  });

  it("BA-32: names the rule of every solution point, and of its disagreement", () => {
    for (const disagreement of ["reservation", "reservation-or-minimum"] as const) {
      const { solutions, ...rest } = analysisOf(SCENARIO, { disagreement });
      expect(rest.disagreement.rule).toBe(disagreement);
      for (const [name, { rule, ...solution }] of Object.entries(solutions)) {
        const hasNone = name === "minimumUtilityDifference" || name === "maximumWelfare";
        expect([rule, solution.disagreement]).toEqual([name, hasNone ? null : disagreement]);
        expect(solution.points.length).toBeGreaterThan(0);
      }
    }
  });

  it("BA-32: gives the disagreement point of the rule named", () => {
    const utilities = utilitiesFrom("0.5 1, 1 0.25", [0, 0]);
    expect(analysisOf(utilities).disagreement.utilities).toEqual([0, 0]);
    const other = analysisOf(utilities, { disagreement: "reservation-or-minimum" });
    expect(other.disagreement.utilities).toEqual([0.5, 0.25]);
  });

  it("BA-31: lists the frontier asked for, and takes the solution points from the rational one all the same", () => {
    const utilities = utilitiesFrom("1 0, 0.5 0.5, 0.5 0.5", [0.25, 0.25]);
    const analysis = analysisOf(utilities, { over: "all", duplicates: "all" });
    expect(analysis.frontier.map(({ outcome }) => outcome)).toEqual([0, 1, 2]);
    expect(analysis.solutions.maximumWelfare.points.map(({ outcome }) => outcome)).toEqual([1]);
  });

  it("BA-3: says that it is about a sample", () => {
    const analysis = analysisOf(SCENARIO, { maxOutcomes: 10, seed: 1 });
    expect(analysis).toMatchObject({ sampled: true, cardinality: 36 });
    expect(analysisOf(SCENARIO, { maxOutcomes: 10, seed: 1 })).toStrictEqual(analysis);
    expect(analysisOf(SCENARIO, { maxOutcomes: 10, seed: 2 })).not.toStrictEqual(analysis);
  });

  it("is the same from a scenario and from its utilities", () => {
    expect(analysisOf(utilitiesOf(SCENARIO))).toStrictEqual(analysisOf(SCENARIO));
  });

  it("D-17: is plain data, frozen at every depth, and comes back from JSON as it was", () => {
    for (const analysis of [analysisOf(SCENARIO), analysisOf(utilitiesFrom("0 0", [1, 1]))]) {
      expect(JSON.parse(JSON.stringify(analysis)) as Analysis).toStrictEqual(analysis);
      expect(isDeepFrozen(analysis)).toBe(true);
    }
  });
});
