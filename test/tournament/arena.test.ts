import { describe, expect, it } from "vitest";
import { generateScenario } from "../../src/preferences/scenarios/index.js";
import { Arena } from "../../src/tournament/play-job.js";

const SCENARIOS = [generateScenario(1, [3, 3], 2), generateScenario(2, [4], 2)];

describe("the arena of a tournament", () => {
  it("BA-7: prepares a scenario once for all its negotiations, each order of its parties by itself", () => {
    const arena = new Arena(SCENARIOS, [], { turnLimit: 10, trace: false });
    expect(arena.side(0, [0, 1])).toBe(arena.side(0, [0, 1]));
    expect(arena.side(0, [1, 0])).not.toBe(arena.side(0, [0, 1]));
    expect(arena.side(1, [0, 1]).scenario.name).toBe(SCENARIOS[1]!.name);
  });

  it("lets go of a scenario when the next one is played [BA-44]", () => {
    const arena = new Arena(SCENARIOS, [], { turnLimit: 10, trace: false });
    const first = arena.side(0, [0, 1]);
    arena.side(1, [0, 1]);
    expect(arena.side(0, [0, 1])).not.toBe(first);
  });
});
