import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { generateScenario, parseScenario } from "../../../src/preferences/scenarios/index.js";
import { bargainingCases, fixtureFolder } from "../../kit/bargaining-oracles.js";

/** Their numbers were rounded after they had been generated. */
const ROUNDED: readonly string[] = ["s07-ties-4x4x4", "s08-ties-r"];

describe("generateScenario", () => {
  const generated = bargainingCases().filter(({ key }) => !ROUNDED.includes(key));

  it.each(generated)("BA-13: reproduces $key bit for bit from its seed", ({ key, scenario }) => {
    const text = readFileSync(join(fixtureFolder, "scenarios", `${key}.json`), "utf8");
    const { seed } = JSON.parse(text) as { seed: number };
    const { sizes } = outcomeSpace(scenario.issues);
    const again = generateScenario(seed, sizes, scenario.parties.length);
    expect(again.issues).toEqual(scenario.issues);
    expect(again.parties.map(({ name }) => name)).toEqual(scenario.parties.map(({ name }) => name));
    const withoutReservation = scenario.parties.map((party) => ({ ...party.preferences, reservation: 0 }));
    expect(again.parties.map((party) => party.preferences)).toEqual(withoutReservation);
  });

  it("BA-13: are twelve of the fourteen", () => {
    expect(generated).toHaveLength(12);
  });

  it("makes scenarios that are read back as they are", () => {
    const scenario = generateScenario(1, [3, 1, 2], 3);
    expect(parseScenario(JSON.stringify(scenario))).toEqual(scenario);
    expect(Object.isFrozen(scenario.parties[2]?.preferences)).toBe(true);
    expect(generateScenario(2, [3, 1, 2], 3)).not.toEqual(scenario);
    expect(generateScenario(1 + 2 ** 32, [3, 1, 2], 3).parties).toEqual(scenario.parties);
  });

  it("refuses sizes and counts that are none", () => {
    for (const sizes of [[0], [1.5], [10_001]])
      expect(() => generateScenario(1, sizes, 2)).toThrow(RangeError);
    for (const parties of [0, 65, 1.5]) expect(() => generateScenario(1, [2], parties)).toThrow(RangeError);
    expect(() => generateScenario(0.5, [2], 2)).toThrow(RangeError);
    expect(() => generateScenario(1, [], 2)).toThrow("a list of 1 to 64 issues");
  });
});
