import { expect, it } from "vitest";
import { STRATEGY_WORDS, scenarioHelp, strategiesHelp } from "../../../src/cli/commands/help-text.js";
import { bundledScenarios } from "../../../src/cli/files/index.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";

it("has words for every named strategy, and for no other", () => {
  expect(Object.keys(STRATEGY_WORDS).sort()).toEqual(Object.keys(namedStrategies).sort());
  for (const [name, words] of Object.entries(STRATEGY_WORDS)) {
    expect(strategiesHelp()).toContain(`  ${name} `);
    expect(strategiesHelp()).toContain(words);
  }
});

it("names every format and every scenario", () => {
  for (const name of ["concordat", "GENIUS", "GeniusWeb", "NegMAS", ...bundledScenarios()])
    expect(scenarioHelp()).toContain(name);
});
