import { describe, expect, it } from "vitest";
import { type BargainingFixture, bargainingScenario } from "../../../src/testing/bargaining/index.js";
import { faultPaths } from "../../preferences/expect-faults.js";

const fixture: BargainingFixture = {
  key: "tiny",
  issues: [{ name: "i0", values: ["v0", "v1"] }],
  parties: [
    { name: "p0", weights: [1], evaluations: [[0, 1]], reservation: 0.25, discount: 1 },
    { name: "p1", weights: [1], evaluations: [[1, 0]], reservation: 0, discount: 0.5 },
  ],
};

describe("bargainingScenario", () => {
  it("BA-13: reads issues, weights, evaluations, reservation and discount", () => {
    const values = (list: number[]): object[] => [{ kind: "table", values: list }];
    const base = { kind: "additive", weights: [1], values: values([1, 0]), reservation: 0 };
    const scenario = bargainingScenario(fixture);
    expect(scenario).toEqual({
      format: "concordat-scenario",
      version: 1,
      name: "tiny",
      issues: [{ name: "i0", kind: "categorical", values: ["v0", "v1"] }],
      parties: [
        {
          name: "p0",
          preferences: { kind: "additive", weights: [1], values: values([0, 1]), reservation: 0.25 },
        },
        { name: "p1", preferences: { kind: "discounted", base, factor: 0.5 } },
      ],
    });
    expect(bargainingScenario(JSON.stringify(fixture))).toEqual(scenario);
  });

  it("BA-13: refuses a fixture whose numbers do not fit its issues", () => {
    const [party] = fixture.parties;
    const wrong = { ...fixture, parties: [{ ...party!, evaluations: [[0]] }] };
    expect(faultPaths("scenario_invalid", () => bargainingScenario(wrong))).toEqual([
      "parties.0.preferences.values.0.values",
    ]);
  });
});
