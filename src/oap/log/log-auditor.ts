/**
 * @module
 * Walks along a log, one entry at a time, and finds the first that does not fit: chain, order, time and checkpoints.
 * It waits one or two entries before it judges, since only the next ones tell which of two neighbours was changed.
 */

import type { LogEntry } from "../../ports/index.js";
import { encodeBase64, hashText } from "../encoding/index.js";
import { merkleRoot, type Sha256 } from "../merkle/index.js";
import { type LogDamage, type LogDamageCode, type LogVerdict, logDamage } from "./log-damage.js";
import { GENESIS } from "./log-entry.js";

/** An entry and its canonical text. */
export interface LogLink {
  readonly entry: LogEntry;
  readonly text: string;
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
  const leafOf = leafBytes();
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
      const { entry, text } = link;
      if (entry.seq !== count) return settled("sequence_broken");
      isTorn = entry.prev !== head;
      if (isTorn && count === 0) return settled("chain_broken");
      const damage = isTorn ? undefined : settled();
      if (damage !== undefined) return damage;
      const leaf = leafOf(text);
      head = hashText(sha256, leaf.subarray(1));
      if (isTorn) return undefined;
      if (entry.at < at) doubt = logDamage(count, "time_broken");
      else if (fault !== undefined) doubt = logDamage(count, fault);
      at = entry.at;
      tree.add(sha256(leaf));
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

/** Gives what the leaf of an entry is the hash of, a byte 0 and its text in UTF-8, in the same place in memory each time. */
function leafBytes(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(4096);
  return (text) => {
    // A UTF-16 unit takes at most three bytes.
    if (bytes.length <= 3 * text.length) bytes = new Uint8Array(6 * text.length);
    return bytes.subarray(0, 1 + encoder.encodeInto(text, bytes.subarray(1)).written);
  };
}
