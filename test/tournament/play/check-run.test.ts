import { expect, it } from "vitest";
import { generateScenario, type Scenario } from "../../../src/preferences/scenarios/index.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { runNegotiation, scenarioInverses } from "../../../src/tournament/play/index.js";
import { fixturesFolder, oracleCases } from "../oracle.js";

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
