/**
 * @module
 * The Merkle root of a stream after RFC 6962: it keeps one hash for each level, and makes no proofs. Those are
 * `merkle-tree.ts`'s.
 */

import type { Sha256 } from "./merkle-proof.js";

/** A root that grows by one leaf at a time. */
export interface MerkleRoot {
  /** Adds a leaf by its hash: O(1) over many. */
  add(leaf: Uint8Array): void;
  /** The root of all leaves so far. O(log n) */
  root(): Uint8Array;
}

/**
 * The root of no leaves.
 *
 * @see RFC 6962, section 2.1
 * @example
 * const stream = merkleRoot(sha256);
 * for (const entry of entries) stream.add(leafHash(sha256, entryBytes(entry)));
 * const root = stream.root();
 */
export function merkleRoot(sha256: Sha256): MerkleRoot {
  // Of whole subtrees, the largest first; their sizes are the powers of two in `count`.
  const subtrees: Uint8Array[] = [];
  const node = new Uint8Array(65).fill(1, 0, 1);
  let count = 0;
  const joined = (left: Uint8Array, right: Uint8Array): Uint8Array => {
    node.set(left, 1);
    node.set(right, 33);
    return sha256(node);
  };
  return {
    add(leaf: Uint8Array): void {
      let hash = leaf;
      for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) {
        hash = joined(subtrees.pop() as Uint8Array, hash);
      }
      subtrees.push(hash);
      count += 1;
    },
    root: () =>
      count === 0 ? sha256(new Uint8Array()) : subtrees.reduceRight((right, left) => joined(left, right)),
  };
}
