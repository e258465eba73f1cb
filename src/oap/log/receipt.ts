/**
 * @module
 * Receipts: what a party keeps to show later, with nobody asked, that its agreement stands in the log.
 */

import { demandFunctions, readOptions } from "../../core/checks/index.js";
import type { LogEntry } from "../../ports/index.js";
import { FORM_LIMITS } from "../agreement/index.js";
import { refusalOfOther, strictCopy } from "../canonical/index.js";
import { decodeBase64, isHashText } from "../encoding/index.js";
import { leafHash, verifyInclusion } from "../merkle/index.js";
import { type CheckpointResult, readCheckpoint } from "./checkpoint.js";
import { entryBytes, GENESIS, isLogEntry } from "./log-entry.js";
import { isBody, logRules } from "./log-rules.js";
import type { ReadNoteOptions } from "./signed-note.js";

/** An entry, and the log's word for it; plain data. */
export interface Receipt {
  readonly entry: LogEntry;
  /** A signed note. */
  readonly checkpoint: string;
  /** The inclusion proof, from the leaf up, each hash in base64. */
  readonly proof: readonly string[];
}

/** What a receipt is checked with. */
export interface VerifyReceiptOptions extends Omit<ReadNoteOptions, "keys"> {
  /** The verifier keys of the log, as `noteKey` writes them. */
  readonly logKeys: readonly string[];
  /**
   * The agreement that the receipt has to be for.
   *
   * @default any: then compare the body of `entry` yourself
   */
  readonly agreement?: { readonly agreement_id: string; readonly agreement_hash: string } | undefined;
}

/**
 * The checkpoint of a receipt, if the log signed it and it covers the entry.
 *
 * Refuses with `document_invalid` what is no receipt, or one for an entry that no host may write, with
 * `signature_invalid` a checkpoint that is not the log's or does not cover the entry, with `agreement_mismatch` a
 * receipt for another agreement.
 *
 * @throws {TypeError} when one of `logKeys` is no verifier key, without `sha256`, and for an unknown option
 * @see docs/requirements/signing.md, SG-34
 * @example
 * const answer = await verifyReceipt(receipt, { sha256, logKeys: [verifierKey], agreement });
 * if (answer.ok) console.log(answer.checkpoint.size);
 */
export async function verifyReceipt(
  receipt: unknown,
  options: VerifyReceiptOptions,
): Promise<CheckpointResult> {
  const given = readOptions("the options of verifyReceipt", options, OPTIONS);
  const { logKeys: keys, sha256, verifier, agreement } = given;
  demandFunctions({ sha256: sha256 ?? null });
  const copy = strictCopy(receipt, FORM_LIMITS);
  if (!copy.ok) return copy;
  type Members = Partial<Record<keyof Receipt, unknown>>;
  const { entry, checkpoint, proof, ...others } = (copy.value ?? {}) as Members;
  // One hash for each level of a tree of 2^64 entries at most.
  const isShort = Array.isArray(proof) && proof.length <= 64;
  const hashes = isShort ? proof.map((hash) => decodeBase64(String(hash))) : [undefined];
  const rules = logRules({ sha256, verifier });
  if (
    Object.keys(others).length > 0 ||
    !isLogEntry(entry) ||
    !isBody(entry) ||
    !hashes.every((hash) => hash !== undefined) ||
    // Of what came before nothing is known.
    (rules.faultOf(entry) ?? UNKNOWN) !== UNKNOWN ||
    !(await rules.isSigned(entry))
  ) {
    return refusalOfOther("document_invalid", "a receipt");
  }
  const read = await readCheckpoint(checkpoint, { keys, sha256, verifier });
  if (!read.ok) return read;
  const { size, root } = read.checkpoint;
  const leaf = leafHash(sha256, entryBytes(entry));
  if (!verifyInclusion(sha256, { leaf, index: entry.seq, size, root, proof: hashes })) {
    return refusalOfOther("signature_invalid", "a checkpoint that covers the entry");
  }
  // Behind the proof: of a receipt whose index was changed the checkpoint is what does not hold.
  if (!isPlaced(entry)) return refusalOfOther("document_invalid", "a receipt");
  const { agreement_id, agreement_hash } = entry.body;
  const isFor =
    agreement === undefined ||
    (agreement !== null &&
      entry.kind === "agreement" &&
      agreement_id === agreement.agreement_id &&
      agreement_hash === agreement.agreement_hash);
  if (isFor) return read;
  return refusalOfOther("agreement_mismatch", "a receipt for the agreement");
}

const OPTIONS = ["logKeys", "sha256", "verifier", "agreement"] as const;

/** Whether it continues some entry, unless it is the first; which one it has to be, only the log tells. */
function isPlaced({ seq, prev }: LogEntry): boolean {
  return seq === 0 ? prev === GENESIS : isHashText(prev);
}

const UNKNOWN = "agreement_unknown";
