import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BARE_STRATEGIES, type BareStrategy, bareNegotiation } from "../../bench/bare-loop.js";
import { namedStrategies } from "../../src/strategies/agents/index.js";
import { type BargainingFixture, bargainingScenario } from "../../src/testing/bargaining/index.js";
import { runNegotiation } from "../../src/tournament/index.js";
import { packageRoot } from "../package/package-root.js";
import { twoPartyFixtures } from "../strategies/two-party-fixtures.js";

// The benches `strategies` and `tournament` compare the library with this loop: that means something only while
// both do the same work. What it costs is for people to measure, on a quiet machine.

const TURN_LIMIT = 200;

/** Cycles of all eleven two-party scenarios together; MiCRO repeats offers at random, so its ends may differ. */
const PAIRS = [
  ["boulware", "conceder", 376],
  ["boulware", "boulware", 685],
  ["linear", "linear", 347],
  ["conceder", "conceder", 141],
  ["tough", "tough", 902],
] as const;

const fixtures = twoPartyFixtures.map(({ key }): BargainingFixture => {
  const file = join(packageRoot, "test/fixtures/bargaining/scenarios", `${key}.json`);
  return JSON.parse(readFileSync(file, "utf8"));
});

describe("the bare loop", () => {
  it.each(PAIRS)("plays %s against %s as the library does, in %i cycles", (first, second, expected) => {
    let cycles = 0;
    for (const fixture of fixtures) {
      const bare = bareNegotiation(fixture.parties, [bareOf(first), bareOf(second)], TURN_LIMIT);
      const scenario = bargainingScenario(fixture);
      const strategies = [first, second].map(strategyOf);
      const ours = runNegotiation({ scenario, strategies, turnLimit: TURN_LIMIT });
      expect([bare.turnCount, bare.agreement], fixture.key).toEqual([ours.turnCount, ours.agreement ?? -1]);
      cycles += bare.cycles;
    }
    expect(cycles).toBe(expected);
  });

  it("knows the strategies of the benches by the library's names", () => {
    for (const name of Object.keys(BARE_STRATEGIES)) expect(namedStrategies).toHaveProperty(name);
  });
});

function bareOf(name: string): BareStrategy {
  const strategy = BARE_STRATEGIES[name];
  if (strategy === undefined) throw new Error(`Expected a bare ${name}, got none.`);
  return strategy;
}

function strategyOf(name: string) {
  const make = namedStrategies[name];
  if (make === undefined) throw new Error(`Expected a strategy named ${name}, got none.`);
  return make();
}
