import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulation/run/index.js";

describe("simulate", () => {
  it("runs worlds of both modes and all presets, and sums them up", async () => {
    const simulation = await simulate({ worlds: 60, firstSeed: 100, twice: 10 });
    expect(
      simulation.failures.map(({ seed, mode, preset, violations }) => [seed, mode, preset, violations[0]]),
    ).toEqual([]);
    expect(simulation).toMatchObject({ ok: true, worlds: 60 });
    expect(simulation.commits).toBeGreaterThan(500);
    expect(simulation.line).toMatch(
      /^worlds 60 \(\d+\/s\) {2}events \d+ .* crashes \d+ {2}faults .*endings /,
    );
  });

  it("SM-71: fails when it is to meet with everything and did not", async () => {
    const few = await simulate({ worlds: 2, twice: 0, only: [], demandsCoverage: true });
    expect(few.ok).toBe(false);
    expect(few.missing).toContain("fault crashAfter");
    expect((await simulate({ worlds: 2, twice: 0, only: [] })).ok).toBe(true);
  });

  it("I9: runs a seed twice, and names the line at which the two part", async () => {
    let runs = 0;
    const mutate = {
      ids: () => {
        const run = ++runs;
        let count = 0;
        return (kind: string) => `${kind}_${run}.${++count}`;
      },
    };
    const { failures } = await simulate({ worlds: 1, twice: 1, only: [], nodes: 1, mutate });
    expect(failures[0]?.violations[0]).toMatchObject({ invariant: "I9" });
  });
});
