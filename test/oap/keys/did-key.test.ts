import { describe, expect, it } from "vitest";
import { encodeBase58btc } from "../../../src/oap/encoding/index.js";
import {
  didKeyId,
  publicKeyMultibase,
  publicKeyOfMultibase,
  resolveDidKey,
} from "../../../src/oap/keys/index.js";
import { unitsRead } from "../counted-reads.js";
import { joined, nonCanonicalPoints, publicKey, smallOrderPoints } from "../ed25519-cases.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

interface Vectors {
  readonly ed25519_valid: readonly string[];
  readonly valid_but_not_ed25519: readonly string[];
}

function kidOf(did: string): string {
  return `${did}#${did.slice("did:key:".length)}`;
}

describe("SG-17: did:key", () => {
  it(`reads the published DIDs, and writes them again${vectorsNote}`, () => {
    if (!hasVectors) return;
    const { ed25519_valid, valid_but_not_ed25519 } = vectorJson<Vectors>("did-key/did-key.json");
    expect(ed25519_valid).toHaveLength(4);
    for (const did of ed25519_valid) {
      const key = resolveDidKey(kidOf(did));
      if (!key.ok) throw new Error(key.message);
      expect(key.publicKey).toHaveLength(32);
      expect(didKeyId(key.publicKey)).toBe(kidOf(did));
    }
    for (const did of valid_but_not_ed25519) {
      expect(resolveDidKey(kidOf(did))).toMatchObject({ ok: false, code: "key_not_supported" });
    }
  });

  it("T3: refuses a fragment that is another key, or anything else", () => {
    const [did = "", body = ""] = didKeyId(publicKey).split("#");
    const other = publicKeyMultibase(publicKey.with(3, publicKey[3]! ^ 1));
    for (const fragment of [other, "key-1", body.slice(1), `${body}1`, body.toLowerCase()]) {
      expect(resolveDidKey(`${did}#${fragment}`)).toMatchObject({ ok: false, code: "key_not_authorized" });
    }
    expect(resolveDidKey(`${did}#${body}`)).toEqual({ ok: true, publicKey });
  });

  it.each(["did:key:z6Mk", "did:web:example.com#key-1", "", "did:key:#", "did:Key:z#z", 5 as never])(
    "cannot resolve %j",
    (kid) => {
      expect(resolveDidKey(kid)).toMatchObject({ ok: false, code: "key_unresolvable" });
    },
  );

  it("refuses other bytes than ed 01 and 32 more", () => {
    const texts = [
      [0xed, 0x01, ...publicKey.subarray(1)],
      [0xed, 0x01, ...publicKey, 0],
      [0xed, 0x02, ...publicKey],
      [0xec, 0x01, ...publicKey],
      [0, 0xed, 0x01, ...publicKey],
      [...publicKey],
      [],
    ].map((bytes) => `z${encodeBase58btc(new Uint8Array(bytes))}`);
    const good = publicKeyMultibase(publicKey);
    for (const text of [
      ...texts,
      good.slice(1),
      `m${good.slice(1)}`,
      `${good} `,
      `Z${good.slice(1)}`,
      null,
    ]) {
      expect(publicKeyOfMultibase(text)).toMatchObject({ ok: false, code: "key_not_supported" });
    }
  });

  it("reads no more than 128 characters", () => {
    const long = `z${"1".repeat(128)}`;
    expect(publicKeyOfMultibase(long)).toMatchObject({ message: expect.stringContaining("at most 128") });
    expect(publicKeyOfMultibase(long.slice(1))).toMatchObject({ code: "key_not_supported" });
    expect(publicKeyOfMultibase(`z${"1".repeat(127)}`)).toMatchObject({
      message: expect.stringContaining("an Ed25519 key"),
    });
    const longest = `z${"z".repeat(10_000_000)}`;
    expect(unitsRead(() => expect(publicKeyOfMultibase(longest).ok).toBe(false))).toBe(0);
  });

  it("refuses keys that fail the guard", () => {
    for (const point of [...smallOrderPoints, ...nonCanonicalPoints]) {
      const text = `z${encodeBase58btc(joined(new Uint8Array([0xed, 0x01]), point))}`;
      expect(publicKeyOfMultibase(text)).toMatchObject({ ok: false, code: "key_not_supported" });
    }
  });

  it("writes keys of 32 bytes only", () => {
    expect(() => publicKeyMultibase(publicKey.subarray(1))).toThrow(TypeError);
    expect(() => didKeyId("key" as never)).toThrow(TypeError);
  });
});
