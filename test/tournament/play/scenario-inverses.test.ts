import { expect, it } from "vitest";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import { scenarioInverses } from "../../../src/tournament/play/index.js";
import { fixturesFolder, oracleCases } from "../oracle.js";

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
