import { createHash, createPublicKey, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { Point } from "@noble/ed25519";
import { describe, expect, it } from "vitest";
import { resolveDidKey, type Verifier } from "../../../src/oap/keys/index.js";
import {
  didKeySigner,
  guardedVerifier,
  pointVerifier,
  webCryptoSigner,
  webCryptoVerifier,
} from "../../../src/oap/signing/index.js";
import { bytesOf, cases, message, publicKey, seed, signature } from "../ed25519-cases.js";
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

it("SG-15: verifies with a SHA-512 handed in, at once or later", async () => {
  const sha512 = (bytes: Uint8Array): Uint8Array => createHash("sha512").update(bytes).digest();
  expect(await pointVerifier(Point, sha512)(signature, message, publicKey)).toBe(true);
  expect(await pointVerifier(Point)(signature, new Uint8Array([1]), publicKey)).toBe(false);
});

it("SG-14: multiplies by no cofactor", async () => {
  for (const one of cases().filter(({ name }) => name.startsWith("torsion"))) {
    expect(await pointVerifier(Point)(one.signature, one.message, one.publicKey)).toBe(false);
  }
});

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

  it("asks once for what held, by all bytes of signature, key and content, and again for what did not", async () => {
    const asked: number[] = [];
    const subtle = {
      importKey: crypto.subtle.importKey.bind(crypto.subtle),
      verify: (...given: [Algorithm, CryptoKey, BufferSource, BufferSource]) => {
        asked.push(new Uint8Array(given[3] as Uint8Array).length);
        return crypto.subtle.verify(...given);
      },
    } as unknown as SubtleCrypto;
    const verifier = webCryptoVerifier(subtle, 2);
    const [own, other] = [ed25519.utils.randomSecretKey(), ed25519.utils.randomSecretKey()];
    const keyOf = ed25519.getPublicKey;
    const bytes = (length: number, fill = 0): Uint8Array => new Uint8Array(length).fill(fill, -1);
    const signedBy = (key: Uint8Array, length: number) =>
      [ed25519.sign(bytes(length), key), bytes(length)] as const;
    const known = signedBy(own, 9);
    type Given = Parameters<typeof verifier>;
    const asksFor = async (...given: Given): Promise<[boolean, number]> => {
      const before = asked.length;
      return [await verifier(...given), asked.length - before];
    };
    // While a key is imported, nothing is remembered.
    for (const key of [own, other]) await asksFor(...known, keyOf(key));
    expect(await asksFor(...known, keyOf(own))).toEqual([true, 1]);
    expect(await asksFor(...known, keyOf(own))).toEqual([true, 0]);
    // Whatever differs, it knows nothing of it, and keeps nothing that did not hold.
    const [signature, content] = known;
    const flipped = Uint8Array.from(signature, (byte, at) => (at === 63 ? byte ^ 1 : byte));
    for (const given of [
      [signature, bytes(9, 1), keyOf(own)],
      [signature, bytes(8), keyOf(own)],
      [signature, bytes(10), keyOf(own)],
      [flipped, content, keyOf(own)],
      [signature.subarray(0, 63), Uint8Array.from([signature[63]!, ...content]), keyOf(own)],
      [signature, content, keyOf(other)],
    ] satisfies Given[])
      for (const _ of [1, 2]) expect(await asksFor(...(given as Given))).toEqual([false, 1]);
    expect(await asksFor(...known, keyOf(own))).toEqual([true, 0]);
    // What is handed in and then changed was read before.
    const changing = signedBy(other, 12);
    const answer = verifier(...changing, keyOf(other));
    changing[1].fill(7);
    expect(await answer).toBe(true);
    expect(await asksFor(...changing, keyOf(other))).toEqual([false, 1]);
    expect(await asksFor(...signedBy(other, 12), keyOf(other))).toEqual([true, 0]);
    // A slice of a Buffer is no copy.
    const buffer = Buffer.from(known[1]);
    const used: Given = [known[0], buffer, keyOf(own)];
    const fresh = webCryptoVerifier(subtle, 2);
    for (const _ of [1, 2]) expect(await fresh(...used)).toBe(true);
    buffer.fill(7);
    expect(await fresh(...used)).toBe(false);
    // The third makes the first forgotten; what is large is never kept.
    await verifier(...signedBy(own, 14), keyOf(own));
    expect(await asksFor(...known, keyOf(own))).toEqual([true, 1]);
    const large = signedBy(own, 4_097);
    for (const _ of [1, 2]) expect(await asksFor(...large, keyOf(own))).toEqual([true, 1]);
  });

  it.each([Number.NaN, -1, 1.5, "2"])("remembers no %j signatures: that would bound nothing", (remembers) => {
    expect(() => webCryptoVerifier(undefined, remembers as number)).toThrow(RangeError);
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
    const verifier = webCryptoVerifier(subtle, 0);
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
