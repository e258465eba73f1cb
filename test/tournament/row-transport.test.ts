import { describe, expect, it } from "vitest";
import { generateScenario, type Scenario } from "../../src/preferences/scenarios/index.js";
import { boulware, micro, tough } from "../../src/strategies/agents/index.js";
import { runTournament, type TournamentRow } from "../../src/tournament/index.js";
import {
  buffersOf,
  type KnownOfJob,
  type PackedRows,
  RowPacker,
  unpackedRows,
} from "../../src/tournament/rows/row-transport.js";
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

const rowsOf = async (trace: boolean): Promise<readonly TournamentRow[]> =>
  (await runTournament({ scenarios: SCENARIOS, strategies: STRATEGIES, seed: 5, turnLimit: 30, trace })).rows;

/** What the other side knows of these rows. */
const knownOf =
  (rows: readonly TournamentRow[]) =>
  (index: number): KnownOfJob => {
    const { key, seed, hash } = rows[index]!;
    const { parties } = SCENARIOS.find(({ name }) => name === key.scenario)!;
    const job = { key, seed, scenario: 0, strategies: [0, 0] } as const;
    return { job, hash, partyNames: key.profiles.map((profile) => parties[profile]!.name) };
  };

function packed(rows: readonly TournamentRow[]): PackedRows {
  const packer = new RowPacker();
  for (const [index, row] of rows.entries()) packer.add(index, row);
  expect(packer.count).toBe(rows.length);
  const taken = packer.take();
  expect([packer.count, unpackedRows(packer.take(), knownOf(rows))]).toEqual([0, []]);
  return taken;
}

describe("rows on their way from a thread", () => {
  it.each([false, true])("BA-36: arrive byte for byte as they were (trace: %s)", async (trace) => {
    const rows = await rowsOf(trace);
    expect(rows.some(({ error }) => error !== null)).toBe(true);
    expect(JSON.stringify(rows).includes("no-reservation")).toBe(true);
    const sent = packed(rows);
    const arrived = unpackedRows(structuredClone(sent, { transfer: [...buffersOf(sent)] }), knownOf(rows));
    expect(sent.metrics).toHaveLength(0);
    for (const [index, row] of rows.entries())
      expect(JSON.stringify(arrived[index])).toBe(JSON.stringify(row));
  });

  it("BA-36: metrics that are looked at late, twice and out of order are those of their row", async () => {
    const rows = await rowsOf(false);
    const arrived = unpackedRows(packed(rows), knownOf(rows));
    for (const index of [...rows.keys()].reverse()) {
      expect(arrived[index]?.metrics).toEqual(rows[index]?.metrics);
      expect(arrived[index]?.metrics).toBe(arrived[index]?.metrics);
    }
  });

  it("a job that could not be played arrives with its reason, line ends and all", async () => {
    const none = [null, null];
    const nothing = {
      agreement: null,
      utilities: none,
      advantages: none,
      discountedUtilities: none,
      metrics: null,
    };
    const [one, two] = await rowsOf(false);
    const rows = [one!, two!].map((row, index) => ({
      ...row,
      ...nothing,
      error: ["one\ntwo", "\u2028\n\n"][index]!,
    }));
    expect(unpackedRows(packed(rows), knownOf(rows))).toEqual(rows);
  });
});
