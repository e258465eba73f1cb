import { describe, expect, it } from "vitest";
import { generateScenario } from "../../src/preferences/generate-scenario.js";
import type { Scenario } from "../../src/preferences/scenario.js";
import { boulware, micro, tough } from "../../src/strategies/named-strategies.js";
import { Arena } from "../../src/tournament/arena.js";
import { jobsOf } from "../../src/tournament/jobs.js";
import { failedRow, playedRow } from "../../src/tournament/play-job.js";
import { type KnownOfJob, RowPacker, unpackedRows } from "../../src/tournament/row-transport.js";
import { thrower } from "./own-strategies.js";

const PLAIN = generateScenario(3, [4, 4, 4], 2);
/** Nobody can have less than all, and one has no reservation: much is undefined. */
const BARREN: Scenario = {
  ...PLAIN,
  name: "barren",
  parties: PLAIN.parties.map(({ name, preferences }, index) => ({
    name,
    preferences: { ...preferences, reservation: index === 0 ? 2 : null },
  })),
};
const SCENARIOS = [PLAIN, BARREN];
const STRATEGIES = [boulware(), micro(), tough(), thrower()];
const JOBS = jobsOf({
  scenarioNames: SCENARIOS.map(({ name }) => name),
  strategyNames: STRATEGIES.map(({ name }) => name),
  selfPlay: true,
  rotateRoles: true,
  repetitions: 1,
  seed: 5,
});

function known(index: number): KnownOfJob {
  const job = JOBS[index]!;
  const parties = SCENARIOS[job.scenario]!.parties;
  return { job, hash: index, partyNames: job.key.profiles.map((profile) => parties[profile]!.name) };
}

describe("rows on their way from a thread", () => {
  it.each([false, true])("BA-36: arrive byte for byte as they were (trace: %s)", (trace) => {
    const arena = new Arena(SCENARIOS, STRATEGIES, { turnLimit: 30, trace });
    const rows = JOBS.map((job, index) => playedRow(job, index, arena));
    expect(rows.some(({ error }) => error !== null)).toBe(true);
    expect(JSON.stringify(rows).includes("no-reservation")).toBe(true);
    const packer = new RowPacker();
    for (const [index, row] of rows.entries()) packer.add(index, row);
    expect(packer.count).toBe(rows.length);
    const arrived = unpackedRows(structuredClone(packer.take()), known);
    for (const [index, row] of rows.entries())
      expect(JSON.stringify(arrived[index])).toBe(JSON.stringify(row));
    expect(packer.count).toBe(0);
  });

  it("a job that could not be played arrives with its reason", () => {
    const packer = new RowPacker();
    const row = failedRow(JOBS[2]!, 2, "gone");
    packer.add(2, row);
    expect(unpackedRows(packer.take(), known)).toEqual([row]);
    expect(unpackedRows(packer.take(), known)).toEqual([]);
  });
});
