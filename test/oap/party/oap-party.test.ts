import { describe, expect, it } from "vitest";
import type { AcceptanceDocument, ProposalDocument } from "../../../src/oap/index.js";
import {
  oapParty,
  signDocument,
  type Verifier,
  verifyDocument,
  webCryptoVerifier,
  writeInstant,
} from "../../../src/oap/index.js";
import { agreementOn } from "../../../src/oap/record/index.js";
import {
  accepted,
  DID,
  good,
  opened,
  opening,
  proposed,
  START,
  sha256,
  signerOf,
  until,
  viewOf,
  world,
} from "../host-setup.js";
import { resigned, signers } from "../oap-world.js";

/** What a party throws for what is shown and does not hold. */
const untrusted = (at: string) => ({ code: "host_untrusted", details: { at } });

describe("a party", () => {
  it("SG-13: is a DID with a way to sign, or a signer; the key of a did:key has no other name", async () => {
    const here = await world();
    const { kid, sign } = await signerOf(1);
    const [did = ""] = kid.split("#");
    const first = await opened(here);
    const settings = { sha256, pinned: [{ host: DID, manifest_hash: here.hash }] };
    for (const party of [oapParty({ did, sign, ...settings }), oapParty({ did, sign, kid, ...settings })]) {
      const proposal = await party.propose(first, { terms: { price: "1" } });
      const answer = await verifyDocument(proposal, { purpose: "proposal", signer: did });
      expect(answer).toMatchObject({ ok: true, kid });
    }
    expect(() => oapParty({ did: "did:web:ada.example", sign, sha256 })).toThrow(/kid, which/);
    expect(() => oapParty({ did: "did:web:ada.example", sign, kid, sha256 })).toThrow(/kid of the DID/);
  });

  it("OAP-11: opens under a manifest, and says so where neither it nor its hash is given", async () => {
    const here = await world();
    const { manifest_hash: _, ...without } = opening(here);
    await expect(here.ada.open(without)).rejects.toThrow(
      "Expected the host's manifest, or its manifest_hash",
    );
  });

  it("OAP-51: rejects no offer of its own, and is still there to co-sign what comes of it", async () => {
    const here = await world();
    const { ada, smith, host } = here;
    const { history } = await proposed(here);
    await expect(ada.reject(history)).rejects.toThrow("got one of its own. Wait for an answer");
    good(await host.accept(await smith.accept(history)));
    const { negotiation_id } = history;
    const view = good(await host.history(negotiation_id, { caller: ada.did })).history;
    good(await host.cosign(await ada.cosign(view), { caller: ada.did, negotiationId: negotiation_id }));
  });

  it("OAP-51: says of an Open that the other party has signed that it has to be known first", async () => {
    const here = await world();
    const { ada, smith, host } = here;
    const open = await smith.open({ ...opening(here), initiator: ada.did, responder: smith.did });
    const { history } = good(await host.open(open));
    await expect(ada.propose(history, { terms: { price: "1" } })).rejects.toMatchObject({
      code: "host_untrusted",
      message: expect.stringContaining("Hand it to know first"),
    });
    await ada.know(open);
    good(await host.propose(await ada.propose(history, { terms: { price: "1" } })));
  });

  it("OAP-12: builds documents that verify, with all that they need", async () => {
    const here = await world();
    const { ada, smith } = here;
    const first = await opened(here);
    const proposal = await ada.propose(first, { terms: { price: "1" } });
    expect(proposal).toMatchObject({
      from: ada.did,
      to: smith.did,
      host: DID,
      manifest_hash: here.hash,
      previous_proposal_id: null,
      round: 1,
      category: "pricing",
      valid_until: writeInstant(START + 3_600_000),
    });
    const { history } = await proposed(here);
    const documents = [
      ["open", ada.did, await ada.open(opening(here))],
      ["proposal", ada.did, proposal],
      ["accept", smith.did, (await smith.accept(history)).acceptance],
      ["reject", smith.did, await smith.reject(history, "No.")],
      ["withdraw", ada.did, await ada.withdraw(history)],
      ["withdraw", ada.did, await ada.withdraw(first, "No.")],
    ] as const;
    for (const [purpose, signer, document] of documents) {
      expect(await verifyDocument(document, { purpose, signer })).toMatchObject({ ok: true });
    }
    expect(documents[5][2]).toMatchObject({ proposal_id: null, round: 0, reason: "No." });
  });

  it("OAP-9: signs extensions with the rest, and the host keeps them", async () => {
    const here = await world();
    const extensions = { "example.trace": { id: "t-1", tags: [] } };
    const open = await here.ada.open({ ...opening(here), extensions });
    expect(open).toMatchObject({ extensions });
    const { history: first } = good(await here.host.open(open));
    const proposal = await here.ada.propose(first, { terms: { price: "1" }, extensions });
    const { history } = good(await here.host.propose(proposal));
    expect(history.history).toMatchObject([{ document: { extensions } }]);
    expect(await here.ada.propose(first, { terms: {} })).not.toHaveProperty("extensions");
  });

  it.each([1, 60_001, 299_999, 300_001, 599_999])(
    "offers by default for at most the %i ms that it was given, whole ms, and gives a host's clock its leeway [OAP-12]",
    async (maxValidityMs) => {
      const here = await world();
      const settings = { sha256, clock: here.clock, pinned: [{ host: DID, manifest_hash: here.hash }] };
      const party = oapParty({ signer: await signerOf(1), maxValidityMs, ...settings });
      const { valid_until } = await party.propose(await opened(here), { terms: { price: "1" } });
      expect(valid_until).toBe(writeInstant(START + Math.ceil(maxValidityMs / 2)));
    },
  );

  it("asked for an offer, and once more while a look at what it answers takes long: the later one stands [OAP-51]", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const release: (() => void)[] = [];
    let isSlow = true;
    const engine = webCryptoVerifier();
    const verifier: Verifier = async (...given) => {
      if (isSlow) await new Promise<void>((resolve) => release.push(resolve));
      return engine(...given);
    };
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const smith = oapParty({ signer: await signerOf(2), sha256, clock: here.clock, pinned, verifier });
    const early = smith.propose(history, { terms: { price: "1" } });
    const told = expect(early).rejects.toMatchObject(untrusted("proposal, since a later one was asked for"));
    await until(() => release.length === 1);
    isSlow = false;
    const later = await smith.propose(history, { terms: { price: "2" } });
    const view = good(await here.host.propose(later)).history;
    const { agreement } = good(await here.host.accept(await here.ada.accept(view)));
    release[0]!();
    await told;
    const answered = await viewOf(here, view.negotiation_id, smith);
    expect((await smith.cosign(answered)).agreement_id).toBe(agreement.agreement_id);
  });

  it("says of what it was shown whether its own key server was the reason, or a signature that does not hold", async () => {
    const here = await world();
    const { history: shown } = await proposed(here);
    const forged = structuredClone(shown) as unknown as { history: { document: { terms: object } }[] };
    forged.history[0]!.document.terms = { price: "2" };
    await expect(here.smith.accept(forged as never)).rejects.toMatchObject({
      ...untrusted("proposal signature"),
      details: { at: "proposal signature", code: "signature_invalid" },
    });
    const resolver = { resolveKey: () => Promise.reject(new Error("down")), forgetKey: () => undefined };
    const settings = { sha256, clock: here.clock, pinned: [{ host: DID, manifest_hash: here.hash }] };
    const party = oapParty({ signer: await signerOf(2), resolver, ...settings });
    await expect(party.accept(shown)).rejects.toMatchObject({
      message: /proposal signature \(key_unresolvable\)/,
      details: { at: "proposal signature", code: "key_unresolvable" },
    });
  });

  it("throws where there is nothing to sign", async () => {
    const here = await world();
    const first = await opened(here);
    await expect(here.smith.accept(first)).rejects.toThrow(TypeError);
    await expect(here.smith.reject(first)).rejects.toThrow(TypeError);
    await expect(here.ada.cosign(first)).rejects.toThrow(TypeError);
    await expect(here.ada.propose(first, { terms: { price: 0.5 } })).rejects.toThrow(TypeError);
    const signer = { ...(await signerOf(1)), kid: "no kid" };
    expect(() => oapParty({ signer, sha256 })).toThrow(TypeError);
  });

  it("gives the acceptance again when its answer got lost, and a new one once a host would refuse that [OAP-51]", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const [one, two] = await Promise.all([here.smith.accept(history), here.smith.accept(history)]);
    expect(two).toEqual(one);
    await here.clock.advance(300_000);
    expect(await here.smith.accept(history)).toEqual(one);
    await here.clock.advance(1);
    const later = await here.smith.accept(history);
    expect(later.acceptance.accepted_at).not.toBe(one.acceptance.accepted_at);
    expect(good(await here.host.accept(later)).logged).toBe(true);
  });

  it("OAP-21: accepts nothing whose period is wrong", async () => {
    const here = await world();
    const { history, document } = await proposed(here);
    for (const terms of [
      { effective_from: "2026-02-01T00:00:00Z", effective_until: "2026-01-01T00:00:00Z" },
      { effective_until: "2026-01-01T00:00:00Z" },
    ]) {
      const signed = await resigned(document, { terms }, "proposal", await signers.ada());
      const entry = { ...history.history[0]!, document: signed };
      await expect(here.smith.accept({ ...history, history: [entry] })).rejects.toThrow(TypeError);
    }
  });

  it("T17: signs no agreement over a proposal that it has not signed, whatever the host shows", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    const [first, second] = view.history;
    const proposal = first!.document as ProposalDocument;
    // The host and smith together: all of it fits, but for ada's signature.
    const terms = { price: "99.00" };
    const { signature: _, ...unsigned } = { ...proposal, terms };
    const foreign = good(await signDocument(unsigned, "proposal", await signerOf(2))).document;
    for (const document of [{ ...proposal, terms }, foreign as unknown as ProposalDocument]) {
      const acceptance = second!.document as AcceptanceDocument;
      const derived = good(agreementOn(view, document, acceptance, view.salt_secret!, { sha256 }));
      const sight = {
        ...view,
        history: [{ ...first!, document }, second!],
        agreement: { ...view.agreement!, terms, agreement_hash: derived.hash },
      };
      await expect(here.ada.cosign(sight)).rejects.toMatchObject(untrusted("proposal signature"));
    }
  });

  it("T17: signs no agreement that is shown otherwise than it follows [OAP-51]", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    const { agreement } = view;
    const lies = [{ parties: [here.ada.did, here.eve.did] }, { terms: { price: "1.00" } }, { more: 1 }];
    for (const lie of lies) {
      const shown = { ...view, agreement: { ...agreement!, ...lie } as never };
      await expect(here.ada.cosign(shown)).rejects.toMatchObject({ details: { at: "agreement" } });
    }
    expect(await here.ada.cosign(view)).toHaveProperty("signature");
  });

  it("T17: signs no agreement that does not follow from proposal, acceptance and salts", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    const agreement = view.agreement!;
    for (const [change, at] of [
      [{ agreement: { ...agreement, agreement_hash: `sha256-${"A".repeat(43)}=` } }, "agreement"],
      [{ salt_secret: "A".repeat(43) }, "agreement_hash"],
      [{ salt_secret: `${"AQ".repeat(21)}A` }, "agreement_hash"],
      [{ salt_secret: undefined }, "agreement_hash"],
      [{ confidentiality: "secret" }, "confidentiality"],
      [{ manifest: { ...view.manifest, binding_acceptance: false } }, "manifest"],
      [{ history: view.history.slice(0, 1) }, "acceptance"],
      [{ agreement: undefined }, "agreement"],
    ] as const) {
      await expect(here.ada.cosign({ ...view, ...change })).rejects.toMatchObject(untrusted(at));
    }
    expect(await here.ada.cosign(view)).toMatchObject({ agreement_id: agreement.agreement_id });
  });
});
