/**
 * @module
 * A log port with what is remembered of it: reads what other processes have added, and makes sure that it still is
 * the log that was read before.
 */

import { factsOf } from "../../core/json/index.js";
import { NegotiationError } from "../../errors.js";
import type { LogEntry, LogPort, LogRecord } from "../../ports/index.js";
import { NotStrictJson } from "../canonical/index.js";
import type { Sha256 } from "../merkle/index.js";
import { type LogChain, logChain, type NextEntry } from "./log-chain.js";
import { entryHash } from "./log-entry.js";

/** What a port keeps, and what is remembered of it. */
export interface LogMirror {
  readonly chain: LogChain;
  /** Adds an entry that is stored. */
  add(next: NextEntry): Promise<void>;
  /** Reads what others have added, and does what they left undone. */
  catchUp(): Promise<void>;
  /** The record at a place that is taken. */
  recordAt(seq: number): Promise<LogRecord>;
}

/**
 * An empty memory of what a port keeps.
 *
 * @throws {NegotiationError} `store_failed`, from its methods, when what is kept is no longer what was read before
 */
export function logMirror({ port, sha256 }: { readonly port: LogPort; readonly sha256: Sha256 }): LogMirror {
  const chain = logChain(sha256);
  const { tree } = chain;
  /** Redactions whose disclosures may still be there: also those of a process that died in between. */
  let undone: LogEntry[] = [];
  const note = (entry: LogEntry): void => {
    if (entry.kind === "redaction") undone.push(entry);
  };
  /** An entry that was found to go on, if nobody can change it: a port over memory gives it again. */
  let seen: LogEntry | undefined;
  const goesOn = (records: readonly LogRecord[], known: number): boolean => {
    try {
      return records.every(({ entry }, index) => {
        if (index < known) {
          const isLast = entry === seen && entry.seq === tree.size() - 1;
          if (!isLast && entryHash(sha256, entry) !== chain.head()) return false;
          if (factsOf(entry) !== undefined) seen = entry;
          return true;
        }
        const follows = chain.take(entry);
        if (follows) note(entry);
        return follows;
      });
    } catch (error) {
      // No log has ever held what is no strict JSON.
      if (error instanceof NotStrictJson) return false;
      throw error;
    }
  };
  const redact = async (): Promise<void> => {
    for (const { body } of undone) {
      const [agreement] = chain.places(String(body["agreement_id"]));
      if (agreement !== undefined) await port.redact(agreement.seq, body["pointers"] as readonly string[]);
    }
    undone = [];
  };
  return {
    chain,
    add(next: NextEntry): Promise<void> {
      chain.add(next);
      seen = next.entry;
      note(next.entry);
      return redact();
    },
    async catchUp(): Promise<void> {
      for (;;) {
        // The last known entry comes again, so that a log that was cut or rewritten meanwhile is found out.
        const known = Math.min(tree.size(), 1);
        const records = await port.read(tree.size() - known, PAGE);
        if (records.length < known || !goesOn(records, known)) throw rewritten();
        if (records.length < PAGE) break;
      }
      await redact();
    },
    async recordAt(seq: number): Promise<LogRecord> {
      const [record] = await port.read(seq, 1);
      if (record?.entry.seq !== seq) throw rewritten();
      return record;
    },
  };
}

/** Chosen: some megabytes at the very most, and a hundred thousand entries in some hundred reads. */
const PAGE = 256;

/** The error for a log that is no longer what it was. */
export function rewritten(): NegotiationError {
  return new NegotiationError(
    "store_failed",
    "Expected the log to go on from what was read before, got another. Somebody cut it, changed it, or put an older one in its place.",
  );
}
