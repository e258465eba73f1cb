import { expect, it } from "vitest";
import type { Preferences } from "../../../src/preferences/model/index.js";
import type { Scenario } from "../../../src/preferences/scenarios/index.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { runNegotiation } from "../../../src/tournament/play/index.js";
import { fixturesFolder, oracleCases } from "../oracle.js";

const { scenario } = oracleCases(fixturesFolder)[0]!;
const named = (name: string): Strategy => namedStrategies[name]!();

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
