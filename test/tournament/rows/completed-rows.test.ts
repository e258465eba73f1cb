import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { type Job, type JobPlan, jobList } from "../../../src/tournament/play/index.js";
import { completedRows, rowJsonLine, type TournamentRow } from "../../../src/tournament/rows/index.js";
import { aRow } from "../a-row.js";
import { allJobs } from "../all-jobs.js";

const PLAN: JobPlan = {
  scenarioNames: ["s"],
  strategyNames: ["a", "b"],
  selfPlay: false,
  rotateRoles: false,
  repetitions: 2,
  seed: 1,
};
const JOBS = jobList(PLAN);
const hashOf = ({ key }: Job): number => 100 + key.repetition;
const ROWS = allJobs(PLAN).map((job) => aRow({ key: job.key, seed: job.seed, hash: hashOf(job) }));

function faultsOf(completed: string | readonly TournamentRow[]): unknown {
  try {
    completedRows(completed, JOBS, hashOf, () => undefined);
  } catch (error) {
    if (!NegotiationError.isInstance(error)) throw error;
    expect(error.code).toBe("tournament_mismatch");
    return (error.details["issues"] as { path: unknown }[]).map(({ path }) => path);
  }
  return "accepted";
}

describe("the rows of an earlier run", () => {
  it("BA-36: are kept by the place of their job, from rows or from JSON lines", () => {
    const rows = [ROWS[2], ROWS[0]] as TournamentRow[];
    for (const completed of [rows, rows.map(rowJsonLine).join("")]) {
      expect(completedRows(completed, JOBS, hashOf, () => undefined)).toEqual(
        new Map([
          [2, ROWS[2]],
          [0, ROWS[0]],
        ]),
      );
    }
  });

  it("BA-36: a torn last line is ignored, a torn line in the middle is not", () => {
    const [first = "", second = ""] = ROWS.map(rowJsonLine);
    expect(completedRows(first + second.slice(0, -9), JOBS, hashOf, () => undefined).size).toBe(1);
    expect(faultsOf(`${second.slice(0, -9)}\n${first}`)).toEqual([["completed", 0]]);
  });

  it("BA-36: rows of another seed, content or job are refused, all of them listed", () => {
    const [one, two, three] = ROWS as [TournamentRow, TournamentRow, TournamentRow];
    expect(
      faultsOf([
        { ...one, seed: one.seed + 1 },
        { ...two, hash: 5 },
        { ...three, key: { ...three.key, scenario: "other" } },
      ]),
    ).toEqual([
      ["completed", 0, "seed"],
      ["completed", 1, "hash"],
      ["completed", 2, "key"],
    ]);
  });

  it("BA-36: what is no row, and a row twice, are refused", () => {
    const [one] = ROWS as [TournamentRow];
    expect(faultsOf([one, one])).toEqual([["completed", 1, "key"]]);
    expect(faultsOf("7\n")).toEqual([["completed", 0, "key"]]);
  });

  it("none are none", () => {
    expect(completedRows("", JOBS, hashOf, () => undefined).size).toBe(0);
    expect(completedRows([], JOBS, hashOf, () => undefined).size).toBe(0);
  });
});
