import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createMerkleTree,
  leafHash,
  merkleRoot,
  nodeHash,
  verifyConsistency,
  verifyInclusion,
} from "../../../src/oap/merkle/index.js";
import { sha256 } from "../log-fixtures.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

interface Vectors {
  readonly leaf_inputs_hex: readonly string[];
  readonly leaf_hashes: readonly string[];
  readonly roots_by_size: readonly string[];
}

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

/** MTH of RFC 6962, section 2.1, word for word. */
function rootByDefinition(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return sha256(new Uint8Array());
  if (entries.length === 1) return leafHash(sha256, entries[0]!);
  let power = 1;
  while (power * 2 < entries.length) power *= 2;
  return nodeHash(sha256, rootByDefinition(entries.slice(0, power)), rootByDefinition(entries.slice(power)));
}

describe("SG-31: the tree", () => {
  it(`has the published roots and leaf hashes${vectorsNote}`, () => {
    if (!hasVectors) return;
    const vectors = vectorJson<Vectors>("merkle/rfc6962-roots.json");
    const tree = createMerkleTree(sha256);
    expect(hex(tree.root())).toBe(vectors.roots_by_size[0]);
    for (const [index, input] of vectors.leaf_inputs_hex.entries()) {
      expect(hex(tree.append(Buffer.from(input, "hex")))).toBe(vectors.leaf_hashes[index]);
      expect(hex(tree.root())).toBe(vectors.roots_by_size[index + 1]);
    }
    for (const [size, root] of vectors.roots_by_size.entries()) expect(hex(tree.root(size))).toBe(root);
  });

  it("has the root of the definition at every size, also when it has grown on", () => {
    const entries = Array.from({ length: 70 }, (_, index) => new Uint8Array([index, 1, 2]));
    const tree = createMerkleTree(sha256);
    for (const entry of entries) tree.append(entry);
    for (let size = 0; size <= 70; size += 1) {
      expect(hex(tree.root(size))).toBe(hex(rootByDefinition(entries.slice(0, size))));
    }
  });

  it("makes proofs of at most log n hashes, with few hashes computed", () => {
    let hashes = 0;
    const counting = (bytes: Uint8Array): Uint8Array => {
      hashes += 1;
      return sha256(bytes);
    };
    const tree = createMerkleTree(counting);
    for (let index = 0; index < 5000; index += 1) tree.append(new Uint8Array([index & 255, index >> 8]));
    expect(hashes).toBeLessThan(2 * 5000);
    hashes = 0;
    expect(tree.inclusionProof(4321).length).toBeLessThanOrEqual(13);
    expect(tree.consistencyProof(4097).length).toBeLessThanOrEqual(14);
    expect(hashes).toBeLessThan(100);
    hashes = 0;
    tree.append(new Uint8Array(1));
    tree.root();
    expect(hashes).toBeLessThan(30);
  });

  it.each([
    ["own bytes", sha256],
    ["a Buffer", (bytes: Uint8Array) => createHash("sha256").update(bytes).digest()],
  ])("gives hashes that may be changed without harm, of a SHA-256 that gives %s", (_, sha256) => {
    const tree = createMerkleTree(sha256);
    tree.append(new Uint8Array([1])).fill(0);
    tree.append(new Uint8Array([2]));
    const before = hex(tree.root());
    tree.root().fill(0);
    tree.root(1).fill(0);
    for (const hash of [...tree.inclusionProof(0), ...tree.consistencyProof(1)]) hash.fill(0);
    expect(hex(tree.root())).toBe(before);
    expect(hex(tree.root(1))).toBe(hex(leafHash(sha256, new Uint8Array([1]))));
  });

  it("refuses places that it does not have", () => {
    const tree = createMerkleTree(sha256);
    expect(() => tree.inclusionProof(0)).toThrow(RangeError);
    tree.append(new Uint8Array([1]));
    for (const index of [-1, 1, 0.5]) expect(() => tree.inclusionProof(index)).toThrow(RangeError);
    expect(() => tree.root(2)).toThrow(RangeError);
    expect(() => tree.consistencyProof(2)).toThrow(RangeError);
    expect(tree.inclusionProof(0)).toEqual([]);
    expect(tree.consistencyProof(0)).toEqual([]);
  });
});

