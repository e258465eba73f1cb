import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Checkpoint,
  checkpointText,
  detectFork,
  noteKey,
  parseCheckpoint,
  readCheckpoint,
  writeNote,
} from "../../../src/oap/log/index.js";
import { createMerkleTree, leafHash } from "../../../src/oap/merkle/index.js";
import { packageRoot } from "../../package/package-root.js";
import { noteSigner, sha256, testKey } from "../log-fixtures.js";

interface Expected {
  readonly origin: string;
  readonly size: string;
  readonly hash_utf8?: string;
  readonly rest?: string;
  readonly leaf_utf8_hashing_to_root?: string;
}
const vectors = JSON.parse(
  readFileSync(join(packageRoot, "test", "vectors", "c2sp", "checkpoint.json"), "utf8"),
) as { readonly ok: readonly (readonly [string, Expected])[]; readonly bad: readonly string[] };

const key = testKey(21);
const trusted = noteKey("example.com/log", key.publicKey, sha256);
const signers = [noteSigner("example.com/log", key)];

describe("the text of a checkpoint", () => {
  it.each(vectors.ok)("SG-32: is read as published, and written the same: %j", (text, expected) => {
    const checkpoint = parseCheckpoint(text)!;
    expect(checkpoint).toMatchObject({ origin: expected.origin, size: BigInt(expected.size) });
    if (expected.hash_utf8 !== undefined) {
      expect(new TextDecoder().decode(checkpoint.root)).toBe(expected.hash_utf8);
    }
    if (expected.leaf_utf8_hashing_to_root !== undefined) {
      const leaf = new TextEncoder().encode(expected.leaf_utf8_hashing_to_root);
      expect(checkpoint.root).toEqual(leafHash(sha256, leaf));
    }
    if (expected.rest !== undefined) expect(`${checkpoint.extensions.join("\n")}\n`).toBe(expected.rest);
    expect(checkpointText(checkpoint)).toBe(text);
  });

  it.each([
    ...vectors.bad,
    ...[
      "Log\n0123\nYmFuYW5hcw==\n",
      "Log\n+1\nYmFuYW5hcw==\n",
      "Log\n\nYmFuYW5hcw==\n",
      "Log\n1e3\nYmFuYW5hcw==\n",
    ],
    ...[
      "Log\n18446744073709551616\nYmFuYW5hcw==\n",
      "Log\n123\nYmFuYW5hcx==\n",
      "Log\n123\n\n",
      "",
      "\n\n\n",
    ],
    "Log\n123\nYmFuYW5hcw==\none\n\nthree\n",
  ])("SG-32: is refused: %j", (text) => expect(parseCheckpoint(text)).toBeUndefined());

  it("SG-32: holds sizes up to 2^64 - 1, and zero", () => {
    expect(parseCheckpoint("Log\n18446744073709551615\nYmFuYW5hcw==\n")?.size).toBe(2n ** 64n - 1n);
    expect(parseCheckpoint("Log\n0\nYmFuYW5hcw==\n")?.size).toBe(0n);
  });
});

describe("a signed checkpoint", () => {
  const text = checkpointText({
    origin: "example.com/log",
    size: 7n,
    root: sha256(new Uint8Array()),
    extensions: [],
  });

  it("SG-32: is read with the log's key", async () => {
    const note = await writeNote(text, signers, sha256);
    expect(await readCheckpoint(note, { keys: [trusted], sha256 })).toEqual({
      ok: true,
      checkpoint: parseCheckpoint(text),
    });
    expect(parseCheckpoint(note)).toEqual(parseCheckpoint(text));
    const verifier = (): boolean => false;
    expect(await readCheckpoint(note, { keys: [trusted], sha256, verifier })).toMatchObject({ ok: false });
  });

  it("SG-32: of another log is refused, though a trusted key signed it", async () => {
    const witness = testKey(22);
    const keys = [trusted, noteKey("example.com/witness", witness.publicKey, sha256)];
    const note = await writeNote(text, [noteSigner("example.com/witness", witness)], sha256);
    expect(await readCheckpoint(note, { keys, sha256 })).toMatchObject({ code: "signature_invalid" });
    const both = await writeNote(text, [...signers, noteSigner("example.com/witness", witness)], sha256);
    expect(await readCheckpoint(both, { keys, sha256 })).toMatchObject({ ok: true });
  });

  it("SG-32: is refused when the note is signed and says something else", async () => {
    const note = await writeNote("Hello.\n", signers, sha256);
    expect(await readCheckpoint(note, { keys: [trusted], sha256 })).toMatchObject({
      code: "document_invalid",
    });
    expect(await readCheckpoint(7, { keys: [trusted], sha256 })).toMatchObject({ code: "document_invalid" });
  });
});

const tree = createMerkleTree(sha256);
const forked = createMerkleTree(sha256);
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
