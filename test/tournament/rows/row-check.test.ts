import { expect, it } from "vitest";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import type { Job } from "../../../src/tournament/play/index.js";
import { rowCheck } from "../../../src/tournament/rows/index.js";
import { runTournament } from "../../../src/tournament/run/index.js";

const scenarios = [generateScenario(2, [3, 3, 3], 2)];

it("finds nothing in rows as they were written, discounted or not, failed or not [BA-45]", async () => {
  const discounted = scenarios.map((scenario) => ({
    ...scenario,
    name: "discounted",
    parties: scenario.parties.map((party, index) => ({
      ...party,
      preferences: {
        kind: "discounted" as const,
        base: party.preferences as never,
        factor: 0.5,
        form: index === 0 ? ("linear" as const) : ("exponential" as const),
      },
    })),
  }));
  const all = [...scenarios, ...discounted];
  const strategies = ["boulware", "micro", "tough", "conceder"];
  for (const trace of [true, false]) {
    const { rows } = await runTournament({ scenarios: all, strategies, seed: 1, turnLimit: 40, trace });
    const check = rowCheck({ scenarios: all, turnLimit: 40, trace });
    for (const row of rows) {
      const scenario = all.findIndex(({ name }) => name === row.key.scenario);
      const back = JSON.parse(JSON.stringify(row));
      expect(
        check(back, { key: row.key, seed: row.seed, scenario, strategies: [0, 1] } as Job),
      ).toBeUndefined();
    }
    expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThan(1);
  }
});
