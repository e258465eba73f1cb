import { describe, expect, it } from "vitest";
import { generateScenario } from "../../src/preferences/scenarios/index.js";
import { boulware, conceder } from "../../src/strategies/agents/index.js";
import { type Entrant, runTournament, type TournamentResult } from "../../src/tournament/index.js";

const MODULE = new URL("./own-strategies.ts", import.meta.url).href;
const OWN = { name: "own", module: MODULE, export: "stubborn", parameters: { exponent: 9 } } as const;
const SCENARIO = generateScenario(1, [2, 2], 2);

async function playedBy(entrants: readonly unknown[], workers = 0): Promise<TournamentResult> {
  const strategies = entrants as readonly Entrant[];
  return runTournament({ scenarios: [SCENARIO], strategies, seed: 1, turnLimit: 4, workers });
}

describe("entrants of a tournament", () => {
  it("BA-36: are names, modules of one's own, or strategies at hand", async () => {
    const { summary, rows } = await playedBy(["micro", OWN, boulware()]);
    expect(summary.map(({ strategy }) => strategy).sort()).toEqual(["boulware", "micro", "own"]);
    expect(rows.map(({ error }) => error).filter((error) => error !== null)).toEqual([]);
  });

  it.each<[what: string, entrants: readonly unknown[], faulty: readonly unknown[], workers?: number]>([
    ["a strategy at hand where it had to cross to a thread", [conceder(), "micro", OWN], [0], 1],
    [
      "unknown names, names twice, what is no strategy",
      ["boulwear", "micro", "micro", 7, null, {}, { ...OWN, name: "micro" }],
      [0, 2, 3, 4, 5, 6],
    ],
    ["none at all", [], [undefined]],
    ["a name that only objects have", ["toString"], [0]],
  ])("BA-36: every fault is listed: %s", async (_, entrants, faulty, workers) => {
    const issues = faulty.map((index) =>
      expect.objectContaining({ path: ["strategies", index ?? []].flat() }),
    );
    await expect(playedBy(entrants, workers)).rejects.toMatchObject({
      code: "strategy_invalid",
      details: { issues },
    });
  });

  it.each([
    ["exports nothing of the name", { export: "missing" }, /a function exported as missing/],
    ["exports no function", { export: "number" }, /a function exported as number/],
    ["exports no maker of a strategy", { export: "noStrategy" }, /noStrategy\(\) to answer/],
  ])("a module that %s is refused", async (_, changed, message) => {
    await expect(playedBy([{ ...OWN, ...changed }])).rejects.toThrow(message);
  });

  it.each([
    ["is not there", "./no-such-strategies.ts", /module that can be loaded, got .*no-such-strategies/],
    ["throws while it is loaded", "./broken-strategies.ts", /module that can be loaded, got .*broken on/],
  ])("a module that %s is refused, with the reason", async (_, file, message) => {
    const module = new URL(file, import.meta.url).href;
    const refusal = playedBy(["micro", { ...OWN, module }]);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toMatchObject({
      code: "strategy_invalid",
      cause: expect.any(Error),
      details: { issues: [{ path: ["strategies", 1] }] },
    });
  });
});
