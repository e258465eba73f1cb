import { describe, expect, it } from "vitest";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { boulware } from "../../../src/strategies/agents/index.js";
import type { TournamentOptions } from "../../../src/tournament/run/index.js";
import { tournamentPlan } from "../../../src/tournament/run/tournament-options.js";

const SCENARIO = generateScenario(1, [3, 3], 2);
const OPTIONS: TournamentOptions = {
  scenarios: [SCENARIO],
  strategies: ["boulware", "micro"],
  seed: 1,
  turnLimit: 20,
};

describe("options of a tournament", () => {
  it("BA-36: a seed is required, and numbers have their ranges", () => {
    for (const wrong of [
      { seed: undefined as never },
      { seed: 0.5 },
      { turnLimit: 0 },
      { repetitions: 0 },
      { workers: -1 },
      { workers: 65 },
    ]) {
      const [name] = Object.keys(wrong);
      expect(() => tournamentPlan({ ...OPTIONS, ...wrong })).toThrow(RangeError);
      expect(() => tournamentPlan({ ...OPTIONS, ...wrong })).toThrow(name);
    }
  });

  it("SY-20: an unknown option is refused, and the nearest known one named", () => {
    const typo = { ...OPTIONS, rotateRole: false } as TournamentOptions;
    expect(() => tournamentPlan(typo)).toThrow(TypeError);
    expect(() => tournamentPlan(typo)).toThrow(/"rotateRole"\. Did you mean rotateRoles\?/);
  });

  it("BA-36: scenarios of other than two parties, twice the same name, and none at all are refused", () => {
    const three = generateScenario(1, [3, 3], 3);
    for (const scenarios of [[three], [SCENARIO, SCENARIO], []]) {
      expect(() => tournamentPlan({ ...OPTIONS, scenarios })).toThrow(
        expect.objectContaining({ code: "scenario_unsupported" }) as Error,
      );
    }
    const broken = { ...SCENARIO, issues: [] };
    expect(() => tournamentPlan({ ...OPTIONS, scenarios: [broken] })).toThrow(
      expect.objectContaining({ code: "scenario_invalid" }) as Error,
    );
  });

  it("BA-36: what decides how a job is played is in its hash; seed, workers and selection are not", () => {
    const hashOf = (changed: Partial<TournamentOptions>) => {
      const { jobs, hashOf: hashOfJob } = tournamentPlan({ ...OPTIONS, ...changed });
      return hashOfJob(jobs.at(0)!);
    };
    const hash = hashOf({});
    const renamed = { ...SCENARIO, issues: [{ ...SCENARIO.issues[0]!, name: "other" }, SCENARIO.issues[1]!] };
    for (const changed of [{ turnLimit: 21 }, { trace: true }, { scenarios: [renamed] }]) {
      expect(hashOf(changed)).not.toBe(hash);
    }
    for (const same of [{ seed: 2 }, { workers: 2 }, { repetitions: 3 }, { strategies: ["boulware"] }]) {
      expect(hashOf(same)).toBe(hash);
    }
  });

  it("BA-36: scenarios are copied at the door", () => {
    const own = JSON.parse(JSON.stringify(SCENARIO)) as typeof SCENARIO;
    const plan = tournamentPlan({ ...OPTIONS, scenarios: [own], strategies: [boulware()] });
    (own as { name: string }).name = "changed later";
    (own.issues[0] as { name: string }).name = "changed later";
    expect(JSON.stringify(plan.scenarios)).not.toContain("changed later");
  });
});
