import { describe, expect, it } from "vitest";
import type { DidDocumentResolver, DidWebFetch, KeySnapshot } from "../../src/oap/keys/index.js";
import { createKeyResolver, didWeb, didWebUrl, snapshotKeys } from "../../src/oap/keys/index.js";
import { type SignaturePurpose, signDocument, verifyDocument } from "../../src/oap/signing/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import {
  bytesOf,
  DID,
  documentOf,
  firstKey,
  KID,
  methodOf,
  secondKey,
  sha256,
  type TestKey,
  verdictOf,
} from "./did-documents.js";

/** A world with one DID, whose document the test rewrites. */
function world() {
  const clock = new ManualClock();
  const state = { document: documentOf(), resolver: undefined as DidDocumentResolver | undefined };
  const web: DidDocumentResolver = (did, context) =>
    state.resolver?.(did, context) ?? bytesOf(state.document);
  const { resolveKey, forgetKey } = createKeyResolver({ sha256, clock, methods: { web } });
  async function verify(document: unknown, purpose: SignaturePurpose, signer: string = DID) {
    return verifyDocument(document, { purpose, signer, resolveKey });
  }
  return { clock, state, forgetKey, verify };
}

async function signed(purpose: SignaturePurpose, key: TestKey, kid = KID): Promise<unknown> {
  const result = await signDocument({ from: DID, price: 40 }, purpose, key.as(kid));
  return result.ok && result.document;
}

function rotatedTo(key: TestKey): Record<string, unknown> {
  return documentOf({ verificationMethod: [methodOf({ publicKeyMultibase: key.multibase })] });
}

describe("T3: a signature by another's key, or by a key that is for something else", () => {
  it("T3: under a foreign kid is refused, whoever resolves it", async () => {
    const { verify, state } = world();
    const foreign = "did:web:other.example";
    state.resolver = (id) =>
      bytesOf(
        documentOf({
          id,
          verificationMethod: [methodOf({ id: `${id}#key-1`, controller: id })],
          assertionMethod: ["#key-1"],
        }),
      );
    const document = await signed("proposal", firstKey, `${foreign}#key-1`);
    expect(await verify(document, "proposal", foreign)).toMatchObject({ ok: true });
    expect(await verify(document, "proposal")).toMatchObject({ ok: false, code: "signature_invalid" });
  });

  it("T3: by a key that the document lists under another's name, or another controls, is refused", async () => {
    const { verify, state, forgetKey } = world();
    const foreign = "did:web:other.example#key-1";
    state.document = documentOf({
      verificationMethod: [methodOf({ id: foreign })],
      assertionMethod: [foreign],
    });
    expect(await verify(await signed("proposal", firstKey), "proposal")).toMatchObject({
      code: "key_not_authorized",
    });
    expect(await verify(await signed("proposal", firstKey, foreign), "proposal")).toMatchObject({
      code: "signature_invalid",
    });
    forgetKey(DID);
    state.document = documentOf({ verificationMethod: [methodOf({ controller: "did:web:other.example" })] });
    expect(await verify(await signed("proposal", firstKey), "proposal")).toMatchObject({
      code: "key_not_authorized",
    });
  });

  it.each(["keyAgreement", "authentication", "capabilityInvocation", "capabilityDelegation"])(
    "T3: by a key of %s only is refused",
    async (relation) => {
      const { verify, state, forgetKey } = world();
      const document = await signed("proposal", secondKey, `${DID}#key-2`);
      const second = methodOf({ id: "#key-2", publicKeyMultibase: secondKey.multibase });
      for (const members of [
        { verificationMethod: [methodOf(), second], [relation]: ["#key-2"] },
        { [relation]: [second] },
        { [relation]: [second], assertionMethod: [KID, "#key-2"] },
      ]) {
        state.document = documentOf(members);
        expect(await verify(document, "proposal")).toMatchObject({ ok: false, code: "key_not_authorized" });
        forgetKey(DID);
      }
      state.document = documentOf({ [relation]: ["#key-2"], assertionMethod: [second] });
      expect(await verify(document, "proposal")).toMatchObject({ ok: true });
    },
  );

  it("T3: by one key of the DID under the name of another is refused", async () => {
    const { verify, state } = world();
    const second = methodOf({ id: "#key-2", publicKeyMultibase: secondKey.multibase });
    state.document = documentOf({
      verificationMethod: [methodOf(), second],
      assertionMethod: [KID, "#key-2"],
    });
    expect(await verify(await signed("proposal", firstKey, `${DID}#key-2`), "proposal")).toMatchObject({
      code: "signature_invalid",
    });
  });
});

