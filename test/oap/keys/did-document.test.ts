import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import { encodeBase64url } from "../../../src/oap/encoding/index.js";
import { publicKeyMultibase, publicKeyOfMultibase } from "../../../src/oap/keys/index.js";
import { signingKeysOf } from "../../../src/oap/keys/key-resolver.js";
import { DID, documentOf, firstKey, KID, methodOf, secondKey, verdictOf } from "../did-documents.js";
import { smallOrderPoints } from "../ed25519-cases.js";

const NOW = Date.UTC(2026, 10, 22, 9);

/** `"ok"` or the code for a key, `"absent"` where the document gives none of that name. */
function verdict(document: unknown, kid = KID): string {
  const found = signingKeysOf(document, DID, NOW);
  if (!found.ok) return found.code;
  const key = found.keys.get(kid);
  return key === undefined ? "absent" : verdictOf(key);
}

function keyTextOf(document: unknown, kid = KID): string | undefined {
  const found = signingKeysOf(document, DID, NOW);
  const key = found.ok ? found.keys.get(kid) : undefined;
  return key?.ok ? publicKeyMultibase(key.publicKey) : undefined;
}

const first = publicKeyOfMultibase(firstKey.multibase);
const x = encodeBase64url(first.ok ? first.publicKey : new Uint8Array());
const jwk = { kty: "OKP", crv: "Ed25519", x };

function ofJwk(publicKeyJwk: unknown, type = "JsonWebKey"): Record<string, unknown> {
  const method = methodOf({ type, publicKeyMultibase: undefined, publicKeyJwk });
  return documentOf({ verificationMethod: [method] });
}

describe("SG-18: the relation assertionMethod", () => {
  it("references methods by absolute and by relative ids, and holds them embedded", () => {
    const relative = methodOf({ id: "#key-1" });
    for (const document of [
      documentOf(),
      documentOf({ assertionMethod: ["#key-1"] }),
      documentOf({ verificationMethod: [relative] }),
      documentOf({ verificationMethod: [relative], assertionMethod: ["#key-1"] }),
      documentOf({ verificationMethod: undefined, assertionMethod: [methodOf()] }),
      documentOf({ verificationMethod: undefined, assertionMethod: [relative] }),
      documentOf({ assertionMethod: [KID, "#key-1", KID] }),
      documentOf({ assertionMethod: [null, 5, {}, [], KID] }),
    ]) {
      expect(keyTextOf(document)).toBe(firstKey.multibase);
    }
  });

  it("is the only one that counts", () => {
    for (const relation of [
      "keyAgreement",
      "authentication",
      "capabilityInvocation",
      "capabilityDelegation",
    ]) {
      expect(verdict(documentOf({ assertionMethod: undefined, [relation]: [KID] }))).toBe("absent");
      const embedded = { verificationMethod: undefined, [relation]: [methodOf()] };
      expect(verdict(documentOf({ ...embedded, assertionMethod: undefined }))).toBe("absent");
      // A reference finds no method that is embedded in another relation.
      expect(verdict(documentOf({ ...embedded, assertionMethod: [KID] }))).toBe("absent");
    }
    expect(verdict(documentOf({ assertionMethod: [] }))).toBe("absent");
    expect(verdict(documentOf({ assertionMethod: undefined }))).toBe("absent");
    expect(verdict(documentOf({ assertionMethod: KID }))).toBe("absent");
    expect(verdict(documentOf({ assertionMethod: [`${DID}#key-2`] }))).toBe("absent");
    expect(verdict(documentOf({ verificationMethod: [] }))).toBe("absent");
  });

  it("gives each kid its own key, and none that stands under another DID's name", () => {
    const document = documentOf({
      verificationMethod: [
        methodOf(),
        methodOf({ id: "#key-2", publicKeyMultibase: secondKey.multibase }),
        methodOf({ id: "did:web:other.example#key-3" }),
        methodOf({ id: "key-4" }),
        methodOf({ id: undefined }),
      ],
      assertionMethod: [KID, "#key-2", "#key-3", "#key-4", "did:web:other.example#key-3", {}],
    });
    expect(keyTextOf(document)).toBe(firstKey.multibase);
    expect(keyTextOf(document, `${DID}#key-2`)).toBe(secondKey.multibase);
    expect(verdict(document, `${DID}#key-3`)).toBe("absent");
    expect(verdict(document, `${DID}#key-4`)).toBe("absent");
    expect(verdict(document, `${DID}#`)).toBe("absent");
  });

  it("gives no key to a name that two methods have", () => {
    const other = methodOf({ id: "#key-1", publicKeyMultibase: secondKey.multibase });
    for (const document of [
      documentOf({ verificationMethod: [methodOf(), other] }),
      documentOf({ assertionMethod: [KID, other] }),
      documentOf({ verificationMethod: undefined, assertionMethod: [other, methodOf()] }),
      documentOf({ verificationMethod: [methodOf(), other, methodOf()] }),
    ]) {
      expect(verdict(document)).toBe("absent");
    }
  });
});

