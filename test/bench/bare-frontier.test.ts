import { describe, expect, it } from "vitest";
import { bareFrontier } from "../../bench/bare-frontier.js";
import { frontier, nash, utilitiesOf } from "../../src/analysis/index.js";
import { generateScenario, type ScenarioParty } from "../../src/preferences/scenarios/index.js";

// The bench `analysis` compares the library with this program: that means something only while both find the same.

describe("the bare frontier", () => {
  it.each([1, 2, 12])("has the frontier and the Nash point that the library finds, seed %i", (seed) => {
    const sizes = [10, 10, 10];
    const scenario = generateScenario(seed, sizes, 2);
    const utilities = utilitiesOf(scenario);
    const [first, second] = scenario.parties.map(bareParty);
    const bare = bareFrontier(sizes, first!, second!);
    const points = frontier(utilities).map((point) => point.utilities);
    expect(points.length).toBeGreaterThan(1);
    expect(bare.frontier.toSorted(([one], [other]) => other - one)).toEqual(points);
    expect(bare.nash).toEqual(nash(utilities).points[0]?.utilities);
  });
});

function bareParty({ preferences }: ScenarioParty) {
  if (preferences.kind !== "additive")
    throw new Error(`Expected additive preferences, got ${preferences.kind}.`);
  const evaluations = preferences.values.map((one) => (one.kind === "table" ? one.values : []));
  return { weights: preferences.weights, evaluations, reservation: preferences.reservation ?? 0 };
}
