/**
 * @module
 * What can be wrong with a log, and where: the answer of `verify-log.ts`.
 */

/**
 * How a log is damaged.
 *
 * - `entry_invalid`: an entry is not canonical, of unknown kind, or has not exactly the members of its kind; or a
 *   withdrawal from a negotiation comes behind another end of it
 * - `sequence_broken`: entries are missing, moved or there twice
 * - `chain_broken`: an entry was changed, so that it no longer fits its neighbours
 * - `time_broken`: an entry is earlier than the one before
 * - `signature_invalid`: an agreement, co-signature or withdrawal is not signed as it says, a party signs twice, or who
 *   signs or redacts is none of the parties
 * - `agreement_twice`: a second agreement of one `agreement_id` or one `negotiation_id`, or one behind a withdrawal
 * - `redaction_invalid`: a redaction names nothing, the same twice, or what is no leaf of that agreement's terms
 * - `agreement_unknown`: what a co-signature or redaction is added to is not in an entry before it
 * - `root_mismatch`: from there on it is another log than the one that was signed
 * - `truncated`: entries that were signed are missing at the end
 * - `checkpoint_invalid`: a checkpoint is none, or nobody who is trusted signed it; the log was not looked at
 *
 * @see docs/requirements/signing.md, SG-33 and SG-42
 */
export type LogDamageCode =
  | "entry_invalid"
  | "sequence_broken"
  | "chain_broken"
  | "time_broken"
  | "signature_invalid"
  | "agreement_twice"
  | "redaction_invalid"
  | "agreement_unknown"
  | "root_mismatch"
  | "truncated"
  | "checkpoint_invalid";

/** The first thing that is wrong with a log. */
export interface LogDamage {
  readonly ok: false;
  /** From 0: everything before it fits. The number of entries when the end is missing. */
  readonly firstBadIndex: number;
  readonly code: LogDamageCode;
}

/** A sound log, or what is wrong first. */
export type LogVerdict =
  | {
      readonly ok: true;
      readonly size: number;
      /** The hash of the last entry; `genesis` for none. */
      readonly head: string;
      /** The Merkle root, written as a hash. */
      readonly root: string;
    }
  | LogDamage;

/** A frozen damage. */
export function logDamage(firstBadIndex: number, code: LogDamageCode): LogDamage {
  return Object.freeze({ ok: false, firstBadIndex, code });
}
