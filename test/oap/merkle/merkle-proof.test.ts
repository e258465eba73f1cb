import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import {
  leafHash,
  merkleTree,
  nodeHash,
  verifyConsistency,
  verifyInclusion,
} from "../../../src/oap/merkle/index.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

const entries = Array.from({ length: 20 }, (_, index) => new TextEncoder().encode(`entry ${index}`));
const trees = entries.map((_, index) => treeOf(index + 1));

function treeOf(size: number) {
  const tree = merkleTree(sha256);
  for (const entry of entries.slice(0, size)) tree.append(entry);
  return tree;
}

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
    expect(verifyConsistency(sha256, { firstSize: 0, firstRoot: sha256(empty), ...second })).toBe(false);
  });

  it("T14: fails for a log that was rewritten", () => {
    const rewritten = merkleTree(sha256);
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
  });
});
