import { describe, expect, it } from "vitest";
import { hostProofs } from "../../../src/oap/host/host-proofs.js";
import {
  createKeyResolver,
  type KeyResolver,
  resolveDidKey,
  type Signer,
  webCryptoVerifier,
} from "../../../src/oap/index.js";
import { signDocument } from "../../../src/oap/signing/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { good, proposed, sha256, signerOf, world } from "../host-setup.js";

const resolver = createKeyResolver({ sha256 });
const verifier = webCryptoVerifier();
const clock = new ManualClock();

/** A signed document, and who signed it. */
async function signedBy(signer: Signer) {
  const { document } = good(await signDocument({ price: 40 }, "accept", signer));
  return { document, did: signer.kid.slice(0, signer.kid.indexOf("#")), kid: signer.kid };
}

describe("the proofs of a host", () => {
  it("SG-22: a signature that holds comes with the key as it was found", async () => {
    const { document, did, kid } = await signedBy(await signerOf(1));
    const { prove } = hostProofs({ resolver, verifier, clock });
    const proof = await prove("accept", did, document);
    expect(proof).toMatchObject({ ok: true, key: { kid, documentHash: null } });
    const refused = { code: "signature_invalid" };
    expect(await prove("reject", did, document)).toMatchObject(refused);
    expect(await prove("accept", did, { ...document, price: 41 })).toMatchObject(refused);
    const refusing = { ...resolver, resolveKey: () => Promise.reject(new Error("secret")) };
    const answer = await hostProofs({ resolver: refusing, verifier, clock }).prove("accept", did, document);
    expect(answer).toMatchObject({ code: "key_unresolvable" });
  });

  it("SG-16: SG-20: a resolver that hangs is key_unresolvable after 5,000 ms, is told, and leaves no timer", async () => {
    const { document, did } = await signedBy(await signerOf(1));
    const signals: (AbortSignal | undefined)[] = [];
    const hanging: KeyResolver = {
      ...resolver,
      resolveKey: (_, context) => new Promise(() => signals.push(context?.signal)),
    };
    const { prove, bounded } = hostProofs({ resolver: hanging, verifier, clock });
    const work = () => bounded("neg_1", did, () => prove("accept", did, document));
    const waiting = Array.from({ length: 8 }, work);
    expect(await work()).toMatchObject({ code: "queue_full" });
    await clock.advance(4_999);
    expect(signals[0]?.aborted).toBe(false);
    expect(clock.pendingCount).toBe(8);
    await clock.advance(1);
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
    }
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
    expect(clock.pendingCount).toBe(0);
    // The eight places are free again.
    void work();
    await clock.advance(0);
    expect(signals).toHaveLength(9);
    await clock.advance(5_000);
  });

  it.each([
    ["nothing", undefined],
    ["a text", "ok"],
    ["no verdict", { publicKey: new Uint8Array(32) }],
  ])("SG-16: a resolver that answers %s is key_unresolvable, never an exception", async (_, given) => {
    const { document, did } = await signedBy(await signerOf(1));
    const odd = { ...resolver, resolveKey: () => given } as never;
    const { prove } = hostProofs({ resolver: odd, verifier, clock });
    const answer = await prove("accept", did, document);
    expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
    expect(clock.pendingCount).toBe(0);
  });
});

