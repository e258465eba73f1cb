import { createPublicKey, verify } from "node:crypto";
import { Point } from "@noble/ed25519";
import { describe, expect, it } from "vitest";
import type { Verifier } from "../../../src/oap/keys/index.js";
import { guardedVerifier, pointVerifier, webCryptoVerifier } from "../../../src/oap/signing/index.js";
import { bytesOf, cases, message, publicKey, signature } from "../ed25519-cases.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

const nodeVerifier: Verifier = (given, bytes, key) => {
  const x = Buffer.from(key).toString("base64url");
  const publicKeyObject = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, bytes, publicKeyObject, given);
};

const ENGINES: readonly (readonly [string, Verifier])[] = [
  ["WebCrypto", webCryptoVerifier()],
  ["node:crypto", nodeVerifier],
  ["the arithmetic of points", pointVerifier(Point)],
];

describe("T4, SG-14, SG-15: one verdict on every engine", () => {
  it.each(ENGINES)(
    "%s, behind the guard, gives the verdict of the profile on every case",
    async (_, engine) => {
      const guarded = guardedVerifier(engine);
      const verdicts = await Promise.all(
        cases().map(async (one) => [one.name, await guarded(one.signature, one.message, one.publicKey)]),
      );
      expect(verdicts).toEqual(cases().map((one) => [one.name, one.isValid]));
    },
  );

  it.each(ENGINES)(`%s verifies the vectors of RFC 8032${vectorsNote}`, async (_, engine) => {
    if (!hasVectors) return;
    interface Vector {
      readonly pub: string;
      readonly msg: string;
      readonly sig: string;
    }
    for (const { pub, msg, sig } of vectorJson<Vector[]>("ed25519/rfc8032-ed25519.json")) {
      expect(await guardedVerifier(engine)(bytesOf(sig), bytesOf(msg), bytesOf(pub))).toBe(true);
    }
  });

  it.each(ENGINES)("%s refuses one flipped bit anywhere in signature, payload or key", async (_, engine) => {
    const guarded = guardedVerifier(engine);
    const flipped = (bytes: Uint8Array): Uint8Array[] =>
      // Every third bit, so that each byte and each place in a byte comes up.
      Array.from({ length: Math.floor((bytes.length * 8) / 3) }, (_, index) => {
        const at = index * 3;
        return bytes.with(at >> 3, bytes[at >> 3]! ^ (1 << (at & 7)));
      });
    for (const changed of flipped(signature)) expect(await guarded(changed, message, publicKey)).toBe(false);
    for (const changed of flipped(message)) expect(await guarded(signature, changed, publicKey)).toBe(false);
    for (const changed of flipped(publicKey)) expect(await guarded(signature, message, changed)).toBe(false);
  });
});

describe("SG-15: an engine", () => {
  it("that throws, rejects or gives anything but true means no", async () => {
    const engines: Verifier[] = [
      () => {
        throw new Error("engine");
      },
      () => Promise.reject(new Error("engine")),
      () => "yes" as never,
      () => 1 as never,
    ];
    for (const engine of engines)
      expect(await guardedVerifier(engine)(signature, message, publicKey)).toBe(false);
  });

  it("of one's own runs behind the guard as well, and sees bytes that nobody can change any more", async () => {
    let calls = 0;
    const given = signature.slice();
    const seen: Uint8Array[] = [];
    const yes: Verifier = async (...own) => {
      calls += 1;
      await Promise.resolve();
      seen.push(...own);
      return true;
    };
    const [bad] = cases().filter(({ isValid }) => !isValid);
    expect(await guardedVerifier(yes)(bad!.signature, message, publicKey)).toBe(false);
    expect(await guardedVerifier(yes)(undefined as never, message, publicKey)).toBe(false);
    expect(calls).toBe(0);
    const [content, key] = [message.slice(), publicKey.slice()];
    const answer = guardedVerifier(yes)(given, content, key);
    for (const bytes of [given, content, key]) bytes.fill(0);
    expect(await answer).toBe(true);
    expect(seen).toEqual([signature, message, publicKey]);
  });

  it.each(ENGINES)("%s says the same of bytes that threads share", async (_, engine) => {
    const shared = (bytes: Uint8Array): Uint8Array => {
      const own = new Uint8Array(new SharedArrayBuffer(bytes.length));
      own.set(bytes);
      return own;
    };
    const verify = guardedVerifier(engine);
    expect(await verify(shared(signature), shared(message), shared(publicKey))).toBe(true);
    expect(await verify(shared(signature), shared(new Uint8Array([1])), shared(publicKey))).toBe(false);
  });
});