describe("T11: keys that change", () => {
  /** A proposal of before, with the snapshot it was stored with. */
  async function proposed() {
    const scene = world();
    const proposal = await signed("proposal", firstKey);
    const answer = await scene.verify(proposal, "proposal");
    if (!answer.ok || answer.snapshot === undefined) throw new Error("Expected a snapshot.");
    const stored = JSON.parse(JSON.stringify(answer.snapshot)) as KeySnapshot;
    const verifyStored = () =>
      verifyDocument(proposal, { purpose: "proposal", signer: DID, resolveKey: snapshotKeys([stored]) });
    return { ...scene, verifyStored };
  }

  it("T11: rotated between proposal and accept: the proposal stands, the old key ends after 300,000 ms", async () => {
    const { clock, state, verify, verifyStored } = await proposed();
    const since = clock.now();
    state.document = rotatedTo(secondKey);
    const old = await signed("accept", firstKey);
    const fresh = await signed("accept", secondKey);
    for (const ageMs of [0, 299_999, 300_000]) {
      clock.set(since + ageMs);
      expect(await verify(old, "accept")).toMatchObject({ ok: true, snapshot: { resolvedAt: since } });
      expect(await verify(fresh, "accept")).toMatchObject({ ok: false, code: "signature_invalid" });
    }
    clock.set(since + 300_001);
    expect(await verify(old, "accept")).toMatchObject({ ok: false, code: "signature_invalid" });
    expect(await verify(fresh, "accept")).toMatchObject({ ok: true });
    expect(await verifyStored()).toMatchObject({ ok: true });
  });

  it("T11: a key that is renamed when it is rotated is no longer authorised once forgotten", async () => {
    const { state, forgetKey, verify, verifyStored } = await proposed();
    const second = methodOf({ id: "#key-2", publicKeyMultibase: secondKey.multibase });
    state.document = documentOf({ verificationMethod: [methodOf(), second], assertionMethod: ["#key-2"] });
    forgetKey(DID);
    expect(await verify(await signed("accept", firstKey), "accept")).toMatchObject({
      code: "key_not_authorized",
    });
    expect(await verify(await signed("accept", secondKey, `${DID}#key-2`), "accept")).toMatchObject({
      ok: true,
    });
    expect(await verifyStored()).toMatchObject({ ok: true });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["deactivated", documentOf({ deactivated: true }), "key_not_authorized"],
    ["emptied", documentOf({ verificationMethod: [], assertionMethod: [] }), "key_not_authorized"],
    [
      "of a revoked key",
      documentOf({ verificationMethod: [methodOf({ revoked: "2020-01-01T00:00:00Z" })] }),
      "key_not_authorized",
    ],
    ["another's", documentOf({ id: "did:web:other.example" }), "key_unresolvable"],
    [
      "of another kind of key",
      documentOf({ verificationMethod: [methodOf({ type: "X25519KeyAgreementKey2020" })] }),
      "key_not_supported",
    ],
  ])(
    "T11: a document that is now %s refuses what is new, and touches nothing that is stored",
    async (_, document, code) => {
      const { state, forgetKey, verify, verifyStored } = await proposed();
      state.document = document;
      forgetKey(DID);
      expect(await verify(await signed("accept", firstKey), "accept")).toMatchObject({ ok: false, code });
      expect(await verifyStored()).toMatchObject({ ok: true });
    },
  );

  it("T11: a resolver that answers differently each time changes no past verdict", async () => {
    const { clock, state, verify, verifyStored } = await proposed();
    const documents = [
      rotatedTo(secondKey),
      documentOf({ deactivated: true }),
      documentOf(),
      rotatedTo(secondKey),
    ];
    const codes: string[] = [];
    for (const document of documents) {
      state.document = document;
      clock.set(clock.now() + 300_001);
      codes.push(verdictOf(await verify(await signed("accept", firstKey), "accept")));
      expect(await verifyStored()).toMatchObject({ ok: true });
    }
    expect(codes).toEqual(["signature_invalid", "key_not_authorized", "ok", "signature_invalid"]);
  });
});

