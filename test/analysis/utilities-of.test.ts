import { describe, expect, it } from "vitest";
import { analysisOf, utilitiesOf } from "../../src/analysis/index.js";
import { inverseUtility } from "../../src/preferences/inverse/index.js";
import { outcomeSpace, type Preferences } from "../../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../../src/preferences/scenarios/index.js";
import { utilityOf } from "../../src/preferences/utility/index.js";

const SCENARIO = generateScenario(3, [4, 5, 3], 3);
const SPACE = outcomeSpace(SCENARIO.issues);

describe("utilities of a scenario", () => {
  it("BA-4: are bit-equal to those of the preferences, party by party", () => {
    const utilities = utilitiesOf(SCENARIO);
    expect(utilities.names).toEqual(["p0", "p1", "p2"]);
    expect(utilities.sampled).toBe(false);
    SCENARIO.parties.forEach(({ preferences }, party) => {
      const utility = utilityOf(preferences, SPACE);
      for (let index = 0; index < SPACE.cardinality; index += 1) {
        expect(utilities.utility(party, index)).toBe(utility(SPACE.termsAt(index)));
      }
    });
  });

  it("BA-3: are those of a seeded sample where the space is too big", () => {
    const utilities = utilitiesOf(SCENARIO, { maxOutcomes: 20, seed: 5 });
    expect(utilities.sampled).toBe(true);
    const outcomes = Array.from({ length: utilities.size }, (_, position) => utilities.outcomeAt(position));
    expect(outcomes).toEqual([...outcomes].sort((one, other) => one - other));
    // Beside the sample the two best and the worst of each party.
    expect(outcomes.length).toBeLessThanOrEqual(20 + 3 * SCENARIO.parties.length);
    for (const outcome of SPACE.sample(20, 5)) expect(outcomes).toContain(outcome);
    const utility = utilityOf(SCENARIO.parties[1]!.preferences, SPACE);
    for (const outcome of outcomes) {
      expect(utilities.utility(1, utilities.positionOf(outcome))).toBe(utility(SPACE.termsAt(outcome)));
    }
    expect(analysisOf(SCENARIO, { maxOutcomes: 20, seed: 5 }).sampled).toBe(true);
    expect(utilitiesOf(SCENARIO, { maxOutcomes: 60 }).sampled).toBe(false);
  });

  it.each([{}, { maxOutcomes: 20, seed: 5 }])("are the same from inverses built before (%j)", (options) => {
    const inverses = SCENARIO.parties.map(({ preferences }) => inverseUtility(SPACE, preferences, options));
    expect(analysisOf(SCENARIO, { inverses })).toStrictEqual(analysisOf(SCENARIO, options));
    const [built, anew] = [utilitiesOf(SCENARIO, { inverses }), utilitiesOf(SCENARIO, options)];
    for (let position = 0; position < anew.size; position += 1) {
      expect(built.pointAt(position)).toStrictEqual(anew.pointAt(position));
      expect(built.positionOf(anew.outcomeAt(position))).toBe(position);
    }
  });

  it("refuses inverses that do not fit", () => {
    const inverses = SCENARIO.parties.map(({ preferences }) => inverseUtility(SPACE, preferences));
    expect(() => utilitiesOf(SCENARIO, { inverses: [] })).toThrow(RangeError);
    expect(() => utilitiesOf(SCENARIO, { inverses: inverses.slice(1) })).toThrow("each of 3 parties");
    const other = generateScenario(3, [5, 4, 3], 1);
    const stray = inverseUtility(outcomeSpace(other.issues), other.parties[0]!.preferences);
    expect(() => utilitiesOf(SCENARIO, { inverses: [stray, ...inverses.slice(1)] })).toThrow("same outcomes");
    const sampled = [5, 6, 5].map((seed, party) =>
      inverseUtility(SPACE, SCENARIO.parties[party]!.preferences, { maxOutcomes: 20, seed }),
    );
    expect(() => utilitiesOf(SCENARIO, { inverses: sampled })).toThrow("party 1");
    expect(() => utilitiesOf(SCENARIO, { inverses: [inverses[0]!, sampled[1]!, inverses[2]!] })).toThrow(
      "party 1",
    );
  });

  it("BA-5: are undiscounted, with the reservation undiscounted", () => {
    const base: Preferences = {
      kind: "additive",
      weights: [1],
      values: [{ kind: "table", values: [0, 0.5, 1] }],
    };
    const scenario = (preferences: Preferences): Scenario => ({
      format: "concordat-scenario",
      version: 1,
      name: "one issue",
      issues: [{ name: "price", kind: "ordinal", values: [1, 2, 3] }],
      parties: [
        { name: "buyer", preferences },
        { name: "seller", preferences: base },
      ],
    });
    const utilities = utilitiesOf(scenario({ kind: "discounted", base, factor: 0.5, reservation: 0.4 }));
    expect(utilities.reservations).toEqual([0.4, null]);
    expect([0, 1, 2].map((index) => utilities.utility(0, index))).toEqual([0, 0.5, 1]);
  });

  it("refuses options out of range", () => {
    expect(() => utilitiesOf(SCENARIO, { maxOutcomes: 0 })).toThrow(RangeError);
    expect(() => utilitiesOf(SCENARIO, { seed: 0.5 })).toThrow(RangeError);
  });
});
