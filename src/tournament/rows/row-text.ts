/**
 * @module
 * Rows as text, to be written while they come: JSON lines, which can be resumed from, and CSV for spreadsheets.
 */

import type { TournamentRow } from "./tournament-row.js";

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