describe("T12: did:web makes the host ask for something else", () => {
  const HOSTILE = `
    127.0.0.1 10.0.0.1 169.254.169.254 0.0.0.0 2130706433 127.1 0 0x7f000001 0x7f.1 0177.0.0.1
    127.0.0.0x1 1.2.3.4.5 example.1 example.0x1 [::1] %5B%3A%3A1%5D ::1 : localhost LOCALHOST
    a.localhost a.LocalHost localhost%3A8080 intranet com a example.com. example.com.. .example.com
    example..com -a.example a-.example a.b- a_b.example 127%2E0%2E0%2E1 example%2Ecom example.com:..
    example.com:. example.com:a:..:b example.com:%2E%2E example.com%2Fa example.com:a%2Fb
    example.com%3Fa example.com:a%3Fb example.com%23a example.com:a%23b user%40example.com
    user%3Apassword%40example.com example.com:a%40b example.com%5Ca example.com%00 example.com::a
    example.com:a: example.com: :example.com example.com%3A80%3A80 example.com:a%3Ab example.com%3a80
    example.com%3A example.com%3A0 example.com%3A080 example.com%3A65536 example.com%3A99999
    example.com%3A123456 example.com%3A8a example.com%3A-1 example.com%3A+1 example.com%253A80
    example.com:a%20b example.com:%C3%A9 b%C3%BCcher.example example.com:~user example.com:a%2fb
    example.com%2e
  `
    .trim()
    .split(/\s+/);

  /** A fetch that must not be called, and how often it was. */
  function trap(): { fetch: DidWebFetch; readonly urls: string[] } {
    const urls: string[] = [];
    return {
      urls,
      fetch: async (url) => {
        urls.push(url);
        return new Response(bytesOf(documentOf()));
      },
    };
  }

  it.each(HOSTILE)("T12: did:web:%s is asked nowhere", async (name) => {
    const { fetch, urls } = trap();
    const hosts: string[] = [];
    const allowHost = (host: string) => hosts.push(host) > 0;
    const web = didWeb({ fetch, allowHost });
    const { resolveKey } = createKeyResolver({ sha256, clock: new ManualClock(), methods: { web } });
    const did = `did:web:${name}`;
    expect(await resolveKey(`${did}#key-1`)).toMatchObject({ ok: false, code: "key_unresolvable" });
    expect(didWebUrl(did)).toBeUndefined();
    const bare = await Promise.resolve(web(did, { signal: AbortSignal.abort() })).catch(() => undefined);
    expect(bare instanceof Uint8Array).toBe(false);
    expect([urls, hosts]).toEqual([[], []]);
  });

  it.each([
    ...[
      "did:Web:example.com",
      "did:WEB:example.com",
      "DID:web:example.com",
      "did:web:example.com?a",
      "did:web:user@example.com",
    ],
    ...[
      "did:web:example.com/a",
      "did:web:example.com\\a",
      "did:web:exam ple.com",
      "did:web:example.com\n",
      "did:web:é.example",
    ],
    ...["did:web:", "did:web", "web:example.com", "x:web:example.com", "xdid:web:example.com", ""],
  ])("T12: %j is asked nowhere, not even by the method itself", async (did) => {
    const { fetch, urls } = trap();
    const web = didWeb({ fetch });
    const { resolveKey } = createKeyResolver({ sha256, clock: new ManualClock(), methods: { web } });
    expect(await resolveKey(`${did}#key-1`)).toMatchObject({ ok: false, code: "key_unresolvable" });
    expect(await web(did, { signal: new AbortController().signal })).toMatchObject({
      code: "key_unresolvable",
    });
    expect(urls).toEqual([]);
  });

  it("T12: whatever is served, no text of it is in the refusal", async () => {
    for (const body of [
      '{"id":"evil text"}',
      "evil text",
      '{"ok":false,"code":"key_not_authorized","message":"evil text"}',
    ]) {
      const fetch: DidWebFetch = async () => new Response(body);
      const { resolveKey } = createKeyResolver({
        sha256,
        clock: new ManualClock(),
        methods: { web: didWeb({ fetch }) },
      });
      const answer = await resolveKey(KID);
      expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
      expect(JSON.stringify(answer)).not.toContain("evil");
    }
  });
});
