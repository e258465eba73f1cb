import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import { resolveDidKey } from "../../../src/oap/keys/index.js";
import { didKeySigner, webCryptoSigner, webCryptoVerifier } from "../../../src/oap/signing/index.js";
import { bytesOf, message, publicKey, seed, signature } from "../ed25519-cases.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

describe("SG-15: WebCrypto", () => {
  it("signs what others sign, and names the key by its did:key", async () => {
    const signer = await didKeySigner(seed);
    expect(await signer.sign(message)).toEqual(signature);
    expect(resolveDidKey(signer.kid)).toEqual({ ok: true, publicKey });
    expect(ed25519.verify(await signer.sign(new Uint8Array([1])), new Uint8Array([1]), publicKey)).toBe(true);
  });

  it(`signs the vectors of RFC 8032${vectorsNote}`, async () => {
    if (!hasVectors) return;
    interface Vector {
      readonly priv: string;
      readonly msg: string;
      readonly sig: string;
    }
    for (const { priv, msg, sig } of vectorJson<Vector[]>("ed25519/rfc8032-ed25519.json")) {
      const signer = await didKeySigner(bytesOf(priv));
      expect(Buffer.from(await signer.sign(bytesOf(msg))).toString("hex")).toBe(sig);
    }
  });

  it("signs with a key that cannot be exported", async () => {
    const pair = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
    const signer = webCryptoSigner("did:web:example.com#key-1", pair.privateKey);
    const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
    expect(signer.kid).toBe("did:web:example.com#key-1");
    expect(await webCryptoVerifier()(await signer.sign(message), message, raw)).toBe(true);
  });

  it("refuses other keys and seeds at once", async () => {
    const pair = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
    expect(() => webCryptoSigner("did:web:a.b#c", pair.publicKey)).toThrow(TypeError);
    expect(() => webCryptoSigner("did:web:a.b#c", undefined as never)).toThrow(TypeError);
    await expect(didKeySigner(new Uint8Array(31))).rejects.toThrow(TypeError);
    await expect(didKeySigner("seed" as never)).rejects.toThrow(TypeError);
  });

  it("imports a key once, keeps the last 256, and forgets one that cannot be imported", async () => {
    let imports = 0;
    const subtle = new Proxy(crypto.subtle, {
      get: (target, name) => {
        if (name === "importKey") imports += 1;
        const member = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const verifier = webCryptoVerifier(subtle);
    expect(await verifier(signature, message, publicKey)).toBe(true);
    expect(await verifier(signature, message, publicKey)).toBe(true);
    expect(imports).toBe(1);
    for (let index = 0; index < 256; index += 1) {
      const other = ed25519.getPublicKey(new Uint8Array(32).fill(index).fill(1, 8));
      expect(await verifier(signature, message, other)).toBe(false);
    }
    expect(await verifier(signature, message, publicKey)).toBe(true);
    expect(imports).toBe(258);
    await expect(verifier(signature, message, publicKey.subarray(1))).rejects.toThrow();
    await expect(verifier(signature, message, publicKey.subarray(1))).rejects.toThrow();
    expect(imports).toBe(260);
  });
});
