import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/json/index.js";
import { canonicalText, parseStrict, signingRefusal } from "../../../src/oap/canonical/index.js";
import {
  didKeySigner,
  signDocument,
  signedBytes,
  verifyDocument,
  webCryptoVerifier,
} from "../../../src/oap/signing/index.js";
import { publicKey, seed } from "../ed25519-cases.js";
import { HOSTILE_VALUES } from "../hostile-values.js";
import { signableJson } from "../strict-arbitrary.js";

const signer = await didKeySigner(seed);
const did = signer.kid.slice(0, signer.kid.indexOf("#"));
const expected = { purpose: "proposal", signer: did, verifier: webCryptoVerifier() } as const;
const document = {
  to: "did:x:a",
  from: did,
  previous_proposal_id: null,
  note: "",
  terms: { price: "40.00" },
};

async function signed(value: unknown = document) {
  const result = await signDocument(value, "proposal", signer);
  if (!result.ok) throw new Error(result.message);
  return result.document;
}

describe("SG-9: the signed bytes", () => {
  it("are the canonical form without the member signature; null and empty text stay", async () => {
    const text = `{"from":"${did}","note":"","previous_proposal_id":null,"terms":{"price":"40.00"},"to":"did:x:a"}`;
    expect(new TextDecoder().decode(signedBytes(document))).toBe(text);
    expect(signedBytes(await signed())).toEqual(signedBytes(document));
  });

  it("hold a member signature further down", () => {
    expect(new TextDecoder().decode(signedBytes({ a: { signature: "b" }, signature: 1 }))).toBe(
      '{"a":{"signature":"b"}}',
    );
  });

  it.each([null, [], "text", 1])("are none for %j", (value) => {
    expect(() => signedBytes(value as never)).toThrow(TypeError);
  });
});

