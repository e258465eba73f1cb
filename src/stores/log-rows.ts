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

/** The columns of an agreement's ids, which no other agreement has; other entries have none in them. */
export const ID_COLUMNS: readonly string[] = ["agreement_id", "negotiation_id"];

/** What stands in them: texts of JSON, since PostgreSQL keeps no text with a zero byte. */
export function idsOf({ kind, body }: LogEntry): (string | null)[] {
  return ID_COLUMNS.map((name) => (kind === "agreement" ? (JSON.stringify(body[name]) ?? null) : null));
}

/** The text of disclosures without these; `undefined` when none of them was there. */
export function textWithout(text: string, pointers: readonly string[]): string | undefined {
  const all = Object.entries(JSON.parse(text) as LogDisclosures);
  const left = all.filter(([pointer]) => !pointers.includes(pointer));
  return left.length === all.length ? undefined : JSON.stringify(Object.fromEntries(left));
}
