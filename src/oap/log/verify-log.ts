/**
 * @module
 * Checks a whole log, with nobody asked: that it is one chain, that the checkpoints are its own, and that a host may
 * write what it says, which `log-rules.ts` knows. Which entry is the first bad one is found in `log-auditor.ts`.
 */

import { demandFunctions, readOptions } from "../../core/checks/index.js";
import { FORM_LIMITS } from "../agreement/index.js";
import { canonicalForm } from "../canonical/index.js";
import { encodeBase64 } from "../encoding/index.js";
import type { VerifierOptions } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import { webCryptoVerifier } from "../signing/index.js";
import { type Checkpoint, readCheckpoint } from "./checkpoint.js";
import { type LogLink, type LogVerdict, logAuditor, logDamage } from "./log-auditor.js";
import { isLogEntry } from "./log-entry.js";
import { isBody, logRules } from "./log-rules.js";

/** What a log is checked against. */
export interface VerifyLogOptions extends VerifierOptions {
  readonly sha256: Sha256;
  /**
   * Signed notes of the log, which need `logKeys`; or checkpoints that were read already.
   *
   * @default none: then a log that was cut or written anew as a whole passes
   */
  readonly checkpoints?: readonly (string | Checkpoint)[] | undefined;
  /** The verifier keys of the log, as `noteKey` writes them. @default none */
  readonly logKeys?: readonly string[] | undefined;
  /** The hash of the last entry, where it is known. @default unknown */
  readonly head?: string | undefined;
  /** Whether the signatures in the entries are verified as well, and the hashes that they cover. @default true */
  readonly signatures?: boolean | undefined;
}

/**
 * Whether a log is whole; else the first bad index and what is wrong there.
 *
 * Entries may come one by one, as values or as lines of canonical JSON; a few of them are held at a time. Of several
 * damages it names the one with the smallest index. Each signature is verified with the key in its own entry, whose word
 * is taken for DIDs that are not `did:key`. Ids and names of terms are remembered, nothing else.
 *
 * @throws {TypeError} for signed notes without `logKeys`, a key that is none, without `sha256`, and an unknown option; what `entries` throws goes through
 * @see docs/requirements/signing.md, SG-28, SG-33 and SG-42
 * @example
 * const verdict = await verifyLog(entries, { sha256, checkpoints: [note], logKeys: [verifierKey] });
 * if (!verdict.ok) console.log(verdict.firstBadIndex, verdict.code);
 */
export async function verifyLog(
  entries: Iterable<unknown> | AsyncIterable<unknown>,
  given: VerifyLogOptions,
): Promise<LogVerdict> {
  const options = readOptions("the options of verifyLog", given, OPTIONS);
  const { sha256, signatures, head, verifier = webCryptoVerifier() } = options;
  demandFunctions({ sha256: sha256 ?? null });
  const roots = await knownRoots(options);
  if (roots === undefined) return logDamage(0, "checkpoint_invalid");
  const walk = logAuditor(sha256, roots);
  const rules = logRules({ sha256, verifier });
  const iterator = iteratorOf(entries);
  if (iterator === undefined) return logDamage(0, "entry_invalid");
  for await (const given of { [Symbol.asyncIterator]: () => iterator }) {
    const link = readLink(given);
    let fault = link && rules.faultOf(link.entry);
    if (link && fault === undefined) rules.remember(link.entry);
    if (link && signatures !== false && !(await rules.isSigned(link.entry))) fault = "signature_invalid";
    const damage = walk.take(link, fault);
    if (damage !== undefined) return damage;
  }
  return walk.end(head);
}

const OPTIONS = ["sha256", "checkpoints", "logKeys", "head", "signatures", "verifier"] as const;

async function knownRoots({
  checkpoints = [],
  logKeys: keys,
  sha256,
  verifier,
}: VerifyLogOptions): Promise<Map<number, string[]> | undefined> {
  const roots = new Map<number, string[]>();
  let log: string | undefined;
  for (const given of elementsOf(checkpoints) ?? [undefined as never]) {
    let checkpoint = given;
    if (typeof checkpoint === "string") {
      if (keys === undefined) throw new TypeError("Expected logKeys to read signed notes with, got none.");
      const read = await readCheckpoint(checkpoint, { keys, sha256, verifier });
      if (!read.ok) return undefined;
      checkpoint = read.checkpoint;
    }
    // No log of 2^53 entries is ever walked along: that larger sizes are rounded changes nothing.
    try {
      const { size: exact, root, origin } = checkpoint;
      log ??= origin;
      // Two names are two logs, whatever they say.
      if (typeof exact !== "bigint" || exact < 0n || origin !== log) return undefined;
      const size = Number(exact);
      roots.set(size, [...(roots.get(size) ?? []), encodeBase64(root)]);
    } catch {
      return undefined;
    }
  }
  return roots;
}

/** `undefined` for what has none, also where a trap of it throws. */
function elementsOf<Element>(list: Iterable<Element>): readonly Element[] | undefined {
  try {
    return [...list];
  } catch {
    return undefined;
  }
}

/** `undefined` for what has no entries, also where a trap of it throws. */
function iteratorOf(entries: Iterable<unknown> | AsyncIterable<unknown>): AsyncIterator<unknown> | undefined {
  try {
    const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = entries as Iterable<unknown> &
      AsyncIterable<unknown>;
    // One that is not asynchronous may stand for one: each of its steps is waited for all the same.
    return (later ?? (now as unknown as typeof later)).call(entries);
  } catch {
    return undefined;
  }
}

function readLink(given: unknown): LogLink | undefined {
  try {
    const isLine = typeof given === "string";
    const entry: unknown = isLine ? JSON.parse(given) : given;
    // The copy alone: what an object says when it is asked again may differ.
    const { plain, bytes } = canonicalForm(entry, FORM_LIMITS);
    const { copy } = plain;
    return isLogEntry(copy) && isBody(copy) && (!isLine || DECODER.decode(bytes) === given)
      ? { entry: copy, bytes }
      : undefined;
  } catch {
    // It is no JSON, or no strict JSON: what is wrong with it in particular does not matter.
    return undefined;
  }
}

const DECODER = new TextDecoder();
