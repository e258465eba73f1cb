/**
 * @module
 * Checkpoints of a log after C2SP: its origin, how many entries it has and their Merkle root, in a signed note; and whether
 * two of them tell one history.
 */

import { readOptions } from "../../core/checks/index.js";
import { refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import { decodeBase64, encodeBase64 } from "../encoding/index.js";
import { type Sha256, verifyConsistency } from "../merkle/index.js";
import { noteText, type ReadNoteOptions, readNote } from "./signed-note.js";

/** What a log says of itself. */
export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string;
  /** The number of entries, at most 2^64 - 1. */
  readonly size: bigint;
  /** The Merkle root of these entries: 32 bytes for SHA-256. */
  readonly root: Uint8Array;
  /** Further lines, which mean nothing here. */
  readonly extensions: readonly string[];
}

/** A checkpoint, or why there is none. */
export type CheckpointResult = { readonly ok: true; readonly checkpoint: Checkpoint } | SigningRefusal;

/**
 * The text of a checkpoint, which goes into a signed note.
 *
 * @see https://c2sp.org/tlog-checkpoint
 * @example
 * checkpointText({ origin: "example.com/log", size: 0n, root: sha256(new Uint8Array()), extensions: [] });
 */
export function checkpointText({ origin, size, root, extensions }: Checkpoint): string {
  return [origin, String(size), encodeBase64(root), ...extensions, ""].join("\n");
}

/**
 * A checkpoint from the text of a note, or from a whole note without a look at its signatures: for those who have it
 * from somebody they trust.
 *
 * @returns `undefined` for a text that is no checkpoint
 * @example
 * parseCheckpoint("example.com/log\n2\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n")?.size; // 2n
 */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  if (typeof text !== "string") return undefined;
  const lines = (noteText(text) ?? text).split("\n");
  const [origin = "", size = "", encodedRoot = "", ...extensions] = lines.slice(0, -1);
  const root = decodeBase64(encodedRoot);
  const isSized = /^(?:0|[1-9]\d{0,19})$/.test(size) && BigInt(size) < 2n ** 64n;
  const isWhole = lines.at(-1) === "" && origin !== "" && !extensions.includes("");
  if (!isWhole || !isSized || !root?.length) return undefined;
  return Object.freeze({ origin, size: BigInt(size), root, extensions: Object.freeze(extensions) });
}

/**
 * The checkpoint of a signed note, if the log itself signed it: a trusted key whose name is the origin.
 *
 * Refuses as `readNote` does, with `document_invalid` when the text is no checkpoint, and with `signature_invalid`
 * when only others signed it.
 *
 * @throws {TypeError} as `readNote` does
 * @see https://c2sp.org/tlog-checkpoint; docs/requirements/signing.md, SG-32
 * @example
 * const read = await readCheckpoint(note, { keys: [verifierKey], sha256 });
 * if (read.ok) console.log(read.checkpoint.size);
 */
export async function readCheckpoint(note: unknown, options: ReadNoteOptions): Promise<CheckpointResult> {
  const read = await readNote(note, options);
  if (!read.ok) return read;
  const checkpoint = parseCheckpoint(read.text);
  if (checkpoint === undefined) {
    return refusalOfOther("document_invalid", "a checkpoint");
  }
  if (read.signers.includes(checkpoint.origin)) return Object.freeze({ ok: true, checkpoint });
  return refusalOfOther("signature_invalid", "a signature of the log itself");
}

/**
 * What two checkpoints say together.
 *
 * - `consistent`: the larger log begins with the smaller
 * - `fork`: they have one size and two roots, or the proof that was asked for does not hold
 * - `unproven`: the sizes differ, and there is no proof yet
 * - `other_log`: the origins differ, so there is nothing to compare
 */
export type ForkVerdict = "consistent" | "fork" | "unproven" | "other_log";

/**
 * Whether two checkpoints belong to one history. Verify their signatures first.
 *
 * @param options.proof - the consistency proof from the smaller size to the larger, as the log gave it; a log that
 * cannot give one that holds has forked
 * @throws {TypeError} for an unknown option, and for what is no checkpoint
 * @see docs/requirements/signing.md, SG-34
 * @example
 * detectFork(mine, yours, { sha256, proof: await log.consistencyProof(Number(mine.size), Number(yours.size)) });
 */
export function detectFork(
  one: Checkpoint,
  other: Checkpoint,
  options: { readonly sha256: Sha256; readonly proof?: readonly Uint8Array[] | undefined },
): ForkVerdict {
  const { sha256, proof } = readOptions("the options of detectFork", options, ["sha256", "proof"]);
  if (typeof one?.size !== "bigint" || typeof other?.size !== "bigint") {
    throw new TypeError("Expected two checkpoints, got another value.");
  }
  if (one.origin !== other.origin) return "other_log";
  const [first, second] = one.size <= other.size ? [one, other] : [other, one];
  const needsProof = first.size !== second.size && first.size !== 0n;
  if (needsProof && proof === undefined) return "unproven";
  const isConsistent = verifyConsistency(sha256, {
    firstSize: first.size,
    firstRoot: first.root,
    secondSize: second.size,
    secondRoot: second.root,
    proof: needsProof ? (proof ?? []) : [],
  });
  return isConsistent ? "consistent" : "fork";
}
