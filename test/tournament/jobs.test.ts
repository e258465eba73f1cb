import { describe, expect, it } from "vitest";
import { generateScenario } from "../../src/preferences/scenarios/index.js";
import { boulware } from "../../src/strategies/agents/index.js";
import { runTournament, type TournamentOptions, type TournamentRow } from "../../src/tournament/index.js";

const [S, T] = [1, 2].map((seed) => ({ ...generateScenario(seed, [2], 2), name: seed === 1 ? "s" : "t" }));
const [A, B, C] = ["a", "b", "c"].map((name) => ({ ...boulware(), name }));
const OPTIONS = { scenarios: [S!, T!], strategies: [A!, B!], repetitions: 2, seed: 7, turnLimit: 2 };

const rowsOf = async (changed: Partial<TournamentOptions> = {}): Promise<readonly TournamentRow[]> =>
  (await runTournament({ ...OPTIONS, ...changed })).rows;

const textOf = ({ key }: TournamentRow): string => JSON.stringify(Object.values(key));

describe("the jobs of a tournament", () => {
  it("BA-36: nest as scenario, ordered pair, order of profiles, repetition", async () => {
    const keys = (await rowsOf()).map(textOf);
    expect(keys).toHaveLength(2 * 4 * 2 * 2);
    expect(keys.slice(0, 5)).toEqual([
      '["s",["a","a"],[0,1],0]',
      '["s",["a","a"],[0,1],1]',
      '["s",["a","a"],[1,0],0]',
      '["s",["a","a"],[1,0],1]',
      '["s",["a","b"],[0,1],0]',
    ]);
    expect(keys[8]).toBe('["s",["b","a"],[0,1],0]');
    expect(keys[16]).toBe('["t",["a","a"],[0,1],0]');
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("BA-36: without self-play nobody meets itself, without rotation nobody swaps", async () => {
    const rows = await rowsOf({ selfPlay: false, rotateRoles: false });
    expect(rows).toHaveLength(2 * 2 * 2);
    for (const { key } of rows) {
      expect(key.strategies[0]).not.toBe(key.strategies[1]);
      expect(key.profiles).toEqual([0, 1]);
    }
    expect(await rowsOf({ strategies: [A!], selfPlay: false })).toEqual([]);
  });

  it("BA-36: a seed comes from the tournament's seed and the key, never from the order", async () => {
    const rows = await rowsOf();
    const seeds = new Map(rows.map((row) => [textOf(row), row.seed]));
    const others = await rowsOf({ scenarios: [T!, S!], strategies: [B!, C!, A!] });
    const shared = others.filter((row) => seeds.has(textOf(row)));
    expect(shared).toHaveLength(seeds.size);
    for (const row of shared) expect(row.seed).toBe(seeds.get(textOf(row)));
    expect(new Set(seeds.values()).size).toBe(seeds.size);
    expect((await rowsOf({ seed: 8 }))[0]?.seed).not.toBe(rows[0]?.seed);
  });

  it("take two names that look alike when joined for two keys", async () => {
    const strategies = ["a", "b,c", "a,b", "c"].map((name) => ({ ...boulware(), name }));
    const completed = await rowsOf({ strategies });
    expect(await rowsOf({ strategies, completed })).toEqual(completed);
  });
});
