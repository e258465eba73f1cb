import { describe, expect, it } from "vitest";
import { generateScenario, type Scenario } from "../../../src/preferences/scenarios/index.js";
import { boulware, micro, tough } from "../../../src/strategies/agents/index.js";
import { buffersOf, type KnownOfJob, RowPacker, unpackedRows } from "../../../src/tournament/rows/index.js";
import { Arena } from "../../../src/tournament/run/arena.js";
import { failedRow, playedRow } from "../../../src/tournament/run/play-job.js";
import { allJobs } from "../all-jobs.js";
import { thrower } from "../own-strategies.js";

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
const JOBS = allJobs({
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
    const packed = packer.take();
    const arrived = unpackedRows(structuredClone(packed, { transfer: [...buffersOf(packed)] }), known);
    expect(packed.metrics).toHaveLength(0);
    for (const [index, row] of rows.entries())
      expect(JSON.stringify(arrived[index])).toBe(JSON.stringify(row));
    expect(packer.count).toBe(0);
  });

  it("BA-36: metrics that are looked at late, twice and out of order are those of their row", () => {
    const arena = new Arena(SCENARIOS, STRATEGIES, { turnLimit: 30, trace: false });
    const rows = JOBS.map((job, index) => playedRow(job, index, arena));
    const packer = new RowPacker();
    for (const [index, row] of rows.entries()) packer.add(index, row);
    const arrived = unpackedRows(packer.take(), known);
    for (const index of [...rows.keys()].reverse()) {
      expect(arrived[index]?.metrics).toEqual(rows[index]?.metrics);
      expect(arrived[index]?.metrics).toBe(arrived[index]?.metrics);
    }
  });

  it("a text with line ends arrives whole", () => {
    const packer = new RowPacker();
    const rows = ["one\ntwo", "\u2028\n\n"].map((error) => failedRow(JOBS[1]!, 1, error));
    for (const row of rows) packer.add(1, row);
    expect(unpackedRows(packer.take(), known)).toEqual(rows);
  });

  it("a job that could not be played arrives with its reason", () => {
    const packer = new RowPacker();
    const row = failedRow(JOBS[2]!, 2, "gone");
    packer.add(2, row);
    expect(unpackedRows(packer.take(), known)).toEqual([row]);
    expect(unpackedRows(packer.take(), known)).toEqual([]);
  });
});
