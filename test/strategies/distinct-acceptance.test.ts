import { expect, it } from "vitest";
import { randomDraw } from "../../src/preferences/random/index.js";
import {
  acceptBest,
  acceptCombined,
  acceptCombinedAverageWindow,
  acceptCombinedMaximum,
  acceptCombinedMaximumWindow,
  acceptConstant,
  acceptGap,
  acceptMicro,
  acceptNext,
  acceptPrevious,
  acceptTarget,
  acceptTime,
  acceptZeuthen,
} from "../../src/strategies/acceptance/index.js";
import { offerTimeDependent } from "../../src/strategies/offering/index.js";
import type { AcceptanceCondition } from "../../src/strategies/play/index.js";
import { knowing, soloParty } from "./solo-party.js";
import { twoPartyFixtures } from "./two-party-fixtures.js";

const conditions: readonly AcceptanceCondition[] = [
  acceptNext(),
  acceptPrevious(),
  acceptGap(),
  acceptConstant(),
  acceptTime(),
  acceptTarget({ exponent: 4 }),
  acceptCombined(),
  acceptCombinedMaximum(),
  acceptCombinedMaximumWindow(),
  acceptCombinedAverageWindow(),
  acceptBest(),
  acceptMicro(),
  acceptZeuthen(),
];

it("D-1: no two acceptance conditions decide alike on 1,000 seeded offer streams", () => {
  const { inverses } = twoPartyFixtures.find(({ key }) => key === "s01-5x5x5")!;
  const [inverse, other] = inverses;
  const decisions = conditions.map((): string[] => []);
  // Asks all conditions at each turn, and goes on whatever they say.
  const asking: AcceptanceCondition = {
    name: "asking",
    start: (setup) => {
      const runs = conditions.map((condition) => condition.start(setup));
      return (view, next) => {
        for (const [place, run] of runs.entries()) decisions[place]!.push(run(view, next) ? "1" : "0");
        return false;
      };
    },
  };
  for (let seed = 0; seed < 1000; seed += 1) {
    const party = soloParty(inverse, {
      name: "asking",
      offering: offerTimeDependent({ exponent: 20 }),
      acceptance: asking,
      model: knowing((index) => other.utility(index)),
    });
    // Partners of all kinds: some never offer anything good.
    const ranks = 1 + (seed % inverse.size);
    for (let cycle = 0; cycle < 100; cycle += 1) {
      party.hear(inverse.at(Math.floor(randomDraw(seed, "stream", cycle + 1, 0) * ranks)));
      party.propose();
    }
  }
  const seen = new Map<string, string>();
  for (const [place, { name }] of conditions.entries()) {
    const text = decisions[place]!.join("");
    expect(text.length).toBe(100_000);
    expect(text, `${name} accepts at least once`).toContain("1");
    expect(seen.get(text), `${name} decides like ${seen.get(text)}`).toBeUndefined();
    seen.set(text, name);
  }
});
