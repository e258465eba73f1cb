import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import { leafHash, merkleTree, nodeHash } from "../../../src/oap/merkle/index.js";
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
    const tree = merkleTree(sha256);
    expect(hex(tree.root())).toBe(vectors.roots_by_size[0]);
    for (const [index, input] of vectors.leaf_inputs_hex.entries()) {
      expect(hex(tree.append(Buffer.from(input, "hex")))).toBe(vectors.leaf_hashes[index]);
      expect(hex(tree.root())).toBe(vectors.roots_by_size[index + 1]);
    }
    for (const [size, root] of vectors.roots_by_size.entries()) expect(hex(tree.root(size))).toBe(root);
  });

  it("has the root of the definition at every size, also when it has grown on", () => {
    const entries = Array.from({ length: 70 }, (_, index) => new Uint8Array([index, 1, 2]));
    const tree = merkleTree(sha256);
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
    const tree = merkleTree(counting);
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
    const tree = merkleTree(sha256);
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
    const tree = merkleTree(sha256);
    expect(() => tree.inclusionProof(0)).toThrow(RangeError);
    tree.append(new Uint8Array([1]));
    for (const index of [-1, 1, 0.5]) expect(() => tree.inclusionProof(index)).toThrow(RangeError);
    expect(() => tree.root(2)).toThrow(RangeError);
    expect(() => tree.consistencyProof(2)).toThrow(RangeError);
    expect(tree.inclusionProof(0)).toEqual([]);
    expect(tree.consistencyProof(0)).toEqual([]);
  });
});
