/**
 * @module
 * A Merkle tree after RFC 6962 that grows by one leaf at a time, with the proofs that `merkle-proof.ts` checks. It
 * keeps hashes only: two for an entry.
 */

import { integerIn } from "../../core/checks/index.js";
import { leafHash, nodeHash, type Sha256 } from "./merkle-proof.js";

/** A growing tree. Sizes and indexes here are those of a list in memory: safe integers. */
export interface MerkleTree {
  /** The number of entries. */
  size(): number;
  /** Adds an entry and gives its leaf hash; O(log n), and O(1) over many. */
  append(entry: Uint8Array): Uint8Array;
  /**
   * The root of the first `size` entries, by default of all; SHA-256 of nothing for none. O(log n).
   *
   * @throws {RangeError} when there are not so many
   */
  root(size?: number): Uint8Array;
  /**
   * The sibling hashes of a leaf, from the leaf up, in the tree of the first `size` entries, by default of all.
   *
   * @throws {RangeError} when there is no such leaf
   */
  inclusionProof(index: number, size?: number): Uint8Array[];
  /**
   * The hashes that show that the tree of `size` entries, by default of all, begins with that of `firstSize`; empty
   * for the empty tree and for the same size.
   *
   * @throws {RangeError} when there are not so many
   */
  consistencyProof(firstSize: number, size?: number): Uint8Array[];
}

/**
 * An empty tree.
 *
 * @param sha256 - SHA-256 at once: that of `@noble/hashes/sha2.js`, or one over `node:crypto`
 * @see RFC 6962, section 2.1; docs/requirements/signing.md, SG-31
 * @example
 * const tree = merkleTree(sha256);
 * tree.append(canonicalize({ seq: 0 }));
 * const root = tree.root();
 */
export function merkleTree(sha256: Sha256): MerkleTree {
  // On level k the hash at i is that of the whole subtree of 2^k leaves from i * 2^k on.
  const levels: Uint8Array[][] = [[]];
  const countOf = (): number => levels[0]?.length ?? 0;

  /** The hash of the leaves from `start` to before `end`, where `start` is where such a subtree may begin. */
  function rangeHash(start: number, end: number): Uint8Array {
    const count = end - start;
    const whole = levels[Math.log2(count)]?.[start / count];
    if (whole !== undefined) return whole;
    const middle = start + largestPowerBelow(count);
    return nodeHash(sha256, rangeHash(start, middle), rangeHash(middle, end));
  }

  /** PATH of RFC 6962, section 2.1.1. */
  function pathTo(index: number, start: number, end: number): Uint8Array[] {
    if (end - start === 1) return [];
    const middle = start + largestPowerBelow(end - start);
    return index < middle
      ? [...pathTo(index, start, middle), rangeHash(middle, end)]
      : [...pathTo(index, middle, end), rangeHash(start, middle)];
  }

  /** SUBPROOF of RFC 6962, section 2.1.2; the first tree's own hash is left out where it is the whole beginning. */
  function subproof(firstEnd: number, start: number, end: number): Uint8Array[] {
    if (firstEnd === end) return start === 0 ? [] : [rangeHash(start, end)];
    const middle = start + largestPowerBelow(end - start);
    return firstEnd <= middle
      ? [...subproof(firstEnd, start, middle), rangeHash(middle, end)]
      : [...subproof(firstEnd, middle, end), rangeHash(start, middle)];
  }

  return Object.freeze({
    size: countOf,
    append(entry: Uint8Array): Uint8Array {
      const leaf = leafHash(sha256, entry);
      let hash = leaf;
      for (let height = 0; ; height += 1) {
        const level = levels[height] ?? [];
        levels[height] = level;
        level.push(hash);
        const left = level.at(-2);
        if (level.length % 2 === 1 || left === undefined) return copyOf(leaf);
        hash = nodeHash(sha256, left, hash);
      }
    },
    root(size = countOf()): Uint8Array {
      integerIn("size", size, 0, countOf());
      return size === 0 ? sha256(new Uint8Array()) : copyOf(rangeHash(0, size));
    },
    inclusionProof(index: number, size = countOf()): Uint8Array[] {
      integerIn("size", size, 1, countOf());
      integerIn("index", index, 0, size - 1);
      return pathTo(index, 0, size).map(copyOf);
    },
    consistencyProof(firstSize: number, size = countOf()): Uint8Array[] {
      integerIn("size", size, 0, countOf());
      integerIn("firstSize", firstSize, 0, size);
      return firstSize === 0 ? [] : subproof(firstSize, 0, size).map(copyOf);
    },
  });
}

/** A `slice` would share its memory where the hash is a `Buffer`, as that of `node:crypto` is. */
function copyOf(hash: Uint8Array): Uint8Array {
  return new Uint8Array(hash);
}

/** The largest power of two that is less than `count`, of which there are at least 2. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
