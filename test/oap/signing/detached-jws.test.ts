import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { CompactSign, compactVerify, importJWK } from "jose";
import { describe, expect, it } from "vitest";
import { canonicalize } from "../../../src/oap/canonical/index.js";
import {
  decodeBase58btc,
  decodeBase64url,
  encodeBase58btc,
  encodeBase64url,
} from "../../../src/oap/encoding/index.js";
import { passesEd25519Guard, publicKeyOfMultibase } from "../../../src/oap/keys/index.js";
import { signingInput } from "../../../src/oap/signing/detached-jws.js";
import {
  didKeySigner,
  type ExpectedSignature,
  guardedVerifier,
  readDetached,
  SIGNATURE_PURPOSES,
  signDetached,
  verifyDetached,
  webCryptoVerifier,
} from "../../../src/oap/signing/index.js";
import { joined, publicKey, seed } from "../ed25519-cases.js";
import { hasVectors, vectorJson, vectorsNote, vectorText } from "../vectors.js";

const signer = await didKeySigner(seed);
const { kid } = signer;
const did = kid.slice(0, kid.indexOf("#"));
const verifier = webCryptoVerifier();
const payload = canonicalize({ price: 40, previous_proposal_id: null, note: "" });
const jwk = {
  kty: "OKP",
  crv: "Ed25519",
  x: encodeBase64url(publicKey),
  d: encodeBase64url(seed),
};
const expected: ExpectedSignature = { purpose: "proposal", signer: did };

function verified(token: unknown, over: Partial<Parameters<typeof verifyDetached>[2]> = {}, bytes = payload) {
  return verifyDetached(token, bytes, { ...expected, publicKey, verifier, ...over });
}

/** Signed by the good key, with whatever header. */
async function tokenWith(header: string | Uint8Array): Promise<string> {
  const encoded = encodeBase64url(typeof header === "string" ? new TextEncoder().encode(header) : header);
  return `${encoded}..${encodeBase64url(await signer.sign(signingInput(encoded, payload)))}`;
}

describe("SG-10: the detached signature", () => {
  it("has exactly the canonical header { alg, kid, typ }, and no payload", async () => {
    const token = await signDetached(payload, "proposal", signer);
    const [header = "", middle, signature = ""] = token.split(".");
    expect(Buffer.from(header, "base64url").toString()).toBe(
      `{"alg":"Ed25519","kid":"${kid}","typ":"oap-proposal+jws"}`,
    );
    expect(Buffer.from(header, "base64url")).toEqual(Buffer.from(canonicalize(JSON.parse(atob(header)))));
    expect(middle).toBe("");
    expect(decodeBase64url(signature)).toHaveLength(64);
    expect(await verified(token)).toEqual({ ok: true, kid });
  });

  it("SG-12: has no padding, whatever the length of its header", async () => {
    for (const purpose of SIGNATURE_PURPOSES) {
      const token = await signDetached(payload, purpose, signer);
      expect(token).toMatch(/^[\w-]+\.\.[\w-]{86}$/);
      const padded = token.replace("..", "=..");
      expect(readDetached(padded, { purpose, signer: did }).ok).toBe(false);
    }
  });

  it("is accepted by jose once the payload is put back", async () => {
    const token = await signDetached(payload, "accept", signer);
    const whole = token.replace("..", `.${Buffer.from(payload).toString("base64url")}.`);
    const { d: _, ...publicJwk } = jwk;
    const answer = await compactVerify(whole, await importJWK(publicJwk, "Ed25519"));
    expect(answer.payload).toEqual(payload);
    expect(answer.protectedHeader).toEqual({ alg: "Ed25519", kid, typ: "oap-accept+jws" });
  });

  it("is accepted when jose made it", async () => {
    const whole = await new CompactSign(payload)
      .setProtectedHeader({ alg: "Ed25519", kid, typ: "oap-proposal+jws" })
      .sign(await importJWK(jwk, "Ed25519"));
    const [header, , signature] = whole.split(".");
    expect(await verified(`${header}..${signature}`)).toEqual({ ok: true, kid });
    expect(`${header}..${signature}`).toBe(await signDetached(payload, "proposal", signer));
  });

  it("signs the ASCII of both parts, of payloads of every length", () => {
    for (let length = 0; length < 10; length += 1) {
      const bytes = new Uint8Array(length).fill(250);
      const input = Buffer.from(signingInput("abc", bytes)).toString();
      expect(input).toBe(`abc.${Buffer.from(bytes).toString("base64url")}`);
    }
  });

  it("T3: T18: refuses every other header", async () => {
    const bad = [
      `{"alg":"EdDSA","kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"none","kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"HS256","kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"ES256","kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"ed25519","kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","typ":"oap-proposal+jws","kid":"${kid}"}`,
      `{"kid":"${kid}","alg":"Ed25519","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","crit":[],"kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","b64":false,"kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","kid":"${kid}"}`,
      `{"alg":"Ed25519","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","kid":"${kid}","kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519", "kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","kid":"${kid}","typ":"oap-proposal+jws"}\n`,
      `\ufeff{"alg":"Ed25519","kid":"${kid}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","kid":"${kid.replace("d", "\\u0064")}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","kid":"${did}","typ":"oap-proposal+jws"}`,
      `{"alg":"Ed25519","kid":"${kid}","typ":"oap-proposal+JWS"}`,
      `{"alg":"Ed25519","kid":"${kid}","typ":"oap-proposal+jws","x":1}`,
      "",
      "{}",
      "null",
    ];
    for (const header of bad) {
      expect(await verified(await tokenWith(header))).toMatchObject({ ok: false, code: "signature_invalid" });
    }
    const invalid = joined(new Uint8Array([0xff]), new TextEncoder().encode(bad[0]));
    expect((await verified(await tokenWith(invalid))).ok).toBe(false);
    const good = `{"alg":"Ed25519","kid":"${kid}","typ":"oap-proposal+jws"}`;
    expect(await verified(await tokenWith(good))).toEqual({ ok: true, kid });
  });

  it("refuses more than 1,024 characters, and refuses to make them", async () => {
    const of = (length: number) => ({ ...signer, kid: `did:x:a#${"b".repeat(length)}` });
    const long = { ...signer, kid: `did:x:${"a".repeat(250)}#${"b".repeat(256)}` };
    const token = await signDetached(payload, "proposal", long);
    expect(token.length).toBeLessThanOrEqual(1024);
    expect(await verified(token, { signer: `did:x:${"a".repeat(250)}` })).toMatchObject({ ok: true });
    await expect(signDetached(payload, "proposal", of(257))).rejects.toThrow(TypeError);
    expect(readDetached("a".repeat(1025), expected)).toMatchObject({
      message: expect.stringContaining("1024"),
    });
    expect(readDetached("a".repeat(1024), expected)).toMatchObject({
      message: expect.stringContaining("detached"),
    });
  });

  it("throws for a signer without a key id or with other than 64 bytes", async () => {
    await expect(signDetached(payload, "proposal", { ...signer, kid: did })).rejects.toThrow(TypeError);
    for (const made of [new Uint8Array(63), "text", undefined]) {
      const wrong = { kid, sign: () => made as never };
      await expect(signDetached(payload, "proposal", wrong)).rejects.toThrow(/64 bytes/);
    }
    await expect(signDetached(payload, "counter" as never, signer)).rejects.toThrow(TypeError);
  });
});

