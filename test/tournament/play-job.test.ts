import { describe, expect, it } from "vitest";
import { generateScenario, type Scenario } from "../../src/preferences/scenarios/index.js";
import { boulware, conceder, tough } from "../../src/strategies/agents/index.js";
import type { Strategy } from "../../src/strategies/play/index.js";
import { type JobKey, runNegotiation, runTournament } from "../../src/tournament/index.js";
import { thrower } from "./own-strategies.js";

const SCENARIO = generateScenario(3, [4, 4, 4], 2);

async function rowsOf(strategies: readonly Strategy[], scenario: Scenario = SCENARIO, trace = false) {
  return (await runTournament({ scenarios: [scenario], strategies, turnLimit: 60, seed: 5, trace })).rows;
}

describe("a job played", () => {
  it("BA-36: is the row of that negotiation, utilities in the order of the strategies", async () => {
    const strategies = [boulware(), conceder()];
    const row = (await rowsOf(strategies)).find(({ key }) => keyIs(key, ["boulware", "conceder"], [1, 0]))!;
    const parties = SCENARIO.parties.toReversed();
    const result = runNegotiation({
      scenario: { ...SCENARIO, parties },
      strategies,
      turnLimit: 60,
      seed: row.seed,
    });
    expect(row).toMatchObject({
      status: result.status,
      reason: result.reason,
      agreed: true,
      turnCount: result.turnCount,
      cycles: result.cycles,
      utilities: result.utilities,
      discountedUtilities: result.discountedUtilities,
      error: null,
    });
    expect(row.advantages).toEqual(result.utilities);
    expect(row.agreement).not.toBeNull();
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
    expect(row).not.toHaveProperty("trace");
  });

  it("BA-34: without agreement a party has its reservation, discounted where it is", async () => {
    const parties = SCENARIO.parties.map(({ name, preferences }, index) => ({
      name,
      preferences:
        index === 0
          ? { kind: "discounted" as const, base: preferences as never, factor: 0.25, reservation: 0.5 }
          : { ...preferences, reservation: null },
    }));
    const scenario = { ...SCENARIO, parties } as Scenario;
    const [row] = await rowsOf([tough()], scenario);
    expect(row).toMatchObject({ agreed: false, status: "expired", agreement: null, utilities: [0.5, null] });
    const [own, none] = row!.discountedUtilities;
    // 60 turns are 30 cycles, the last of which is at 30 / 31.
    expect(own).toBeCloseTo(0.5 * 0.25 ** (30 / 31), 12);
    expect(none).toBeNull();
  });

  it("BA-30: a strategy that throws makes a stalled row with the text, and the next job is played", async () => {
    const rows = await rowsOf([thrower(), tough()]);
    const failed = rows.filter(({ error }) => error !== null);
    expect(failed.length).toBeGreaterThan(0);
    for (const row of failed) {
      expect(row).toMatchObject({ status: "stalled", reason: "agent_error", agreed: false });
      expect(row.error).toContain("no idea");
    }
    expect(rows.at(-1)).toMatchObject({ error: null, status: "expired" });
  });

  it("BA-36: holds its turns where they are asked for, and is the same otherwise (D-3)", async () => {
    const strategies = [boulware(), conceder()];
    const traced = await rowsOf(strategies, SCENARIO, true);
    for (const [index, { hash: _, ...row }] of (await rowsOf(strategies)).entries()) {
      const { trace, hash: __, ...rest } = traced[index]!;
      expect(rest).toEqual(row);
      expect(trace).toHaveLength(row.turnCount);
    }
  });
});

function keyIs(key: JobKey, strategies: readonly string[], profiles: readonly number[]): boolean {
  return JSON.stringify([key.strategies, key.profiles]) === JSON.stringify([strategies, profiles]);
}
