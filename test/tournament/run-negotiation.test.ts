import { describe, expect, it } from "vitest";
import { namedStrategies } from "../../src/strategies/named-strategies.js";
import type { Strategy } from "../../src/strategies/strategy.js";
import { differences, fixturesFolder, type OracleCase, oracleCases } from "./oracle.js";

const ORACLE_STRATEGIES = ["boulware", "conceder", "linear", "micro", "tough"];

const named = (name: string): Strategy => {
  const factory = namedStrategies[name];
  if (factory === undefined) throw new Error(`Expected a named strategy, got ${name}.`);
  return factory();
};

function allDifferences(cases: readonly OracleCase[], strategyOf = named): readonly string[] {
  return cases.flatMap((one) =>
    one.traces.flatMap((trace) =>
      differences(one, trace, strategyOf).map((text) => `${one.key} ${trace.strategies.join("/")}: ${text}`),
    ),
  );
}

describe("the recorded traces", () => {
  const cases = oracleCases(fixturesFolder);
  const twoParty = cases.filter(({ scenario }) => scenario.parties.length === 2);

  it("BA-20: are 132 of two parties and 10 of three or four, of five strategies", () => {
    const many = cases.filter(({ scenario }) => scenario.parties.length > 2);
    expect(twoParty.flatMap(({ traces }) => traces)).toHaveLength(132);
    expect(many.flatMap(({ traces }) => traces)).toHaveLength(10);
    const names = new Set(cases.flatMap(({ traces }) => traces.flatMap(({ strategies }) => strategies)));
    expect([...names].sort()).toEqual(ORACLE_STRATEGIES);
  });

  it.each(cases)("BA-20, BA-35, D-19: $key is played as recorded", (one) => {
    expect(allDifferences([one])).toEqual([]);
  });

  it("BA-20: of scenarios in the folder CONCORDAT_ORACLES are played as recorded", (context) => {
    const folder = process.env["CONCORDAT_ORACLES"];
    if (folder === undefined) context.skip("CONCORDAT_ORACLES names no folder of scenarios and oracles.");
    const others = oracleCases(String(folder));
    expect(others.length).toBeGreaterThan(0);
    expect(allDifferences(others)).toEqual([]);
  });
});
