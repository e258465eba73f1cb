/**
 * @module
 * A log in memory: the log port for tests, and for hosts that write it elsewhere.
 */

import { isEqualJson, type Json } from "../../core/json/index.js";
import type { LogDisclosures, LogEntry, LogPort, LogRecord } from "../../ports/index.js";
import { FORM_LIMITS } from "../agreement/index.js";
import { strictCopy } from "../canonical/index.js";

/**
 * An empty log in memory. It answers at once, and is gone with the process.
 *
 * @throws {TypeError} from `append`, when an entry or a disclosure is not strict JSON
 * @see docs/requirements/signing.md, SG-35
 * @example
 * const log = createTransparencyLog({ port: memoryLog(), sha256, origin: "example.com/log", signer, clock });
 */
export function memoryLog(): LogPort {
  const records: LogRecord[] = [];
  const taken = { agreement_id: new Set<unknown>(), negotiation_id: new Set<unknown>() };
  return Object.freeze({
    append(entry: LogEntry, disclosures: LogDisclosures = {}, before?: LogEntry): boolean {
      const last = records.at(-1)?.entry;
      const isSame = (): boolean => isEqualJson((last ?? null) as Json, before as unknown as Json);
      const isBehind = before === undefined || before === last || isSame();
      if (entry.seq !== records.length || !isBehind) return false;
      const record = { entry: frozenCopy<LogEntry>(entry), disclosures: frozenCopy(disclosures) };
      const { kind, body } = record.entry;
      const ids = Object.entries(taken).slice(UNKEYED[kind] ?? 2);
      if (ids.some(([name, known]) => known.has(body[name]))) return false;
      for (const [name, known] of ids) if (body[name] !== undefined) known.add(body[name]);
      records.push(Object.freeze(record));
      return true;
    },
    read: (from: number, limit: number): readonly LogRecord[] => records.slice(from, from + limit),
    size: () => records.length,
    redact(seq: number, pointers: readonly string[]): void {
      const record = records[seq];
      if (record === undefined) return;
      const left = Object.entries(record.disclosures).filter(([pointer]) => !pointers.includes(pointer));
      records[seq] = Object.freeze({ ...record, disclosures: Object.freeze(Object.fromEntries(left)) });
    },
  });
}

/** How many of the two ids, the first ones, are no keys of a kind. */
const UNKEYED: Readonly<Record<string, number>> = { agreement: 0, withdrawal_penalty: 1 };

function frozenCopy<T>(value: T): T {
  const copy = strictCopy(value, FORM_LIMITS);
  if (!copy.ok) throw new TypeError("Expected an entry and disclosures of strict JSON, got others.");
  return copy.value as Json as T;
}
