import { expect, it } from "vitest";
import { namedStrategies } from "../../../src/strategies/agents/index.js";
import { runNegotiation, scenarioInverses } from "../../../src/tournament/play/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";

const twoParty = oracleCases(fixturesFolder).filter(({ scenario }) => scenario.parties.length === 2);

it("each is frozen, bears its name, and is made anew each time", () => {
  expect(Object.isFrozen(namedStrategies)).toBe(true);
  for (const [name, factory] of Object.entries(namedStrategies)) {
    const strategy = factory();
    expect(strategy.name).toBe(name);
    expect(factory()).not.toBe(strategy);
    for (const part of [strategy, strategy.offering, strategy.acceptance])
      expect(Object.isFrozen(part)).toBe(true);
  }
});

it("D-1: no two give the same traces against boulware, conceder, tough and micro on all two-party fixtures", () => {
  const traces = Object.entries(namedStrategies).map(([name, factory]) => {
    const rows = twoParty.flatMap(({ scenario }) => {
      const inverses = scenarioInverses(scenario);
      return ["boulware", "conceder", "tough", "micro"].map((opponent) => {
        const strategies = [factory(), namedStrategies[opponent]!()];
        const { trace } = runNegotiation({
          scenario,
          inverses,
          strategies,
          turnLimit: 200,
          seed: 1,
          trace: true,
        });
        return trace?.map(({ action, outcome }) => [action, outcome]);
      });
    });
    return [name, JSON.stringify(rows)] as const;
  });
  const alike = traces.filter(([name, one]) => traces.some(([key, other]) => key !== name && one === other));
  expect(alike.map(([name]) => name)).toEqual([]);
});

it("one strategy object serves both parties, and any number of negotiations", () => {
  for (const factory of Object.values(namedStrategies)) {
    const { scenario } = twoParty[0]!;
    const shared = factory();
    const options = { scenario, turnLimit: 60, seed: 1, trace: true };
    const apart = runNegotiation({ ...options, strategies: [factory(), factory()] });
    expect(runNegotiation({ ...options, strategies: [shared, shared] })).toEqual(apart);
    expect(runNegotiation({ ...options, strategies: [shared, shared] })).toEqual(apart);
  }
});
