/**
 * @module
 * The log port: where a transparency log keeps its entries, and beside them what they disclose. Hashes are made
 * before it is called (`oap/log/transparency-log.ts`).
 */

import type { Json, JsonObject } from "../core/json/index.js";
import type { MaybePromise } from "./maybe-promise.js";

/** What an entry records. */
export type LogKind = "agreement" | "cosignature" | "redaction" | "withdrawal_penalty";

/**
 * One link of the chain. Its hash is that of its canonical bytes; what it discloses is no part of it.
 *
 * @see docs/requirements/signing.md, SG-30
 */
export interface LogEntry {
  /** From 0, without gaps. */
  readonly seq: number;
  /** The hash of the entry before, `sha256-...`; `genesis` for the first. */
  readonly prev: string;
  readonly kind: LogKind;
  /** Epoch ms, an integer of at least 0; not before that of the entry before. */
  readonly at: number;
  /** Strict JSON; for an agreement its public form. */
  readonly body: JsonObject;
}

/** A leaf of an agreement that may be read: with its salt and value anybody can make its digest. */
export interface LogDisclosure {
  readonly salt: string;
  readonly value: Json;
}

/** What is disclosed of an agreement, by JSON pointer. */
export type LogDisclosures = Readonly<Record<string, LogDisclosure>>;

/** An entry with what is disclosed of it now. */
export interface LogRecord {
  readonly entry: LogEntry;
  /** Empty where nothing is disclosed. */
  readonly disclosures: LogDisclosures;
}

/**
 * Keeps a log. Several processes may share one: `append` is a compare-and-set on `seq`.
 *
 * A method that throws leaves open whether it took effect; the same call may be made again. Answers are isolated:
 * changing an argument or an answer later changes nothing that is kept.
 *
 * @see docs/requirements/signing.md, SG-35
 */
export interface LogPort {
  /**
   * Adds an entry, durably, if its `seq` is the number of entries there are.
   *
   * A negotiation ends once: no second agreement of an `agreement_id`, and no second agreement or `withdrawal_penalty` of
   * a `negotiation_id`, whoever asks at once. That takes unique keys; a look beforehand does not do.
   *
   * @param before - the last entry as it was read, where there was one: what others can change, such as a database that may fail
   * over, compares it within the same write
   * @returns whether it was added; `false` when another entry has taken the place, when the one before is missing or
   * another than `before`, and when one of that `agreement_id` or `negotiation_id` is there
   */
  append(entry: LogEntry, disclosures?: LogDisclosures, before?: LogEntry): MaybePromise<boolean>;
  /** At most `limit` records in the order of `seq`, beginning with `from`; none beyond the end. */
  read(from: number, limit: number): MaybePromise<readonly LogRecord[]>;
  /** The number of entries. */
  size(): MaybePromise<number>;
  /** Deletes disclosures for good, and nothing else. What is not there is no error. */
  redact(seq: number, pointers: readonly string[]): MaybePromise<void>;
}