describe("a signed document", () => {
  it("SG-5: is not read again where it was just signed, and all the same when it was signed again", async () => {
    const whole = await signed();
    const answer = await verifyDocument(whole, expected);
    expect(answer.ok && answer.document).toBe(whole);
    const other = await verifyDocument({ ...whole }, expected);
    expect(other.ok && other.document !== whole).toBe(true);
    expect(await verifyDocument(await signed({ ...whole, note: "new" }), expected)).toMatchObject({
      ok: true,
    });
    const looksLike = Object.freeze({ ...whole, note: "changed" });
    expect(await verifyDocument(looksLike, expected)).toMatchObject({ ok: false, code: "signature_invalid" });
  });

  it("is frozen, keeps the order of members, and verifies, also after a way as text", async () => {
    const whole = await signed();
    expect(Object.keys(whole)).toEqual([...Object.keys(document), "signature"]);
    expect(Object.isFrozen(whole) && Object.isFrozen(whole["terms"])).toBe(true);
    expect(await verifyDocument(whole, expected)).toEqual({ ok: true, document: whole, kid: signer.kid });
    const parsed = parseStrict(new TextEncoder().encode(JSON.stringify(whole, null, 2)));
    expect(parsed.ok && (await verifyDocument(parsed.value, expected))).toMatchObject({ ok: true });
  });

  it("verifies whatever is signed, and no more once anything is changed, added or removed", async () => {
    const members = fc.dictionary(
      fc.string({ maxLength: 5 }).filter((key) => key !== "signature"),
      signableJson,
      {
        minKeys: 1,
        maxKeys: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(members, signableJson, async (value, other) => {
        const result = await signDocument(value, "proposal", signer);
        if (!result.ok) return;
        expect((await verifyDocument(result.document, expected)).ok).toBe(true);
        const [key = ""] = Object.keys(value);
        const { [key]: before, ...without } = result.document as JsonObject;
        expect((await verifyDocument(without, expected)).ok).toBe(false);
        const changed = await verifyDocument({ ...result.document, [key]: other }, expected);
        expect(changed.ok).toBe(canonicalText(before) === canonicalText(other));
        expect((await verifyDocument({ ...result.document, "a new member": null }, expected)).ok).toBe(false);
      }),
      { seed: 508, numRuns: 60 },
    );
  });

  it("replaces an old signature", async () => {
    const again = await signed({ ...document, signature: "old" });
    expect(again).toEqual(await signed());
  });

  it("SG-5: is what was read at once: later changes and getters change nothing", async () => {
    const value = { ...document, terms: { price: "40.00" } };
    const signing = signDocument(value, "proposal", signer);
    value.terms.price = "1.00";
    expect(await signing).toMatchObject({ ok: true, document: { terms: { price: "40.00" } } });
    const own = { ...(await signed()), terms: { price: "40.00" } };
    const verifying = verifyDocument(own, expected);
    own.terms.price = "1.00";
    expect(await verifying).toMatchObject({ ok: true, document: { terms: { price: "40.00" } } });
  });

  it("SG-7: comes back as it came, unknown members and all", async () => {
    const whole = await signed({ ...document, later_version: [1, { a: null }] });
    expect(await verifyDocument(whole, expected)).toMatchObject({
      document: { later_version: [1, { a: null }] },
    });
  });

  it.each(HOSTILE_VALUES)("SG-2: T8: is refused, never an exception: %s", async (_, make) => {
    const whole = { ...(await signed()), extra: make() };
    expect(await verifyDocument(whole, expected)).toMatchObject({ ok: false, code: "document_invalid" });
    expect(await signDocument({ extra: make() }, "proposal", signer)).toMatchObject({
      code: "document_invalid",
    });
  });

  it.each([null, [], "text", undefined, 1n])("is none: %s", async (value) => {
    expect(await verifyDocument(value, expected)).toMatchObject({ ok: false, code: "document_invalid" });
    expect(await signDocument(value, "proposal", signer)).toMatchObject({
      ok: false,
      code: "document_invalid",
    });
  });

  it("without a signature, or for another purpose or signer, is refused", async () => {
    const whole = await signed();
    for (const wrong of [
      verifyDocument(document, expected),
      verifyDocument({ ...whole, signature: null }, expected),
      verifyDocument(whole, { ...expected, purpose: "accept" }),
      verifyDocument(whole, { ...expected, signer: "did:x:a" }),
    ]) {
      expect(await wrong).toMatchObject({ ok: false, code: "signature_invalid" });
    }
  });

  it("that the signature makes too big is refused when it is signed", async () => {
    const big = { text: "a".repeat(65_536 - 11) };
    expect(signedBytes(big)).toHaveLength(65_536);
    expect(await signDocument(big, "proposal", signer)).toMatchObject({
      ok: false,
      code: "document_invalid",
    });
  });
});

describe("the key of a document", () => {
  it("comes from a resolver, which is asked for the kid and whose refusals go through", async () => {
    const asked: string[] = [];
    const resolveKey = (kid: string) => {
      asked.push(kid);
      return signingRefusal("key_not_authorized", "Expected a key for signing, got another.");
    };
    const answer = await verifyDocument(await signed(), { ...expected, resolveKey });
    expect(answer).toMatchObject({ ok: false, code: "key_not_authorized" });
    expect(asked).toEqual([signer.kid]);
    const later = async () => ({ ok: true, publicKey }) as const;
    expect(await verifyDocument(await signed(), { ...expected, resolveKey: later })).toMatchObject({
      ok: true,
    });
  });

  it("is no key when the resolver throws or rejects, and is not asked for a wrong signer", async () => {
    const thrower = () => {
      throw new Error("network");
    };
    const rejecter = () => Promise.reject(new Error("network"));
    for (const resolveKey of [thrower, rejecter]) {
      const answer = await verifyDocument(await signed(), { ...expected, resolveKey });
      expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
      expect(JSON.stringify(answer)).not.toContain("network");
    }
    const answer = await verifyDocument(await signed(), {
      ...expected,
      signer: "did:x:a",
      resolveKey: thrower,
    });
    expect(answer).toMatchObject({ code: "signature_invalid" });
  });

  it("SG-22: is answered as the snapshot that the resolver gave, if it gave one", async () => {
    const { signal } = new AbortController();
    const snapshot = {
      kid: signer.kid,
      publicKeyMultibase: did.slice("did:key:".length),
      documentHash: null,
      resolvedAt: 5,
    };
    const contexts: unknown[] = [];
    const resolveKey = (_: string, context: unknown) => {
      contexts.push(context);
      return { ok: true, publicKey, snapshot } as const;
    };
    expect(await verifyDocument(await signed(), { ...expected, resolveKey, signal })).toMatchObject({
      snapshot,
    });
    expect(contexts).toEqual([{ signal }]);
    const byDefault = await verifyDocument(await signed(), expected);
    expect(byDefault.ok && byDefault.snapshot).toBeUndefined();
  });

  it.each([undefined, null, "key", {}, { ok: "yes", publicKey }, { publicKey }])(
    "SG-16: is no key when the resolver gives %j",
    async (answer) => {
      const resolveKey = () => answer as never;
      expect(await verifyDocument(await signed(), { ...expected, resolveKey })).toMatchObject({
        ok: false,
        code: "key_unresolvable",
      });
    },
  );

  it("of another method is not resolved by default", async () => {
    const web = { ...signer, kid: "did:web:example.com#key-1" };
    const whole = await signDocument(document, "proposal", web);
    const answer = await verifyDocument(whole.ok && whole.document, {
      ...expected,
      signer: "did:web:example.com",
    });
    expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
  });
});