it("SG-31: the root of a stream is that of the tree, at every size", () => {
  const stream = merkleRoot(sha256);
  const tree = createMerkleTree(sha256);
  for (let size = 0; size <= 130; size += 1) {
    expect(stream.root()).toEqual(tree.root());
    const entry = new Uint8Array([size, 7]);
    stream.add(leafHash(sha256, entry));
    tree.append(entry);
  }
});

it("SG-31: asking for the root changes nothing, and a root may be changed without harm", () => {
  const stream = merkleRoot(sha256);
  for (let index = 0; index < 5; index += 1) stream.add(leafHash(sha256, new Uint8Array([index])));
  const before = stream.root().slice();
  stream.root().fill(0);
  expect(stream.root()).toEqual(before);
});

const entries = Array.from({ length: 20 }, (_, index) => new TextEncoder().encode(`entry ${index}`));
const trees = entries.map((_, index) => treeOf(index + 1));

function treeOf(size: number) {
  const tree = createMerkleTree(sha256);
  for (const entry of entries.slice(0, size)) tree.append(entry);
  return tree;
}

/** A good claim, each time with something in it that throws, by name. */
function hostileClaims<Claim extends { readonly proof: readonly Uint8Array[] }>(
  claim: Claim,
): readonly (readonly [string, Claim])[] {
  const { proof } = claim;
  const first = proof[0]!;
  const proofs: readonly (readonly [string, unknown])[] = [
    ["a proof with traps", new Proxy([...proof], TRAPS)],
    ["a proof whose elements throw", new Proxy([...proof], answering({ length: proof.length }))],
    ["a proof without an end", new Proxy([], answering({ length: Number.POSITIVE_INFINITY }))],
    ["a proof whose length is a bigint", new Proxy([], answering({ length: 1n }))],
    ["a proof of a getter", Object.defineProperty([...proof], 0, { get: fail })],
    ...hostileHashes(first).map(
      ([name, hash]) => [`${name} in the proof`, [hash, ...proof.slice(1)]] as const,
    ),
  ];
  return [
    ["a claim with traps", new Proxy(claim, TRAPS)],
    ...proofs.map(([name, hostile]) => [name, { ...claim, proof: hostile } as Claim] as const),
    ...Object.entries(claim).flatMap(([key, value]) => [
      [`a getter as ${key}`, Object.defineProperty({ ...claim }, key, { get: fail })] as const,
      ...(value instanceof Uint8Array ? hostileHashes(value) : []).map(
        ([name, hash]) => [`${name} as ${key}`, { ...claim, [key]: hash }] as const,
      ),
    ]),
  ];
}

function hostileHashes(hash: Uint8Array): readonly (readonly [string, unknown])[] {
  return [
    ["a hash with traps", new Proxy(hash.slice(), TRAPS)],
    ["a proxy", new Proxy(hash.slice(), {})],
    ["a proxy of 32 bytes", new Proxy(hash.slice(), answering({ length: 32 }))],
    ["a hash whose length throws", Object.defineProperty(hash.slice(), "length", { get: fail })],
    ["a hash whose prototype throws", Object.setPrototypeOf(hash.slice(), new Proxy({}, TRAPS))],
  ];
}

const fail = (): never => {
  throw new Error("trap");
};
const TRAPS = { get: fail, getPrototypeOf: fail };

/** Traps that answer for these members, and throw for all others. */
function answering(members: Readonly<Record<string, unknown>>): {
  get(target: object, key: PropertyKey): unknown;
} {
  return {
    get: (_, key) => (typeof key === "string" && Object.hasOwn(members, key) ? members[key] : fail()),
  };
}

/** The same hash, which cannot be iterated over. */
const withoutIterator = (hash: Uint8Array): Uint8Array =>
  Object.defineProperty(hash.slice(), Symbol.iterator, { get: fail });

/** SHA-256 by a fault of its caller's. */
const broken = (): never => {
  throw new RangeError("broken");
};

