/**
 * @module
 * The rows of a log's table, which both databases have alike: an entry and its disclosures, as texts of JSON.
 */

import type { LogDisclosures, LogEntry, LogRecord } from "../ports/log.js";

/** A row as a record. */
export function recordOf(row: unknown): LogRecord {
  const { entry, disclosures } = row as { readonly entry: string; readonly disclosures: string };
  return { entry: JSON.parse(entry) as LogEntry, disclosures: JSON.parse(disclosures) as LogDisclosures };
}

/** The text of disclosures without these; `undefined` when none of them was there. */
export function textWithout(text: string, pointers: readonly string[]): string | undefined {
  const all = Object.entries(JSON.parse(text) as LogDisclosures);
  const left = all.filter(([pointer]) => !pointers.includes(pointer));
  return left.length === all.length ? undefined : JSON.stringify(Object.fromEntries(left));
}
