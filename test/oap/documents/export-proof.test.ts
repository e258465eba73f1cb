import { createHash, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { proofBytes } from "../../../src/oap/documents/export-proof.js";
import { exportProof } from "../../../src/oap/documents/index.js";
import { decodeBase58btc, encodeBase58btc } from "../../../src/oap/encoding/index.js";
import { publicKeyOfMultibase } from "../../../src/oap/keys/index.js";
import { didKeySigner } from "../../../src/oap/signing/index.js";
import { alice, dealOver, sha256 } from "../agreements.js";
import { HOSTILE_VALUES } from "../hostile-values.js";
import { hasVectors, vectorJson, vectorsNote, vectorText } from "../vectors.js";

const created = "2026-05-03T12:00:00Z";
const { agreement } = await dealOver();

/** Checks a proof by the text of the cryptosuite, over node:crypto. */
function isVerified(document: object, proof: { proofValue: string; verificationMethod: string }): boolean {
  const { proofValue, ...config } = proof;
  const key = publicKeyOfMultibase(config.verificationMethod.split("#")[1]);
  if (!key.ok) return false;
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), key.publicKey]);
  const bytes = proofBytes(document as never, config as never, sha256);
  const signature = decodeBase58btc(proofValue.slice(1))!;
  return verify(null, bytes, { key: der, format: "der", type: "spki" }, signature);
}

describe("SG-41: an exported proof", () => {
  it("is one of eddsa-jcs-2022 by the signer's key, which verifies, and no more over anything else", async () => {
    const result = await exportProof(agreement, alice, { sha256, created });
    if (!result.ok) throw new Error(result.message);
    expect(result.proof).toEqual({
      type: "DataIntegrityProof",
      cryptosuite: "eddsa-jcs-2022",
      created,
      verificationMethod: alice.kid,
      proofPurpose: "assertionMethod",
      proofValue: expect.stringMatching(/^z[1-9A-HJ-NP-Za-km-z]{86,88}$/),
    });
    expect(isVerified(agreement, result.proof)).toBe(true);
    expect(isVerified({ ...agreement, more: 1 }, result.proof)).toBe(false);
    expect(isVerified(agreement, { ...result.proof, created: "2026-05-03T12:00:01Z" } as never)).toBe(false);
    expect(Object.isFrozen(result.proof)).toBe(true);
  });

  it("signs the hash of its configuration and then that of the document, each canonical", () => {
    const hash = (text: string) => createHash("sha256").update(text).digest();
    const bytes = proofBytes({ b: 1.5, a: "" }, { type: "t", created }, sha256);
    const expected = [hash(`{"created":"${created}","type":"t"}`), hash('{"a":"","b":1.5}')];
    expect(Buffer.from(bytes)).toEqual(Buffer.concat(expected));
  });

  it("leaves the instant out when none is given, and takes any finite number", async () => {
    const document = { price: 1.5, huge: 1e300 };
    const result = await exportProof(document, alice, { sha256 });
    if (!result.ok) throw new Error(result.message);
    expect("created" in result.proof).toBe(false);
    expect(isVerified(document, result.proof)).toBe(true);
  });

  it.each(["@context", "proof"])(
    "is refused over a document with %s, and allowed further down",
    async (name) => {
      const refused = await exportProof({ ...agreement, [name]: [] }, alice, { sha256, created });
      expect(refused).toMatchObject({ ok: false, code: "document_invalid", path: [name] });
      expect(await exportProof({ terms: { [name]: [] } }, alice, { sha256 })).toMatchObject({ ok: true });
    },
  );

  it.each([null, [], "text", 1, undefined])("is refused over %j", async (value) => {
    expect(await exportProof(value, alice, { sha256 })).toMatchObject({ code: "document_invalid" });
  });

  it.each(HOSTILE_VALUES)("T8: is refused, never an exception, over %s", async (_, make) => {
    expect(await exportProof({ extra: make() }, alice, { sha256 })).toMatchObject({
      code: "document_invalid",
    });
  });

  it(`signs the bytes of the official vector, and gives its value${vectorsNote}`, async () => {
    if (!hasVectors) return;
    const document = vectorJson<never>("eddsa-jcs-2022/unsigned.json");
    const config = vectorJson<never>("eddsa-jcs-2022/proofConfigJCS.json");
    const bytes = proofBytes(document, config, sha256);
    expect(Buffer.from(bytes).toString("hex")).toBe(vectorText("eddsa-jcs-2022/combinedHashJCS.txt"));
    const pair = vectorJson<Record<"privateKeyMultibase", string>>("eddsa-jcs-2022/keyPair.json");
    const signer = await didKeySigner(decodeBase58btc(pair.privateKeyMultibase.slice(1))!.slice(2));
    const value = `z${encodeBase58btc(await signer.sign(bytes))}`;
    expect(value).toBe(vectorText("eddsa-jcs-2022/sigBTC58JCS.txt"));
    const { proof, ...signed } = vectorJson<{ proof: { proofValue: string; verificationMethod: string } }>(
      "eddsa-jcs-2022/signedJCS.json",
    );
    expect(proof.proofValue).toBe(value);
    expect(isVerified(signed, proof)).toBe(true);
    // The vector's own document has a context, so this profile does not export it.
    expect(await exportProof(document, signer, { sha256 })).toMatchObject({ ok: false, path: ["@context"] });
  });
});
