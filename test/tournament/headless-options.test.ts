import { expect, it } from "vitest";
import { inverseUtility } from "../../src/preferences/inverse/index.js";
import type { Preferences } from "../../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../../src/preferences/scenarios/index.js";
import { namedStrategies } from "../../src/strategies/agents/index.js";
import type { Strategy } from "../../src/strategies/play/index.js";
import { runNegotiation, scenarioInverses, type TraceRow } from "../../src/tournament/index.js";
import { fixturesFolder, oracleCases } from "./oracle.js";

const { scenario } = oracleCases(fixturesFolder)[0]!;
const named = (name: string): Strategy => namedStrategies[name]!();
const two = (one: Strategy, other: Strategy) => ({ scenario, strategies: [one, other], turnLimit: 200 });

function withReservation(reservation: number): Scenario {
  const parties = scenario.parties.map(({ name, preferences }) => ({
    name,
    preferences: { ...preferences, reservation },
  }));
  return { ...scenario, parties };
}

it.each([
  [{ strategies: [] }],
  [{ turnLimit: 0 }],
  [{ turnLimit: 1.5 }],
  [{ seed: Number.NaN }],
  [{ endProbability: 1 }],
  [{ inverses: [] }],
  [{ strategies: [named("boulware"), { name: "half" }] }],
  // Of another space, and of the same space with another reservation.
  [{ inverses: scenarioInverses(generateScenario(1, [3, 3], 2)) }],
  [{ inverses: scenarioInverses(withReservation(2)) }],
  [{ inverses: [null, null] }],
])("refuses %o with strategy_invalid", (wrong) => {
  const options = { ...two(named("boulware"), named("conceder")), ...wrong };
  expect(() => runNegotiation(options as never)).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
});

it("BA-35: takes inverse utilities of a scenario that came back from JSON", () => {
  const options = two(named("boulware"), named("conceder"));
  const again = JSON.parse(JSON.stringify(scenario)) as Scenario;
  const inverses = scenarioInverses(scenario);
  expect(runNegotiation({ ...options, scenario: again, inverses })).toEqual(runNegotiation(options));
});

it("BA-5: gives the discounted utilities beside the others", () => {
  const discounted: Scenario = {
    ...scenario,
    parties: scenario.parties.map(({ name, preferences }, index) => ({
      name,
      preferences:
        index === 0 ? ({ kind: "discounted", base: preferences, factor: 0.5 } as Preferences) : preferences,
    })),
  };
  const strategies = [named("boulware"), named("conceder")];
  const result = runNegotiation({ scenario: discounted, strategies, turnLimit: 200 });
  const plain = runNegotiation({ scenario, strategies, turnLimit: 200 });
  expect(result.utilities).toEqual(plain.utilities);
  const [own = 0, other = 0] = plain.utilities ?? [];
  expect(result.discountedUtilities).toEqual([own * 0.5 ** (44 / 101), other]);
  expect(plain.discountedUtilities).toEqual(plain.utilities);
});

it("freezes all that it hands out", () => {
  const rows: TraceRow[] = [];
  const strategies = two(named("boulware"), named("conceder"));
  const result = runNegotiation({ ...strategies, trace: true, onTurn: (row) => rows.push(row) });
  for (const one of [result, result.trace, result.utilities, result.hookFailures, ...rows]) {
    expect(Object.isFrozen(one)).toBe(true);
  }
  expect(rows.every(({ utilities }) => Object.isFrozen(utilities))).toBe(true);
});

it("lets what onTurn throws go to the caller", () => {
  const fault = new Error("the disk is full");
  const options = two(named("boulware"), named("conceder"));
  const onTurn = () => {
    throw fault;
  };
  expect(() => runNegotiation({ ...options, onTurn })).toThrow(fault);
});

it("gives one inverse utility a party, in order, over one space", () => {
  const { scenario } = oracleCases(fixturesFolder)[1]!;
  const inverses = scenarioInverses(scenario);
  expect(Object.isFrozen(inverses)).toBe(true);
  expect(new Set(inverses.map(({ space }) => space)).size).toBe(1);
  for (const [party, inverse] of inverses.entries()) {
    const expected = inverseUtility(inverse.space, scenario.parties[party]!.preferences);
    expect(inverse.best()).toBe(expected.best());
    expect(inverse.reservation).toBe(expected.reservation);
  }
});
