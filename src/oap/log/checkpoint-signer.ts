/**
 * @module
 * Signs checkpoints for a log: never a smaller one, never one that does not continue the last.
 */

import { encodeBase64 } from "../encoding/index.js";
import { resolveDidKey, type Signer, type Verifier } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import { checkpointText, readCheckpoint } from "./checkpoint.js";
import { type LogMirror, rewritten } from "./log-mirror.js";
import { type NoteSigner, noteKey, writeNote } from "./signed-note.js";

/** Who signs for a log, as what, and what it has signed before. */
export interface CheckpointSignerOptions {
  readonly sha256: Sha256;
  /** The log's name, such as `example.com/log`: without white space and plus signs, the same for good. */
  readonly origin: string;
  /** Signs checkpoints. The public key may be left out where `kid` is a `did:key`. */
  readonly signer: Signer & Partial<Pick<NoteSigner, "publicKey">>;
  /**
   * The newest checkpoint that was ever given out: the log refuses to sign what does not continue it.
   *
   * @default none, so that only what this object has seen is continued
   */
  readonly lastCheckpoint?: string | undefined;
  /** Checks `lastCheckpoint`, behind the byte guard. @default WebCrypto */
  readonly verifier?: Verifier | undefined;
}

/** Signs a log. */
export interface CheckpointSigner {
  /** For those who check the log, as `noteKey` writes it. */
  readonly verifierKey: string;
  /**
   * A signed note over all entries there are.
   *
   * @throws {NegotiationError} `store_failed` when they do not continue the last checkpoint
   */
  checkpoint(): Promise<string>;
}

/**
 * Signs the whole, once for each size, and never what does not continue the last checkpoint.
 *
 * @throws {TypeError} for an origin that is no name, and a signer whose public key is not known
 * @see docs/requirements/signing.md, SG-32
 */
export function checkpointSigner(
  { sha256, origin, signer: given, lastCheckpoint, verifier }: CheckpointSignerOptions,
  { chain, catchUp }: LogMirror,
): CheckpointSigner {
  const { tree } = chain;
  const signer: NoteSigner = {
    name: origin,
    publicKey: publicKeyOf(given),
    sign: (bytes) => given.sign(bytes),
  };
  const verifierKey = noteKey(origin, signer.publicKey, sha256);
  let last: { readonly size: number; readonly note: string } | undefined;
  const demandContinuation = async (note: string): Promise<void> => {
    const read = await readCheckpoint(note, { keys: [verifierKey], sha256, verifier });
    if (!read.ok) throw new TypeError("Expected lastCheckpoint to be a checkpoint of this log, got another.");
    const { size, root } = read.checkpoint;
    const isContinued = size <= tree.size() && encodeBase64(tree.root(Number(size))) === encodeBase64(root);
    if (!isContinued) throw rewritten();
  };
  return {
    verifierKey,
    async checkpoint(): Promise<string> {
      await catchUp();
      const size = tree.size();
      if (last === undefined && lastCheckpoint !== undefined) await demandContinuation(lastCheckpoint);
      if (last?.size !== size) {
        const text = checkpointText({ origin, size: BigInt(size), root: tree.root(), extensions: [] });
        last = { size, note: await writeNote(text, [signer], sha256) };
      }
      return last.note;
    },
  };
}

function publicKeyOf({ kid, publicKey }: CheckpointSignerOptions["signer"]): Uint8Array {
  if (publicKey !== undefined) return publicKey;
  const key = resolveDidKey(kid);
  if (key.ok) return key.publicKey;
  throw new TypeError("Expected a signer with its publicKey, or with a kid of did:key, got another.");
}