describe("SG-31: hashes", () => {
  it(`are the published ones of leaves and nodes${vectorsNote}`, () => {
    if (!hasVectors) return;
    const { hasher } = vectorJson<{ hasher: Record<string, string> }>("merkle/rfc6962-roots.json");
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");
    expect(hex(leafHash(sha256, bytes("L123456")))).toBe(hasher["leaf:L123456"]);
    expect(hex(nodeHash(sha256, bytes("N123"), bytes("N456")))).toBe(hasher["node:N123|N456"]);
  });

  it("come from any SHA-256", () => {
    const ofNode = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
    expect(Buffer.from(leafHash(ofNode, entries[0]!))).toEqual(Buffer.from(leafHash(sha256, entries[0]!)));
  });
});

describe("SG-31: inclusion", () => {
  it("holds for every leaf of every tree, and for no other index, size, leaf, root or proof", () => {
    for (const tree of trees) {
      const size = tree.size();
      const root = tree.root();
      for (let index = 0; index < size; index += 1) {
        const leaf = leafHash(sha256, entries[index]!);
        const proof = tree.inclusionProof(index);
        const claim = { leaf, index, size, root, proof };
        expect(verifyInclusion(sha256, claim)).toBe(true);
        expect(verifyInclusion(sha256, { ...claim, index: BigInt(index), size: BigInt(size) })).toBe(true);
        for (let other = 0; other < size; other += 1) {
          if (other !== index) expect(verifyInclusion(sha256, { ...claim, index: other })).toBe(false);
        }
        expect(verifyInclusion(sha256, { ...claim, leaf: leafHash(sha256, new Uint8Array([1])) })).toBe(
          false,
        );
        expect(verifyInclusion(sha256, { ...claim, root: sha256(root) })).toBe(false);
        expect(verifyInclusion(sha256, { ...claim, proof: [...proof, leaf] })).toBe(false);
        expect(verifyInclusion(sha256, { ...claim, proof: [leaf, ...proof] })).toBe(false);
        if (proof.length > 0)
          expect(verifyInclusion(sha256, { ...claim, proof: proof.slice(1) })).toBe(false);
        for (let at = 0; at < proof.length; at += 1) {
          expect(verifyInclusion(sha256, { ...claim, proof: proof.with(at, sha256(proof[at]!)) })).toBe(
            false,
          );
        }
      }
    }
  });

  it("is false, never an exception, for malformed claims", () => {
    const leaf = leafHash(sha256, entries[0]!);
    const good = { leaf, index: 0, size: 1, root: leaf, proof: [] };
    expect(verifyInclusion(sha256, good)).toBe(true);
    const bad = [
      { index: -1 },
      { index: 0.5 },
      { index: 1 },
      { size: 0 },
      { size: 2 ** 53 },
      { size: 2n ** 64n },
      { size: "1" },
      { size: undefined },
      { leaf: leaf.subarray(1) },
      { leaf: "text" },
      { root: undefined },
      { proof: undefined },
      { proof: "text" },
      { proof: [undefined] },
      { proof: [leaf.subarray(1)] },
      { proof: new Array(1_000_000).fill(leaf) },
    ];
    for (const over of bad) expect(verifyInclusion(sha256, { ...good, ...over } as never)).toBe(false);
    for (const none of [null, undefined]) expect(verifyInclusion(sha256, none as never)).toBe(false);
  });

  it("is false, never an exception, where a getter or a trap throws [SG-31]", () => {
    const [tree, leaf] = [treeOf(7), leafHash(sha256, entries[2]!)];
    const claim = { leaf, index: 2, size: 7, root: tree.root(), proof: tree.inclusionProof(2) };
    for (const [name, hostile] of hostileClaims(claim)) {
      expect(verifyInclusion(sha256, hostile), name).toBe(false);
    }
    expect(verifyInclusion(sha256, { ...claim, proof: claim.proof.map(withoutIterator) })).toBe(true);
    expect(() => verifyInclusion(broken, claim)).toThrow(RangeError);
  });

  it("is checked up to 2^64 - 1 leaves", () => {
    let root = leafHash(sha256, entries[0]!);
    const claim = { leaf: root, index: 0n, size: 2n ** 64n - 1n };
    const proof = Array.from({ length: 64 }, (_, index) => sha256(new Uint8Array([index])));
    for (const sibling of proof) root = nodeHash(sha256, root, sibling);
    expect(verifyInclusion(sha256, { ...claim, root, proof })).toBe(true);
    expect(verifyInclusion(sha256, { ...claim, root, proof: proof.slice(1) })).toBe(false);
    expect(verifyInclusion(sha256, { ...claim, size: 2n ** 64n, root, proof })).toBe(false);
  });
});

