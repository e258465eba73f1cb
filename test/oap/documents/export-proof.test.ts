import { verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalize } from "../../../src/oap/canonical/index.js";
import { exportProof } from "../../../src/oap/documents/index.js";
import { decodeBase58btc } from "../../../src/oap/encoding/index.js";
import { publicKeyOfMultibase } from "../../../src/oap/keys/index.js";
import { alice, dealOver, sha256 } from "../agreements.js";
import { HOSTILE_VALUES } from "../hostile-values.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

const created = "2026-05-03T12:00:00Z";
const { agreement } = await dealOver();

/** Checks a proof by the text of the cryptosuite, over node:crypto. */
function isVerified(document: object, proof: { proofValue: string; verificationMethod: string }): boolean {
  const { proofValue, ...config } = proof;
  const key = publicKeyOfMultibase(config.verificationMethod.split("#")[1]);
  if (!key.ok) return false;
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), key.publicKey]);
  const signature = decodeBase58btc(proofValue.slice(1))!;
  const parts = [config, document].map((part) => sha256(canonicalize(part, { numbers: "any" })));
  const bytes = Buffer.concat(parts);
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

  it(`is told by what reads the official vector, whose own document has a context${vectorsNote}`, async () => {
    if (!hasVectors) return;
    const { proof, ...signed } = vectorJson<{ proof: { proofValue: string; verificationMethod: string } }>(
      "eddsa-jcs-2022/signedJCS.json",
    );
    expect(isVerified(signed, proof)).toBe(true);
    const document = vectorJson<never>("eddsa-jcs-2022/unsigned.json");
    expect(await exportProof(document, alice, { sha256 })).toMatchObject({ ok: false, path: ["@context"] });
  });
});
