import { expect, it } from "vitest";
import { analysisOf } from "../../../src/analysis/index.js";
import { analysisText } from "../../../src/cli/text/index.js";
import { generateScenario, type Scenario } from "../../../src/preferences/scenarios/index.js";
import { RULE_NAMES } from "../../../src/report/scene/index.js";

const scenario = generateScenario(7, [4, 4, 4], 2);

it("has every party, every rule and the oppositions, with the numbers of the analysis", () => {
  const analysis = analysisOf(scenario);
  const text = analysisText(analysis);
  for (const { name } of Object.values(RULE_NAMES)) expect(text).toContain(`\n${name} `);
  for (const { name } of analysis.parties) expect(text).toMatch(new RegExp(`^${name} `, "m"));
  expect(text).toContain(`64 outcomes; ${analysis.rationalCount} rational for all`);
  expect(text).toContain(`${analysis.frontier.length} on the Pareto frontier`);
  expect(text).toContain(`relative ${analysis.oppositionRelative.value!.toFixed(4)}`);
});

it("shows what is undefined as a dash with its reason, never as a number", () => {
  const hopeless: Scenario = {
    ...scenario,
    parties: scenario.parties.map((party) => ({
      ...party,
      preferences: { ...party.preferences, reservation: 2 } as typeof party.preferences,
    })),
  };
  const text = analysisText(analysisOf(hopeless));
  expect(text).toMatch(/^Nash product +– \(no outcome is rational for all\)$/m);
  expect(text).not.toMatch(/NaN|undefined|null/);
});

it("says that a sample was analysed, and of how many outcomes with the ends that it holds", () => {
  const analysis = analysisOf(scenario, { maxOutcomes: 10 });
  expect(analysis.outcomeCount).toBeGreaterThan(10);
  expect(analysisText(analysis)).toContain(`of which a sample of ${analysis.outcomeCount} is analysed`);
});
