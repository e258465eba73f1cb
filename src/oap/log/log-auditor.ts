/**
 * @module
 * Walks along a log, one entry at a time, and finds the first that does not fit: chain, order, time and checkpoints.
 * It waits one or two entries before it judges, since only the next ones tell which of two neighbours was changed.
 */

import type { LogEntry } from "../../ports/index.js";
import { encodeBase64, hashText } from "../encoding/index.js";
import { leafHash, merkleRoot, type Sha256 } from "../merkle/index.js";
import { GENESIS } from "./log-entry.js";

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
 * - `checkpoint_invalid`: a checkpoint is none, is of another log than the others, or nobody who is trusted signed it; the
 *   log was not looked at
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

/** An entry and its canonical bytes. */
export interface LogLink {
  readonly entry: LogEntry;
  readonly bytes: Uint8Array;
}

/** What is known of a log from elsewhere: for each size its roots, in base64. */
export type KnownRoots = ReadonlyMap<number, readonly string[]>;

/** A walk along a log. */
export interface LogAuditor {
  /**
   * Takes the next entry, `undefined` for one that cannot be read.
   *
   * @param fault - why it may not follow, whatever its place in the chain
   * @returns the first damage, once it is certain; the walk is over then
   */
  take(link: LogLink | undefined, fault?: LogDamageCode): LogDamage | undefined;
  /** @param head - the hash of the last entry, where it is known */
  end(head?: string): LogVerdict;
}

/**
 * A walk at the beginning of a log.
 *
 * @see docs/requirements/signing.md, SG-33, for the index and code of each damage
 */
export function logAuditor(sha256: Sha256, roots: KnownRoots): LogAuditor {
  const tree = merkleRoot(sha256);
  let count = 0;
  let head = GENESIS;
  let at = Number.NEGATIVE_INFINITY;
  // What may be wrong with the entry before; that its content was changed would come first.
  let doubt: LogDamage | undefined;
  // The last link does not hold: the next entry tells whose fault it is.
  let isTorn = false;
  let fittingSize = 0;

  /** The damage before `count`, given that the entry there follows the one before; else that of the entry there. */
  const settled = (code?: LogDamageCode): LogDamage | undefined => {
    const known = roots.get(count);
    const root = known && encodeBase64(tree.root());
    if (known?.some((one) => one !== root) && (doubt === undefined || fittingSize < doubt.firstBadIndex)) {
      return logDamage(fittingSize, "root_mismatch");
    }
    if (known !== undefined) fittingSize = count;
    return doubt ?? (code && logDamage(count, code));
  };
  return {
    take(link: LogLink | undefined, fault?: LogDamageCode): LogDamage | undefined {
      if (isTorn) {
        const isOwnFault = link !== undefined && link.entry.prev !== head;
        return isOwnFault ? settled("chain_broken") : logDamage(count - 1, "chain_broken");
      }
      if (link === undefined) return settled("entry_invalid");
      const { entry, bytes } = link;
      if (entry.seq !== count) return settled("sequence_broken");
      isTorn = entry.prev !== head;
      if (isTorn && count === 0) return settled("chain_broken");
      const damage = isTorn ? undefined : settled();
      if (damage !== undefined) return damage;
      head = hashText(sha256, bytes);
      if (isTorn) return undefined;
      if (entry.at < at) doubt = logDamage(count, "time_broken");
      else if (fault !== undefined) doubt = logDamage(count, fault);
      at = entry.at;
      tree.add(leafHash(sha256, bytes));
      count += 1;
      return undefined;
    },
    end(known?: string): LogVerdict {
      if (isTorn) return logDamage(count - 1, "chain_broken");
      const damage = settled();
      const last = Math.max(count - 1, 0);
      const isOther = known !== undefined && known !== head;
      if (isOther && (damage?.firstBadIndex ?? last) >= last) {
        return logDamage(last, count === 0 ? "truncated" : "chain_broken");
      }
      if (damage !== undefined) return damage;
      for (const size of roots.keys()) if (size > count) return logDamage(count, "truncated");
      return Object.freeze({ ok: true, size: count, head, root: `sha256-${encodeBase64(tree.root())}` });
    },
  };
}
