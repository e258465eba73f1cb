import { describe, expect, it } from "vitest";
import { generateScenario } from "../../src/preferences/scenarios/index.js";
import { boulware } from "../../src/strategies/agents/index.js";
import { runTournament, type TournamentOptions } from "../../src/tournament/index.js";

const SCENARIO = generateScenario(1, [3, 3], 2);
const OPTIONS: TournamentOptions = {
  scenarios: [SCENARIO],
  strategies: ["boulware", "micro"],
  seed: 1,
  turnLimit: 20,
};

const played = (changed: object) => runTournament({ ...OPTIONS, ...changed });

describe("options of a tournament", () => {
  it.each([
    { seed: undefined },
    { seed: 0.5 },
    { turnLimit: 0 },
    { repetitions: 0 },
    { workers: -1 },
    { workers: 65 },
  ])("BA-36: a seed is required, and numbers have their ranges: %o", async (wrong) => {
    await expect(played(wrong)).rejects.toThrow(RangeError);
    await expect(played(wrong)).rejects.toThrow(Object.keys(wrong)[0]);
  });

  it("SY-20: an unknown option is refused, and the nearest known one named", async () => {
    await expect(played({ rotateRole: false })).rejects.toThrow(TypeError);
    await expect(played({ rotateRole: false })).rejects.toThrow(/"rotateRole"\. Did you mean rotateRoles\?/);
  });

  it("BA-36: scenarios of other than two parties, twice the same name, and none at all are refused", async () => {
    const three = generateScenario(1, [3, 3], 3);
    for (const scenarios of [[three], [SCENARIO, SCENARIO], []]) {
      await expect(played({ scenarios })).rejects.toMatchObject({ code: "scenario_unsupported" });
    }
    const broken = { ...SCENARIO, issues: [] };
    await expect(played({ scenarios: [broken] })).rejects.toMatchObject({ code: "scenario_invalid" });
  });

  it("BA-36: what decides how a job is played is in its hash; seed and selection are not", async () => {
    const hashOf = async (changed: object) => (await played(changed)).rows[0]?.hash;
    const hash = await hashOf({});
    const [first, second] = SCENARIO.issues;
    const renamed = { ...SCENARIO, issues: [{ ...first!, name: "other" }, second!] };
    const heavier = JSON.parse(JSON.stringify(SCENARIO));
    heavier.parties[0].preferences.weights[0] += Number.EPSILON;
    for (const changed of [
      { turnLimit: 21 },
      { trace: true },
      { scenarios: [renamed] },
      { scenarios: [heavier] },
    ]) {
      expect(await hashOf(changed)).not.toBe(hash);
    }
    const { format, ...rest } = SCENARIO;
    const reordered = { ...rest, format };
    for (const same of [
      { seed: 2 },
      { repetitions: 3 },
      { strategies: ["boulware"] },
      { scenarios: [reordered] },
    ]) {
      expect(await hashOf(same)).toBe(hash);
    }
    expect(Number.isSafeInteger(hash)).toBe(true);
  });

  it("BA-36: scenarios are copied at the door", async () => {
    const own = JSON.parse(JSON.stringify(SCENARIO)) as typeof SCENARIO;
    const running = played({ scenarios: [own], strategies: [boulware()] });
    (own as { name: string }).name = "changed later";
    (own.issues[0] as { name: string }).name = "changed later";
    expect(JSON.stringify((await running).rows)).not.toContain("changed later");
  });
});