it.each([
  ["without a hash of the document", { documentHash: null }, "key_unresolvable"],
  ["that was had before the clock began", { resolvedAt: -1 }, "key_unresolvable"],
  ["that was had between two instants", { resolvedAt: 0.5 }, "key_unresolvable"],
  ["that was had on a Date", { resolvedAt: new Date(0) }, "key_unresolvable"],
  ["of no key", { kid: undefined }, "key_unresolvable"],
  ["of another key", { kid: "did:web:example.com#key-2" }, "key_unresolvable"],
  ["that names no key", { publicKeyMultibase: "z1" }, "key_not_supported"],
  ["that names another key", { publicKeyMultibase: "" }, "signature_invalid"],
])(
  "a snapshot %s is taken from no resolver: a log that held it would be broken [SG-28]",
  async (_, over, code) => {
    const { kid, publicKeyMultibase } = good(await resolver.resolveKey((await signerOf(1)).kid)).snapshot;
    const other = good(await resolver.resolveKey((await signerOf(2)).kid)).snapshot.publicKeyMultibase;
    const documentHash = `sha256-${"A".repeat(43)}=`;
    const named = { kid: "did:web:example.com#key-1", publicKeyMultibase, documentHash, resolvedAt: 7 };
    const { document, did } = await signedBy({ ...(await signerOf(1)), kid: named.kid });
    const answering = (snapshot: object) => {
      const publicKey = good(resolveDidKey(kid)).publicKey;
      const answer = async () => ({ ok: true, snapshot, publicKey });
      return hostProofs({ resolver: { ...resolver, resolveKey: answer as never }, verifier, clock });
    };
    // What it has beside its members is left where it came from.
    const whole = await answering({ ...named, source: "partners.json" }).prove("accept", did, document);
    expect(whole).toEqual({ ok: true, key: named });
    const changed = { ...named, ...over, ...(code === "signature_invalid" && { publicKeyMultibase: other }) };
    expect(await answering(changed).prove("accept", did, document)).toMatchObject({ ok: false, code });
  },
);

it.each([
  ["key_unresolvable", "key_unresolvable"],
  ["key_not_authorized", "key_not_authorized"],
  ["key_not_supported", "key_not_supported"],
  ["forbidden", "key_unresolvable"],
  [undefined, "key_unresolvable"],
])(
  "a resolver that refuses with %s is heard by that alone: its words are its own [OAP-37]",
  async (code, told) => {
    const message = "connect ECONNREFUSED 10.0.0.7:8443";
    const refuse = async () => ({
      ok: false,
      code,
      message,
      path: ["10.0.0.7"],
      details: { ip: "10.0.0.7" },
    });
    const signer = { ...(await signerOf(1)), kid: "did:web:example.com#key-1" };
    const { document, did } = await signedBy(signer);
    for (const refusing of [
      { ...resolver, resolveKey: refuse as never },
      createKeyResolver({ sha256, methods: { web: refuse as never } }),
    ]) {
      const answer = await hostProofs({ resolver: refusing, verifier, clock }).prove("accept", did, document);
      expect(answer).toMatchObject({ ok: false, code: told });
      expect(JSON.stringify(answer)).not.toMatch(/ECONN|10\.0/);
    }
  },
);

it("SG-17: without a resolver the keys are those that are their own names, and nobody waits for the others", async () => {
  const signer = await signerOf(1);
  const { prove } = hostProofs({ verifier, clock });
  const own = await signedBy(signer);
  expect(await prove("accept", own.did, own.document)).toMatchObject({
    ok: true,
    key: { kid: own.kid, resolvedAt: clock.now() },
  });
  const other = await signedBy({ ...signer, kid: "did:web:example.com#key-1" });
  expect(await prove("accept", other.did, other.document)).toMatchObject({ code: "key_unresolvable" });
});

it("T3: SG-22: SG-27: SG-28: an acceptance is proven with the agreement of these parties, each with its key", async () => {
  const here = await world();
  const { history, document } = await proposed(here);
  const { proveMessage } = hostProofs({ verifier, clock });
  const [initiator, responder] = [{ id: here.ada.did }, { id: here.smith.did }] as never[];
  const record = { initiator, responder } as never;
  const { acceptance, agreement_signature } = await here.smith.accept(history);
  const proposal = await proveMessage("proposal", document, record, "", agreement_signature);
  expect(Object.keys((proposal as { extra: object }).extra)).toEqual(["document", "key"]);
  const accepted = await proveMessage("accept", acceptance, record, "", agreement_signature);
  const { key } = (accepted as { extra: { key: { kid: string } } }).extra;
  expect(accepted).toEqual({
    ok: true,
    extra: { document: acceptance, key, agreement_signature, agreement_key: key },
  });
  expect(key.kid.split("#")[0]).toBe(acceptance.from);
  const swapped = { initiator: responder, responder: initiator } as never;
  for (const [parties, signature] of [
    [record, undefined],
    [record, acceptance.signature],
    [swapped, agreement_signature],
  ] as const) {
    const refused = await proveMessage("accept", acceptance, parties, "", signature);
    expect(refused).toMatchObject({ ok: false, code: "signature_invalid" });
  }
});
