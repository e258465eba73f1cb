/**
 * @module
 * The rows of a log's table, which both databases have alike: an entry and its disclosures, as texts of JSON.
 */

import type { LogDisclosures, LogEntry, LogKind, LogRecord } from "../../ports/index.js";

/** A row as a record. */
export function recordOf(row: unknown): LogRecord {
  const { entry, disclosures } = row as { readonly entry: string; readonly disclosures: string };
  return { entry: JSON.parse(entry) as LogEntry, disclosures: JSON.parse(disclosures) as LogDisclosures };
}

/** Columns of ids, with the kinds of entries that have one of their own in them; other entries have none. */
export const ID_COLUMNS: readonly (readonly [name: string, kinds: readonly LogKind[]])[] = [
  ["agreement_id", ["agreement"]],
  ["negotiation_id", ["agreement", "withdrawal_penalty"]],
];

/** What stands in them: texts of JSON, since PostgreSQL keeps no text with a zero byte. */
export function idsOf({ kind, body }: LogEntry): (string | null)[] {
  return ID_COLUMNS.map(([name, kinds]) =>
    kinds.includes(kind) ? (JSON.stringify(body[name]) ?? null) : null,
  );
}

/** The text of disclosures without these; `undefined` when none of them was there. */
export function textWithout(text: string, pointers: readonly string[]): string | undefined {
  const all = Object.entries(JSON.parse(text) as LogDisclosures);
  const left = all.filter(([pointer]) => !pointers.includes(pointer));
  return left.length === all.length ? undefined : JSON.stringify(Object.fromEntries(left));
}
