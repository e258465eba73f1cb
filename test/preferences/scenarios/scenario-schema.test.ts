import { describe, expect, it } from "vitest";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { scenarioShapeFaults } from "../../../src/preferences/scenarios/scenario-schema.js";

describe("scenarioShapeFaults", () => {
  const scenario = generateScenario(1, [2, 2], 2);

  it("finds nothing in a scenario", () => {
    expect(scenarioShapeFaults(scenario)).toEqual([]);
  });

  it("says what was expected and the sort of what came", () => {
    const wrong = { ...scenario, version: 2, name: "", source: "x".repeat(1001), more: 1, parties: [] };
    expect(scenarioShapeFaults(wrong)).toEqual([
      { path: ["version"], expected: "1", received: "a number out of range" },
      { path: ["name"], expected: "text with a length of at least 1", received: "a string" },
      { path: ["parties"], expected: "a list with a length of at least 1", received: "a list of 0" },
      { path: ["source"], expected: "text with a length of at most 1000", received: "a string" },
      { path: ["more"], expected: "known keys only", received: "another" },
    ]);
    expect(scenarioShapeFaults(7)).toEqual([
      { path: [], expected: "a value of type object", received: "a number out of range" },
    ]);
    const side = { min: 1, max: 2, step: 1 };
    const rectangles = { kind: "rectangles", rectangles: [{ utility: 1, within: { i0: side } }] };
    const parties = [{ name: "p", preferences: rectangles }];
    expect(scenarioShapeFaults({ ...scenario, parties }).map(({ path }) => path.join("."))).toEqual([
      "parties.0.preferences.rectangles.0.within.i0.step",
    ]);
  });
});