describe("SG-18: a method", () => {
  it.each([undefined, "did:web:other.example", `${DID}#key-1`, [DID], DID.toUpperCase()])(
    "whose controller is %j is no key of the DID",
    (controller) => {
      const document = documentOf({ verificationMethod: [methodOf({ controller })] });
      expect(verdict(document)).toBe("absent");
    },
  );

  it("may be a Multikey, an Ed25519VerificationKey2020, or a JSON web key", () => {
    for (const type of ["Multikey", "Ed25519VerificationKey2020"]) {
      expect(keyTextOf(documentOf({ verificationMethod: [methodOf({ type })] }))).toBe(firstKey.multibase);
    }
    for (const type of ["JsonWebKey", "JsonWebKey2020"]) {
      expect(keyTextOf(ofJwk({ ...jwk, kid: "any", alg: "Ed25519" }, type))).toBe(firstKey.multibase);
      const isSaid = { ...jwk, use: "sig", key_ops: ["verify"], alg: "EdDSA" };
      expect(keyTextOf(ofJwk(isSaid, type))).toBe(firstKey.multibase);
    }
  });

  it("of another type or key is not supported", () => {
    const x25519 = "z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc";
    for (const method of [
      methodOf({ type: "Ed25519VerificationKey2018" }),
      methodOf({ type: "X25519KeyAgreementKey2020" }),
      methodOf({ type: undefined }),
      methodOf({ type: ["Multikey"] }),
      methodOf({ publicKeyMultibase: x25519 }),
      methodOf({ publicKeyMultibase: undefined, publicKeyJwk: jwk }),
    ]) {
      expect(verdict(documentOf({ verificationMethod: [method] }))).toBe("key_not_supported");
    }
    for (const publicKeyJwk of [
      undefined,
      "text",
      [jwk],
      { ...jwk, kty: "EC" },
      { ...jwk, crv: "X25519" },
      { ...jwk, crv: "Ed448" },
      { ...jwk, x: undefined },
      { ...jwk, x: `${x}=` },
      { ...jwk, x: x.slice(1) },
      { ...jwk, x: `${x.slice(0, -1)}${x.endsWith("B") ? "C" : "B"}` },
      { ...jwk, d: x },
      { ...jwk, use: "enc" },
      { ...jwk, key_ops: ["sign"] },
      { ...jwk, key_ops: "verify" },
      { ...jwk, alg: "ES256" },
      { ...jwk, alg: "Ed448" },
      { ...jwk, alg: "eddsa" },
      { ...jwk, alg: ["EdDSA"] },
      { ...jwk, alg: null },
    ]) {
      expect(verdict(ofJwk(publicKeyJwk))).toBe("key_not_supported");
    }
  });

  it("whose key fails the guard is not supported", () => {
    for (const point of smallOrderPoints) {
      expect(verdict(ofJwk({ ...jwk, x: encodeBase64url(point) }))).toBe("key_not_supported");
    }
    const sound = ed25519.getPublicKey(new Uint8Array(32).fill(3));
    expect(verdict(ofJwk({ ...jwk, x: encodeBase64url(sound) }))).toBe("ok");
  });

  it.each(["expires", "revoked"])("counts before its instant %s, to the millisecond", (member) => {
    const at = (instant: unknown) =>
      verdict(documentOf({ verificationMethod: [methodOf({ [member]: instant })] }));
    expect(at("2026-11-22T09:00:00.001Z")).toBe("ok");
    expect(at("2026-11-22T09:00:01Z")).toBe("ok");
    expect(at("2026-11-22T10:00:01+01:00")).toBe("ok");
    expect(at("2026-11-22T10:00:00+01:00")).toBe("absent");
    expect(at("2026-11-22T09:00:00.5Z")).toBe("ok");
    expect(at("2026-11-22T09:00:00.001999999Z")).toBe("ok");
    for (const past of ["2026-11-22T09:00:00Z", "2026-11-22T09:00:00.000Z", "2026-11-22T08:59:59.999Z"]) {
      expect(at(past)).toBe("absent");
    }
    // What cannot be read for certain counts as over.
    for (const other of [
      "2099-01-01",
      "2099-01-01T00:00:00",
      "2099-01-01T00:00:00+25:00",
      "2099-13-01T00:00:00Z",
      "soon",
      null,
      4e12,
      {},
    ]) {
      expect(at(other)).toBe("absent");
    }
  });
});

describe("SG-16: a document", () => {
  it.each([null, false, "text", 5, [], {}, [documentOf()], documentOf({ id: undefined })])(
    "that is %j is none",
    (document) => {
      expect(verdict(document)).toBe("key_unresolvable");
    },
  );

  it.each([
    "did:web:other.example",
    "did:web:Example.com",
    `${DID}#`,
    `${DID}/`,
    "https://example.com",
    [DID],
  ])("with the id %j is not this DID's", (id) => {
    expect(verdict(documentOf({ id }))).toBe("key_unresolvable");
  });

  it("T11: of a deactivated DID gives no key", () => {
    for (const deactivated of [true, null, "true", 1, {}]) {
      expect(verdict(documentOf({ deactivated }))).toBe("key_not_authorized");
    }
    expect(verdict(documentOf({ deactivated: false }))).toBe("ok");
  });
});
