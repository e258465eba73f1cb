/**
 * @module
 * The rows of an earlier run of the same tournament: read, checked, and kept.
 */

import { type Fault, refusedWith } from "../preferences/faults.js";
import { type Job, keyText } from "./jobs.js";
import type { TournamentRow } from "./tournament-row.js";

/**
 * The completed rows by the index of their job.
 *
 * @param completed - rows, or JSON lines of which the last may be torn
 * @param hashes - the fingerprint that the row of each job must have
 * @throws {NegotiationError} `tournament_mismatch` listing the rows of another tournament: another seed, scenario,
 * strategy or limit, a row twice, or a line that is no row
 */
export function completedRows(
  completed: string | readonly TournamentRow[],
  jobs: readonly Job[],
  hashes: readonly number[],
): ReadonlyMap<number, TournamentRow> {
  const faults: Fault[] = [];
  const rows = typeof completed === "string" ? rowsOfLines(completed, faults) : completed;
  const places = new Map(jobs.map((job, index) => [keyText(job.key), index]));
  const kept = new Map<number, TournamentRow>();
  rows.forEach((row, at) => {
    const index = isRow(row) ? places.get(keyText(row.key)) : undefined;
    const fault = (key: string, expected: string, received: string): void => {
      faults.push({ path: ["completed", at, key], expected, received });
    };
    if (index === undefined) fault("key", "the key of a job of this tournament", "another");
    else if (row.seed !== jobs[index]?.seed) fault("seed", "the seed of this tournament's job", "another");
    else if (row.hash !== hashes[index])
      fault("hash", "the same scenario, strategies and limits", "a row that was played with others");
    else if (kept.has(index)) fault("key", "each row once", "one twice");
    else kept.set(index, row);
  });
  if (faults.length > 0) throw refusedWith("tournament_mismatch", "the completed rows", faults);
  return kept;
}

function rowsOfLines(text: string, faults: Fault[]): readonly TournamentRow[] {
  const lines = text.split("\n");
  // What follows the last line end was torn by a crash, or is empty.
  lines.pop();
  const rows: TournamentRow[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === "") return;
    try {
      rows.push(JSON.parse(line) as TournamentRow);
    } catch {
      faults.push({ path: ["completed", index], expected: "a row as JSON", received: "something else" });
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
