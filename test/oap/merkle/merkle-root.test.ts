import { expect, it } from "vitest";
import { leafHash, merkleRoot, merkleTree } from "../../../src/oap/merkle/index.js";
import { sha256 } from "../log-fixtures.js";

it("SG-31: the root of a stream is that of the tree, at every size", () => {
  const stream = merkleRoot(sha256);
  const tree = merkleTree(sha256);
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