describe("SG-31: consistency", () => {
  it("holds between every two trees that grew, and for no other size, root or proof", () => {
    for (const second of trees) {
      for (const first of trees.slice(0, second.size())) {
        const proof = second.consistencyProof(first.size());
        const claim = {
          firstSize: first.size(),
          firstRoot: first.root(),
          secondSize: second.size(),
          secondRoot: second.root(),
          proof,
        };
        expect(verifyConsistency(sha256, claim)).toBe(true);
        expect(verifyConsistency(sha256, { ...claim, firstRoot: sha256(claim.firstRoot) })).toBe(false);
        expect(verifyConsistency(sha256, { ...claim, secondRoot: sha256(claim.secondRoot) })).toBe(false);
        expect(verifyConsistency(sha256, { ...claim, proof: [...proof, claim.firstRoot] })).toBe(false);
        if (proof.length > 0)
          expect(verifyConsistency(sha256, { ...claim, proof: proof.slice(1) })).toBe(false);
        for (let at = 0; at < proof.length; at += 1) {
          const changed = proof.with(at, sha256(proof[at]!));
          expect(verifyConsistency(sha256, { ...claim, proof: changed })).toBe(false);
        }
      }
    }
  });

  it("holds for the empty tree, and only with its root", () => {
    const second = { secondSize: 3, secondRoot: treeOf(3).root(), proof: [] };
    const empty = sha256(new Uint8Array());
    expect(verifyConsistency(sha256, { firstSize: 0, firstRoot: empty, ...second })).toBe(true);
    const wrong = { firstSize: 0, firstRoot: sha256(empty) };
    expect(verifyConsistency(sha256, { ...wrong, ...second })).toBe(false);
    const same = { secondSize: 0, secondRoot: wrong.firstRoot, proof: [] };
    expect(verifyConsistency(sha256, { ...wrong, ...same })).toBe(false);
    expect(verifyConsistency(sha256, { ...same, firstSize: 0, firstRoot: empty, secondRoot: empty })).toBe(
      true,
    );
  });

  it("T14: fails for a log that was rewritten", () => {
    const rewritten = createMerkleTree(sha256);
    for (const entry of [entries[1]!, ...entries.slice(1, 12)]) rewritten.append(entry);
    for (let firstSize = 1; firstSize < 12; firstSize += 1) {
      const claim = {
        firstSize,
        firstRoot: treeOf(firstSize).root(),
        secondSize: 12,
        secondRoot: rewritten.root(),
        proof: rewritten.consistencyProof(firstSize),
      };
      expect(verifyConsistency(sha256, claim)).toBe(false);
    }
  });

  it("is false, never an exception, for malformed claims", () => {
    const root = treeOf(2).root();
    const good = { firstSize: 2, firstRoot: root, secondSize: 2, secondRoot: root, proof: [] };
    expect(verifyConsistency(sha256, good)).toBe(true);
    const bad = [
      { firstSize: 3 },
      { firstSize: -1 },
      { firstSize: 1 },
      { secondSize: 1.5 },
      { secondSize: 2n ** 64n },
      { firstRoot: null },
      { secondRoot: root.subarray(1) },
      { proof: null },
      { proof: [1] },
    ];
    for (const over of bad) expect(verifyConsistency(sha256, { ...good, ...over } as never)).toBe(false);
    for (const none of [null, undefined]) expect(verifyConsistency(sha256, none as never)).toBe(false);
  });

  it("is false, never an exception, where a getter or a trap throws [SG-31]", () => {
    const [first, second] = [treeOf(3), treeOf(7)];
    const sizes = { firstSize: 3, secondSize: 7 };
    const roots = { firstRoot: first.root(), secondRoot: second.root() };
    const claim = { ...sizes, ...roots, proof: second.consistencyProof(3) };
    for (const [name, hostile] of hostileClaims(claim)) {
      expect(verifyConsistency(sha256, hostile), name).toBe(false);
    }
    expect(verifyConsistency(sha256, { ...claim, proof: claim.proof.map(withoutIterator) })).toBe(true);
    expect(() => verifyConsistency(broken, claim)).toThrow(RangeError);
  });
});
