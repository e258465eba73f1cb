/**
 * @module
 * The rows of an earlier run of the same tournament: read, checked, and kept.
 */

import { FaultList, refusedWith } from "../../preferences/model/index.js";
import { type Job, type JobList, keyText } from "../play/index.js";
import type { RowFault } from "./row-check.js";
import type { TournamentRow } from "./tournament-row.js";

/**
 * The completed rows by the index of their job.
 *
 * @param completed - rows, or JSON lines of which the last may be torn
 * @param hashOf - the fingerprint that the row of a job must have
 * @param memberOf - what is missing or altered in the row of a job, if anything
 * @throws {NegotiationError} `tournament_mismatch` listing the rows of another tournament: another seed, scenario,
 * strategy or limit, a row twice, with members missing or altered, or a line that is no row
 */
export function completedRows(
  completed: string | readonly TournamentRow[],
  jobs: JobList,
  hashOf: (job: Job) => number,
  memberOf: (row: TournamentRow, job: Job) => RowFault | undefined,
): ReadonlyMap<number, TournamentRow> {
  const faults = new FaultList();
  const lines = typeof completed === "string" ? rowsOfLines(completed, faults) : undefined;
  const rows = lines ?? (completed as readonly TournamentRow[]).map((row, at) => ({ row, at }));
  const places = rows.length > 0 ? placesOf(jobs) : new Map<string, Place>();
  const kept = new Map<number, TournamentRow>();
  rows.forEach(({ row, at }) => {
    const place = isRow(row) ? places.get(keyText(row.key)) : undefined;
    // People count lines from 1.
    const where = lines === undefined ? "" : ` in line ${at + 1}`;
    const fault = (key: string, expected: string, received: string): void => {
      faults.push({ path: ["completed", at, key], expected, received: `${received}${where}` });
    };
    const member = place && row.hash === hashOf(place.job) ? memberOf(row, place.job) : undefined;
    if (place === undefined) fault("key", "the key of a job of this tournament", "another");
    else if (row.seed !== place.job.seed) fault("seed", "the seed of this tournament's job", "another");
    else if (row.hash !== hashOf(place.job))
      fault("hash", "the same scenario, strategies and limits", "a row that was played with others");
    else if (kept.has(place.index)) fault("key", "each row once", "one twice");
    else if (member !== undefined) fault(member.member, member.expected, member.received);
    else kept.set(place.index, row);
  });
  if (faults.length > 0) throw refusedWith("tournament_mismatch", "the completed rows", faults);
  return kept;
}

interface Place {
  readonly index: number;
  readonly job: Job;
}

/** Each job by the text of its key. */
function placesOf(jobs: JobList): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (let index = 0; index < jobs.count; index += 1) {
    const job = jobs.at(index) as Job;
    places.set(keyText(job.key), { index, job });
  }
  return places;
}

interface Line {
  readonly row: TournamentRow;
  /** From 0, empty lines among them. */
  readonly at: number;
}

function rowsOfLines(text: string, faults: FaultList): readonly Line[] {
  const lines = text.split("\n");
  // What follows the last line end was torn by a crash, or is empty.
  lines.pop();
  const rows: Line[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === "") return;
    try {
      rows.push({ row: JSON.parse(line) as TournamentRow, at: index });
    } catch {
      const received = `something else in line ${index + 1}`;
      faults.push({ path: ["completed", index], expected: "a row as JSON", received });
    }
  });
  return rows;
}

function isRow(row: unknown): row is TournamentRow {
  const key = (row as Partial<TournamentRow> | null)?.key;
  return (
    typeof key === "object" && key !== null && Array.isArray(key.strategies) && Array.isArray(key.profiles)
  );
}