describe("SG-11, T3: purposes", () => {
  it("are told apart: of 7 x 7 only the diagonal verifies", async () => {
    for (const made of SIGNATURE_PURPOSES) {
      const token = await signDetached(payload, made, signer);
      for (const wanted of SIGNATURE_PURPOSES) {
        const answer = await verified(token, { purpose: wanted });
        expect(answer).toMatchObject(
          made === wanted ? { ok: true, kid } : { ok: false, code: "signature_invalid" },
        );
      }
    }
  });
});

describe("SG-12: spelling", () => {
  it("of the same bytes in another way is refused", async () => {
    const token = await signDetached(payload, "proposal", signer);
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = digits.indexOf(token.at(-1)!);
    // 64 bytes leave two characters with four unused bits.
    const others = Array.from({ length: 15 }, (_, index) => token.slice(0, -1) + digits[last ^ (index + 1)]);
    for (const other of [
      ...others,
      `${token}=`,
      `${token}==`,
      ` ${token}`,
      `${token}\n`,
      token.replace("..", ".=."),
    ]) {
      expect(await verified(other)).toMatchObject({ ok: false, code: "signature_invalid" });
    }
  });

  it.each([undefined, null, 1, {}, "", ".", "..", "...", "a..b"])("%j is no signature", async (token) => {
    expect(await verified(token)).toMatchObject({ ok: false, code: "signature_invalid" });
  });

  it("with a payload inside, or with a part too many, is refused", async () => {
    const token = await signDetached(payload, "proposal", signer);
    expect((await verified(token.replace("..", `.${encodeBase64url(payload)}.`))).ok).toBe(false);
    expect((await verified(`${token}.`)).ok).toBe(false);
    expect((await verified(`${token}.AA`)).ok).toBe(false);
  });
});

describe("SG-13: the signer", () => {
  it("is the one that is expected: a valid signature of somebody else is refused", async () => {
    const other = await didKeySigner(new Uint8Array(32).fill(9));
    const token = await signDetached(payload, "proposal", other);
    expect(await verified(token)).toMatchObject({ ok: false, code: "signature_invalid" });
    for (const foreign of [kid, did.slice(0, -1), `${did}x`, "", did.toUpperCase()]) {
      expect((await verified(await signDetached(payload, "proposal", signer), { signer: foreign })).ok).toBe(
        false,
      );
    }
  });
});

