import { describe, expect, it } from "vitest";
import { type Checkpoint, detectFork } from "../../../src/oap/log/index.js";
import { merkleTree } from "../../../src/oap/merkle/index.js";
import { sha256 } from "../log-fixtures.js";

const tree = merkleTree(sha256);
const forked = merkleTree(sha256);
for (let index = 0; index < 9; index += 1) {
  tree.append(new Uint8Array([index]));
  // From the fifth entry on it tells somebody else another story.
  forked.append(new Uint8Array([index, ...(index < 4 ? [] : [1])]));
}
const at = (size: number, { root } = tree, origin = "example.com/log"): Checkpoint => ({
  ...{ origin, size: BigInt(size), extensions: [] },
  root: root(size),
});

describe("two checkpoints", () => {
  it("SG-34: of one history are consistent, with a proof where the sizes differ", () => {
    for (let first = 0; first <= 9; first += 1) {
      for (let second = first; second <= 9; second += 1) {
        const proof = tree.consistencyProof(first, second);
        expect(detectFork(at(first), at(second), { sha256, proof })).toBe("consistent");
        expect(detectFork(at(second), at(first), { sha256, proof })).toBe("consistent");
      }
    }
  });

  it("T14: of two logs from one snapshot are a fork", () => {
    expect(detectFork(at(7), at(7, forked), { sha256 })).toBe("fork");
    expect(detectFork(at(5), at(9, forked), { sha256, proof: forked.consistencyProof(5) })).toBe("fork");
    expect(detectFork(at(5), at(9, forked), { sha256, proof: tree.consistencyProof(5) })).toBe("fork");
    // Before they parted they are one.
    expect(detectFork(at(4), at(9, forked), { sha256, proof: forked.consistencyProof(4) })).toBe(
      "consistent",
    );
    expect(detectFork(at(3), at(3, forked), { sha256 })).toBe("consistent");
  });

  it("SG-34: say nothing without a proof, and of two origins nothing at all", () => {
    expect(detectFork(at(5), at(9), { sha256 })).toBe("unproven");
    expect(detectFork(at(0), at(9), { sha256 })).toBe("consistent");
    expect(detectFork(at(5), at(5, forked, "example.com/other"), { sha256 })).toBe("other_log");
    const broken = { ...at(5), root: new Uint8Array(7) };
    expect(detectFork(broken, at(9), { sha256, proof: tree.consistencyProof(5) })).toBe("fork");
  });
});
