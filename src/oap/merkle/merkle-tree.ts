/**
 * @module
 * The Merkle tree after RFC 6962: growing, proving, and checking proofs. A tree keeps hashes only: two for an entry; the root
 * of a stream keeps one for each level, and makes no proofs.
 */

import { integerIn } from "../../core/checks/index.js";

/** A growing tree. Sizes and indexes here are those of a list in memory: safe integers. */
export interface MerkleTree {
  /** The number of entries. */
  size(): number;
  /** Adds an entry and gives its leaf hash; O(log n), and O(1) over many. */
  append(entry: Uint8Array): Uint8Array;
  /** Whether this is the entry at that index. */
  has(index: number, entry: Uint8Array): boolean;
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
 * const tree = createMerkleTree(sha256);
 * tree.append(canonicalize({ seq: 0 }));
 * const root = tree.root();
 */
export function createMerkleTree(sha256: Sha256): MerkleTree {
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
    has(index: number, entry: Uint8Array): boolean {
      const own = leafHash(sha256, entry);
      return levels[0]?.[index]?.every((byte, at) => byte === own[at]) === true;
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

/**
 * SHA-256, at once: `sha256` of `@noble/hashes/sha2.js`, or `(bytes) => createHash("sha256").update(bytes).digest()`
 * of `node:crypto`. It gives 32 bytes.
 */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** An index or a size: a safe integer, or a bigint below 2^64. */
export type LogNumber = number | bigint;

/** That a leaf stands in a tree. */
export interface InclusionClaim {
  /** `leafHash` of the entry. */
  readonly leaf: Uint8Array;
  /** From 0. */
  readonly index: LogNumber;
  readonly size: LogNumber;
  readonly root: Uint8Array;
  /** Sibling hashes, from the leaf up. */
  readonly proof: readonly Uint8Array[];
}

/** That a tree begins with an earlier one. */
export interface ConsistencyClaim {
  readonly firstSize: LogNumber;
  readonly firstRoot: Uint8Array;
  readonly secondSize: LogNumber;
  readonly secondRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * The hash of an entry in the tree: SHA-256 of `00` and its bytes.
 *
 * @see RFC 6962, section 2.1
 */
export function leafHash(sha256: Sha256, entry: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + entry.length);
  bytes.set(entry, 1);
  return sha256(bytes);
}

/**
 * The hash of two subtrees: SHA-256 of `01` and both hashes.
 *
 * @see RFC 6962, section 2.1
 */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(new Uint8Array([1, ...left, ...right]));
}

/**
 * Whether the proof shows that the leaf stands at its index in the tree of that size and root. Malformed input is
 * `false`, never an exception.
 *
 * @see RFC 9162, section 2.1.3.2; docs/requirements/signing.md, SG-31
 * @example
 * const tree = createMerkleTree(sha256);
 * const leaf = tree.append(canonicalize({ seq: 0 }));
 * verifyInclusion(sha256, { leaf, index: 0, size: 1, root: tree.root(), proof: tree.inclusionProof(0) }); // true
 */
export function verifyInclusion(sha256: Sha256, claim: InclusionClaim): boolean {
  const read = readClaim(() => [claim.index, claim.size, claim.leaf, claim.root, claim.proof]);
  if (read === undefined) return false;
  const [index, size, leaf, root, ...proof] = read;
  if (index < 0n || index >= size) return false;
  const [, whole] = climb(sha256, [leaf, ...proof], index, size - 1n);
  return equalBytes(whole, root);
}

/**
 * Whether the proof shows that the second tree begins with the first. Malformed input is `false`, never an exception.
 *
 * Every tree begins with the empty one and with itself, without a proof.
 *
 * @see RFC 9162, section 2.1.4.2; docs/requirements/signing.md, SG-31
 * @example
 * const tree = createMerkleTree(sha256);
 * tree.append(canonicalize({ seq: 0 }));
 * const firstRoot = tree.root();
 * tree.append(canonicalize({ seq: 1 }));
 * const proof = tree.consistencyProof(1);
 * verifyConsistency(sha256, { firstSize: 1, firstRoot, secondSize: 2, secondRoot: tree.root(), proof }); // true
 */
export function verifyConsistency(sha256: Sha256, claim: ConsistencyClaim): boolean {
  const read = readClaim(() => [
    claim.firstSize,
    claim.secondSize,
    claim.firstRoot,
    claim.secondRoot,
    claim.proof,
  ]);
  if (read === undefined) return false;
  const [firstSize, secondSize, firstRoot, secondRoot, ...proof] = read;
  if (firstSize < 0n || firstSize > secondSize) return false;
  if (firstSize === 0n && !equalBytes(firstRoot, sha256(new Uint8Array()))) return false;
  if (firstSize === secondSize) return proof.length === 0 && equalBytes(firstRoot, secondRoot);
  if (firstSize === 0n) return proof.length === 0;
  let node = firstSize - 1n;
  let last = secondSize - 1n;
  while (node % 2n === 1n) {
    node /= 2n;
    last /= 2n;
  }
  // A first tree that is one whole subtree is its own beginning, and is left out of the proof.
  const path = node === 0n ? [firstRoot, ...proof] : proof;
  const [first, whole] = climb(sha256, path, node, last);
  return equalBytes(first, firstRoot) && equalBytes(whole, secondRoot);
}

/**
 * From a node, the first of the path, by its siblings up to the root: that of the tree that ends with the node, and
 * that of the whole; none when the way has another length. `fromLast` is the last node of the level where it stands.
 */
function climb(
  sha256: Sha256,
  [start = new Uint8Array(), ...siblings]: readonly Uint8Array[],
  fromNode: bigint,
  fromLast: bigint,
): readonly Uint8Array[] {
  let [node, last, first, whole] = [fromNode, fromLast, start, start];
  for (const sibling of siblings) {
    if (last === 0n) return [];
    if (node % 2n === 1n || node === last) {
      first = nodeHash(sha256, sibling, first);
      whole = nodeHash(sha256, sibling, whole);
      // A node without a right sibling stands on a higher level as well.
      while (node % 2n === 0n && node !== 0n) {
        node /= 2n;
        last /= 2n;
      }
    } else {
      whole = nodeHash(sha256, whole, sibling);
    }
    node /= 2n;
    last /= 2n;
  }
  return last === 0n ? [first, whole] : [];
}

/** Of an index or a size; negative for what is none. */
function logNumber(value: unknown): bigint {
  const number = Number.isSafeInteger(value) ? BigInt(value as number) : value;
  return typeof number === "bigint" && number < 2n ** 64n ? number : -1n;
}

type Claimed<Count, Proof extends readonly unknown[]> = readonly [
  Count,
  Count,
  Uint8Array,
  Uint8Array,
  ...Proof,
];

/**
 * What a claim holds, its hashes copied, so that nothing of the claim's own is called later on; `undefined` for what is
 * malformed, where a getter or a trap may throw. A SHA-256 that throws is its caller's fault, and is called outside.
 */
function readClaim(
  given: () => Claimed<LogNumber, [readonly Uint8Array[]]>,
): Claimed<bigint, readonly Uint8Array[]> | undefined {
  try {
    const [one, other, first, second, proof] = given();
    const { length } = proof;
    // No proof is longer than both sides of a tree of 2^64 leaves.
    if (!Array.isArray(proof) || length > 128) return undefined;
    const hashes = [first, second, ...Array.from({ length }, (_, index) => proof[index])];
    if (!hashes.every(isHash)) return undefined;
    return [logNumber(one), logNumber(other), ...(hashes.map(copyOf) as [Uint8Array, Uint8Array])];
  } catch {
    return undefined;
  }
}

/** A view is no proxy, of which a copy would ask anything. */
function isHash(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && value instanceof Uint8Array && value.length === 32;
}

/** Whether two are the same bytes; what is not there is like none. */
export function equalBytes(one: Uint8Array | undefined, other: Uint8Array): boolean {
  if (one?.length !== other.length) return false;
  for (let index = 0; index < other.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