describe("SG-15: content", () => {
  it("verifies with the default verifier", async () => {
    const token = await signDetached(payload, "proposal", signer);
    expect(await verifyDetached(token, payload, { ...expected, publicKey })).toEqual({ ok: true, kid });
  });

  it("is an answer, never an exception, whatever the key and whatever the engine does", async () => {
    const token = await signDetached(payload, "proposal", signer);
    for (const key of [undefined, null, "key", {}, new Uint8Array(3)]) {
      expect(await verified(token, { publicKey: key as never })).toMatchObject({ code: "signature_invalid" });
    }
    const engine = () => Promise.reject(new Error("engine"));
    expect(await verified(token, { verifier: engine })).toMatchObject({ code: "signature_invalid" });
  });

  it("is an answer, never an exception, where the bytes are another thread's by now [SG-10]", async () => {
    const token = await signDetached(payload, "proposal", signer);
    const given = Uint8Array.from(payload);
    structuredClone(given, { transfer: [given.buffer] });
    for (const odd of [given, null, undefined, { length: 1e12 }]) {
      const answer = await verifyDetached(token, odd as never, { ...expected, publicKey, verifier });
      expect(answer).toMatchObject({ ok: false, code: "signature_invalid" });
    }
  });

  it("signed by node:crypto verifies as well", async () => {
    const pair = generateKeyPairSync("ed25519");
    const x = decodeBase64url(pair.publicKey.export({ format: "jwk" }).x!)!;
    const node = {
      kid: "did:web:example.com#1",
      sign: (bytes: Uint8Array) => sign(null, bytes, pair.privateKey),
    };
    const token = await signDetached(payload, "manifest", node);
    const answer = await verified(token, {
      purpose: "manifest",
      signer: "did:web:example.com",
      publicKey: x,
    });
    expect(answer).toEqual({ ok: true, kid: "did:web:example.com#1" });
  });
});

describe("published vectors", () => {
  it(`SG-10: the primitive verifies RFC 8037 A.4, the profile refuses its header${vectorsNote}`, async () => {
    if (!hasVectors) return;
    interface Vector {
      readonly jwk: { readonly x: string };
      readonly compact_jws: string;
    }
    const vector = vectorJson<Vector>("ed25519/rfc8037-a4-jws.json");
    const [header = "", body = "", signature = ""] = vector.compact_jws.split(".");
    const key = decodeBase64url(vector.jwk.x)!;
    const input = signingInput(header, decodeBase64url(body)!);
    expect(passesEd25519Guard(decodeBase64url(signature)!, key)).toBe(true);
    expect(await guardedVerifier(verifier)(decodeBase64url(signature)!, input, key)).toBe(true);
    expect(readDetached(`${header}..${signature}`, expected)).toMatchObject({ code: "signature_invalid" });
  });

  it(`SG-1, SG-15: every step of the official eddsa-jcs-2022 vector is reproduced${vectorsNote}`, async () => {
    if (!hasVectors) return;
    const text = (name: string): string => vectorText(`eddsa-jcs-2022/${name}.txt`);
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
    const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
    const document = canonicalize(vectorJson("eddsa-jcs-2022/unsigned.json"), { numbers: "any" });
    const proof = canonicalize(vectorJson("eddsa-jcs-2022/proofConfigJCS.json"), { numbers: "any" });
    expect(Buffer.from(document).toString()).toBe(text("canonDocJCS"));
    expect(Buffer.from(proof).toString()).toBe(text("proofCanonJCS"));
    expect(hex(sha256(document))).toBe(text("docHashJCS"));
    expect(hex(sha256(proof))).toBe(text("proofHashJCS"));
    const combined = joined(sha256(proof), sha256(document));
    expect(hex(combined)).toBe(text("combinedHashJCS"));
    const pair = vectorJson<Record<"publicKeyMultibase" | "privateKeyMultibase", string>>(
      "eddsa-jcs-2022/keyPair.json",
    );
    const secret = decodeBase58btc(pair.privateKeyMultibase.slice(1))!.slice(2);
    const own = await didKeySigner(secret);
    expect(own.kid).toBe(`did:key:${pair.publicKeyMultibase}#${pair.publicKeyMultibase}`);
    const signature = await own.sign(combined);
    expect(hex(signature)).toBe(text("sigHexJCS"));
    expect(`z${encodeBase58btc(signature)}`).toBe(text("sigBTC58JCS"));
    const key = publicKeyOfMultibase(pair.publicKeyMultibase);
    expect(key.ok && (await guardedVerifier(verifier)(signature, combined, key.publicKey))).toBe(true);
  });
});
