/**
 * @module
 * Compares two checkpoints of one log: whether it tells everybody the same history.
 */

import { type Sha256, verifyConsistency } from "../merkle/index.js";
import type { Checkpoint } from "./checkpoint.js";

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
 * @see docs/requirements/signing.md, SG-34
 * @example
 * detectFork(mine, yours, { sha256, proof: await log.consistencyProof(Number(mine.size), Number(yours.size)) });
 */
export function detectFork(
  one: Checkpoint,
  other: Checkpoint,
  { sha256, proof }: { readonly sha256: Sha256; readonly proof?: readonly Uint8Array[] | undefined },
): ForkVerdict {
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
