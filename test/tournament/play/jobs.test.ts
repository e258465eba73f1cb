import { describe, expect, it } from "vitest";
import { type JobPlan, jobList, keyText } from "../../../src/tournament/play/index.js";
import { allJobs } from "../all-jobs.js";

const PLAN: JobPlan = {
  scenarioNames: ["s", "t"],
  strategyNames: ["a", "b"],
  selfPlay: true,
  rotateRoles: true,
  repetitions: 2,
  seed: 7,
};

describe("the jobs of a tournament", () => {
  it("BA-36: nest as scenario, ordered pair, order of profiles, repetition", () => {
    const keys = allJobs(PLAN).map(({ key }) => keyText(key));
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

  it("BA-36: without self-play nobody meets itself, without rotation nobody swaps", () => {
    const jobs = allJobs({ ...PLAN, selfPlay: false, rotateRoles: false });
    expect(jobs).toHaveLength(2 * 2 * 2);
    for (const { key } of jobs) {
      expect(key.strategies[0]).not.toBe(key.strategies[1]);
      expect(key.profiles).toEqual([0, 1]);
    }
  });

  it("BA-36: a seed comes from the tournament's seed and the key, never from the order", () => {
    const seeds = new Map(allJobs(PLAN).map(({ key, seed }) => [keyText(key), seed]));
    const others = allJobs({ ...PLAN, scenarioNames: ["t", "s"], strategyNames: ["b", "c", "a"] });
    const shared = others.filter(({ key }) => seeds.has(keyText(key)));
    expect(shared).toHaveLength(seeds.size);
    for (const { key, seed } of shared) expect(seed).toBe(seeds.get(keyText(key)));
    expect(new Set(seeds.values()).size).toBe(seeds.size);
    expect(allJobs({ ...PLAN, seed: 8 })[0]?.seed).not.toBe(allJobs(PLAN)[0]?.seed);
  });

  it("BA-36: there is none before the first and behind the last", () => {
    const jobs = jobList(PLAN);
    expect([jobs.at(-1), jobs.at(jobs.count)]).toEqual([undefined, undefined]);
    expect(jobList({ ...PLAN, strategyNames: ["a"], selfPlay: false }).count).toBe(0);
  });

  it("takes two names that look alike when joined for two keys", () => {
    const one = { scenario: "s", strategies: ["a", "b,c"], profiles: [0, 1], repetition: 0 } as const;
    expect(keyText(one)).not.toBe(keyText({ ...one, strategies: ["a,b", "c"] }));
  });
});
