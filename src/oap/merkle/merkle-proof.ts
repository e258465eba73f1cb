/**
 * @module
 * Checks proofs of a Merkle tree after RFC 6962: that a leaf is in it, and that a later tree begins with an earlier
 * one. `merkle-tree.ts` makes them.
 */

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
 * const tree = merkleTree(sha256);
 * const leaf = tree.append(canonicalize({ seq: 0 }));
 * verifyInclusion(sha256, { leaf, index: 0, size: 1, root: tree.root(), proof: tree.inclusionProof(0) }); // true
 */
export function verifyInclusion(sha256: Sha256, claim: InclusionClaim): boolean {
  const { leaf, root, proof } = claim;
  const index = logNumber(claim.index);
  const size = logNumber(claim.size);
  if (index < 0n || index >= size || !areHashes(proof, leaf, root)) return false;
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
 * const tree = merkleTree(sha256);
 * tree.append(canonicalize({ seq: 0 }));
 * const firstRoot = tree.root();
 * tree.append(canonicalize({ seq: 1 }));
 * const proof = tree.consistencyProof(1);
 * verifyConsistency(sha256, { firstSize: 1, firstRoot, secondSize: 2, secondRoot: tree.root(), proof }); // true
 */
export function verifyConsistency(sha256: Sha256, claim: ConsistencyClaim): boolean {
  const { firstRoot, secondRoot, proof } = claim;
  const firstSize = logNumber(claim.firstSize);
  const secondSize = logNumber(claim.secondSize);
  if (firstSize < 0n || firstSize > secondSize || !areHashes(proof, firstRoot, secondRoot)) return false;
  if (firstSize === secondSize || firstSize === 0n) {
    const known = firstSize === secondSize ? secondRoot : sha256(new Uint8Array());
    return proof.length === 0 && equalBytes(firstRoot, known);
  }
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

/** No proof is longer than both sides of a tree of 2^64 leaves. */
function areHashes(proof: unknown, ...others: readonly unknown[]): boolean {
  return (
    Array.isArray(proof) &&
    proof.length <= 128 &&
    [...others, ...proof].every((hash) => hash instanceof Uint8Array && hash.length === 32)
  );
}

function equalBytes(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, index) => byte === other[index]);
}
