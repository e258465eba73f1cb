import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/json/index.js";
import { saltRefusal } from "../../../src/oap/agreement/agreement-hash.js";
import { leafDigest } from "../../../src/oap/agreement/disclosures.js";
import { agreementDigests, hashOfDigests, openLeaves } from "../../../src/oap/agreement/index.js";
import { leavesOf } from "../../../src/oap/canonical/index.js";
import { dealOver, SALT_SECRET, secondHash, sha256 } from "../agreements.js";
import { signableJson } from "../strict-arbitrary.js";

const deal = await dealOver();
const { agreement } = deal;
const other = Buffer.alloc(32, "another").toString("base64url");

function hashOf(terms: JsonObject, saltSecret = SALT_SECRET): string {
  return agreementDigests({ ...agreement, terms }, saltSecret, { sha256 }).hash;
}

const secretOf = (bytes: readonly number[]) => Buffer.from(bytes).toString("base64url");
const counting = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("SG-26: the hash of an agreement", () => {
  it("is the one of a second implementation, with node:crypto's HMAC and the package canonicalize", () => {
    expect(agreement.agreement_hash).toBe(secondHash(agreement, SALT_SECRET));
    const odd = {
      "": { "/": [[], {}], "~": "~1", "~1": null },
      é: "\u2028",
      "10": [1, [true]],
      a: { toString: "" },
    };
    expect(hashOf(odd)).toBe(secondHash({ ...agreement, terms: odd }, SALT_SECRET));
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), signableJson, { maxKeys: 4, noNullPrototype: true }),
        (drawn) => {
          const terms = { ...drawn } as JsonObject;
          if (leavesOf(terms, "/terms") === undefined) return;
          expect(hashOf(terms)).toBe(secondHash({ ...agreement, terms }, SALT_SECRET));
        },
      ),
      { seed: 526, numRuns: 100 },
    );
  });

  it("has a digest for each leaf, empty terms included, and none for hash and signatures", () => {
    const { digests } = agreementDigests(agreement, SALT_SECRET, { sha256 });
    expect(Object.keys(digests).sort()).toEqual(
      [
        "/agreement_id",
        "/negotiation_id",
        "/parties/0",
        "/parties/1",
        "/effective_from",
        "/effective_until",
        ...["action", "billing_interval", "calls_per_month", "early_termination_fee_eur"].map(
          (name) => `/terms/${name}`,
        ),
        ...["minimum_commitment_months", "price_per_call_eur"].map((name) => `/terms/${name}`),
        ...["binding", "proposal_id", "proposal_hash", "host", "manifest_hash"].map(
          (name) => `/metadata/${name}`,
        ),
        "/metadata/confidentiality",
        ...["party", "profession", "obligations/0", "obligations/1"].map(
          (name) => `/metadata/regulated_obligations/0/${name}`,
        ),
      ].sort(),
    );
    expect(
      agreementDigests({ ...agreement, terms: {} }, SALT_SECRET, { sha256 }).disclosures["/terms"]?.value,
    ).toEqual({});
  });

  it("changes with any leaf of it, with any added or removed, and with the salt secret", () => {
    const { digests, hash, disclosures } = agreementDigests(agreement, SALT_SECRET, { sha256 });
    for (const [pointer, disclosure] of Object.entries(disclosures)) {
      const changed = leafDigest(sha256, pointer, { ...disclosure, value: "another" });
      expect(hashOfDigests(sha256, { ...digests, [pointer]: changed })).not.toBe(hash);
      const { [pointer]: _, ...fewer } = digests;
      expect(hashOfDigests(sha256, fewer)).not.toBe(hash);
    }
    expect(hashOf({ ...agreement.terms, more: null })).not.toBe(hash);
    expect(hashOf(agreement.terms, other)).not.toBe(hash);
    expect(hashOf({ a: [] })).not.toBe(hashOf({ a: {} }));
    expect(hashOf({ a: { b: 1 } })).not.toBe(hashOf({ "a/b": 1 }));
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: "1" }));
  });

  it("does not change with the order of members, the signatures, or the hash that it has", () => {
    const turned = Object.fromEntries(Object.entries(agreement.terms).reverse());
    expect(hashOf(turned)).toBe(agreement.agreement_hash);
    const unsigned = { ...agreement, agreement_hash: "", signatures: {} };
    expect(agreementDigests(unsigned, SALT_SECRET, { sha256 }).hash).toBe(agreement.agreement_hash);
  });

  it("salts each leaf with 16 bytes of its own, that follow from the secret's bytes", () => {
    const { disclosures } = agreementDigests(agreement, SALT_SECRET, { sha256 });
    const salts = Object.values(disclosures).map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(salts.length);
    for (const [pointer, { salt }] of Object.entries(disclosures)) {
      const tag = createHmac("sha256", Buffer.from(SALT_SECRET, "base64url")).update(pointer).digest();
      expect(salt).toBe(tag.subarray(0, 16).toString("base64url"));
    }
  });

  it.each([
    ...[1, 16, 31].map((count) => ["salt_weak", secretOf(counting(count))]),
    ...[0, 9, 255].map((byte) => ["salt_weak", secretOf(new Array<number>(32).fill(byte))]),
    ...[33, 64].map((count) => ["document_invalid", secretOf(counting(count))]),
    ["document_invalid", secretOf(new Array<number>(33).fill(0))],
    ["document_invalid", ""],
    ["document_invalid", `${SALT_SECRET}=`],
    ["document_invalid", `${SALT_SECRET.slice(0, 42)}B`],
    ["document_invalid", null],
    ["document_invalid", 32],
  ] as [string, unknown][])("has no salts, but %s, from the secret %j [SG-28]", (code, secret) => {
    expect(saltRefusal(secret)).toMatchObject({ ok: false, code, path: ["salt_secret"] });
    expect(openLeaves(agreement, secret as string, sha256)).toEqual(saltRefusal(secret));
    expect(() => agreementDigests(agreement, secret as string, { sha256 })).toThrow(TypeError);
  });

  it("has salts from the secrets next to the weak ones [SG-28]", () => {
    const zeros = new Array<number>(31).fill(0);
    for (const bytes of [[...zeros, 1], [1, ...zeros], counting(32)]) {
      expect(saltRefusal(secretOf(bytes))).toBeUndefined();
    }
  });

  it("is none of terms whose leaves do not tell them", () => {
    expect(() => hashOf({ a: { 0: 1 } })).toThrow(TypeError);
  });
});
