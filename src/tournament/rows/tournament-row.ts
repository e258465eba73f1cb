/**
 * @module
 * A row of a tournament: what came of one negotiation, as plain JSON and the same at every run.
 */

import type { Json } from "../../core/json/index.js";
import type { Status } from "../../core/record/index.js";
import { seedOf } from "../../preferences/random/index.js";
import type { JobKey, NegotiationResult } from "../play/index.js";

/** What came of one job. */
export interface TournamentRow {
  readonly key: JobKey;
  /** The job's own, derived from the tournament's. */
  readonly seed: number;
  /** Fingerprint of the scenario's content and of everything else that decides how the job is played. */
  readonly hash: number;
  readonly status: Status;
  readonly reason: string;
  readonly agreed: boolean;
  readonly turnCount: number;
  readonly cycles: number;
  /** The agreed terms, by issue; `null` without an agreement. */
  readonly agreement: Json;
  /** By strategy, in the order of the key; without an agreement the reservation, `null` where there is none. */
  readonly utilities: readonly (number | null)[];
  /** (u - r) / (max - r), by strategy; `null` where it is undefined. */
  readonly advantages: readonly (number | null)[];
  /** At the relative time of the end, by strategy. */
  readonly discountedUtilities: readonly (number | null)[];
  /** Figures of the negotiation and of its parties; `null` for a job that failed. */
  readonly metrics: Json;
  /** What was thrown, for a job that failed; else `null`. */
  readonly error: string | null;
  /** What strategies that say so have cost, by strategy; absent where none does. */
  readonly costs?: NegotiationResult["costs"] | undefined;
  /** The turns, where they were asked for. */
  readonly trace?: Json | undefined;
}

/** A fingerprint of JSON: 53 bits, no protection against forgery. Members of objects in any order are the same. */
export function fingerprint(value: Json): number {
  return seedOf(0, sortedText(value));
}

function sortedText(value: Json): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** A row as one JSON line, with its line end. */
export function rowJsonLine(row: TournamentRow): string {
  return `${JSON.stringify(row)}\n`;
}

/** The first line of a CSV file of rows. */
export const csvHeader: string = `${[
  ...["scenario", "first", "second", "profiles", "repetition", "seed", "status", "reason", "agreed"],
  ...["turn_count", "cycles", "agreement", "utility_first", "utility_second", "advantage_first"],
  ...["advantage_second", "discounted_first", "discounted_second", "error"],
].join(",")}\r\n`;

/**
 * A row as one line of CSV, with its line end; an undefined figure is an empty field.
 *
 * @see RFC 4180
 */
export function rowCsvLine(row: TournamentRow): string {
  const { key } = row;
  const fields = [
    ...[key.scenario, ...key.strategies, key.profiles.join("-"), key.repetition, row.seed],
    ...[row.status, row.reason, row.agreed, row.turnCount, row.cycles],
    row.agreement === null ? null : JSON.stringify(row.agreement),
    ...[...pair(row.utilities), ...pair(row.advantages), ...pair(row.discountedUtilities), row.error],
  ];
  return `${fields.map(csvField).join(",")}\r\n`;
}

function pair(values: readonly (number | null)[]): readonly (number | null)[] {
  return [values[0] ?? null, values[1] ?? null];
}

function csvField(value: string | number | boolean | null): string {
  if (value === null) return "";
  // A spreadsheet takes what begins with one of these for a formula.
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
