import { describe, expect, it } from "vitest";
import { agreementOn } from "../../src/oap/accept-agreement.js";
import {
  type Acceptance,
  oapParty,
  type Proposal,
  signDocument,
  verifyDocument,
  writeInstant,
} from "../../src/oap/index.js";
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
  viewOf,
  world,
} from "./host-setup.js";
import { resigned, signers } from "./oap-world.js";

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

  it("throws where there is nothing to sign", async () => {
    const here = await world();
    const first = await opened(here);
    await expect(here.smith.accept(first)).rejects.toThrow(TypeError);
    expect(() => here.smith.reject(first)).toThrow(TypeError);
    await expect(here.ada.cosign(first)).rejects.toThrow(TypeError);
    await expect(here.ada.propose(first, { terms: { price: 0.5 } })).rejects.toThrow(TypeError);
    const signer = { ...(await signerOf(1)), kid: "no kid" };
    expect(() => oapParty({ signer, sha256 })).toThrow(TypeError);
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
    const proposal = first!.document as Proposal;
    // The host and smith together: all of it fits, but for ada's signature.
    const terms = { price: "99.00" };
    const { signature: _, ...unsigned } = { ...proposal, terms };
    const foreign = good(await signDocument(unsigned, "proposal", await signerOf(2))).document;
    for (const document of [{ ...proposal, terms }, foreign as unknown as Proposal]) {
      const acceptance = second!.document as Acceptance;
      const derived = good(agreementOn(view, document, acceptance, view.salt_secret!, { sha256 }));
      const sight = {
        ...view,
        history: [{ ...first!, document }, second!],
        agreement: { ...view.agreement!, terms, agreement_hash: derived.hash },
      };
      await expect(here.ada.cosign(sight)).rejects.toMatchObject(untrusted("proposal signature"));
    }
  });

  it("T17: signs what it has derived, not what the host says of it", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    const agreement = { ...view.agreement!, parties: [here.ada.did, here.eve.did] as const };
    expect(await here.ada.cosign({ ...view, agreement })).toEqual(await here.ada.cosign(view));
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

describe("what a party goes by", () => {
  it("OAP-51: signs nothing under a host or a manifest that it has not pinned: by its own open, pin or pinned", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const { id } = await accepted(here);
    const agreed = await viewOf(here, id);
    const names = { host: DID, manifest_hash: here.hash };
    const [own, other] = [{ signer: await signerOf(1) }, { signer: await signerOf(2) }];
    const settings = { sha256, clock: here.clock };
    const unpinned = untrusted("pinned manifest");
    const smith = oapParty({ ...other, ...settings });
    for (const wrong of [
      { ...names, host: "did:web:other.example" },
      { ...names, manifest_hash: "" },
    ]) {
      smith.pin(wrong);
      await expect(smith.accept(history)).rejects.toMatchObject(unpinned);
      await expect(smith.propose(history, { terms: {} })).rejects.toMatchObject(unpinned);
    }
    smith.pin(names);
    good(await here.host.accept(await smith.accept(history)));
    const ada = oapParty({ ...own, ...settings });
    await expect(ada.cosign(agreed)).rejects.toMatchObject(unpinned);
    // What it opens under it has looked at, by its block or by its hash alone.
    const { manifest_hash, ...rest } = opening(here);
    await ada.open({ ...rest, manifest: agreed.manifest });
    expect(await ada.cosign(agreed)).toMatchObject({ agreement_id: agreed.agreement?.agreement_id });
    const again = oapParty({ ...own, ...settings });
    await again.open({ ...rest, manifest_hash });
    expect(await again.cosign(agreed)).toMatchObject({ agreement_id: agreed.agreement?.agreement_id });
    const pinned = oapParty({ ...own, ...settings, pinned: [names] });
    expect(await pinned.cosign(agreed)).toMatchObject({ agreement_id: agreed.agreement?.agreement_id });
  });

  it("OAP-51: the manifest that is shown is the pinned one, whatever hash the host gives it", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const manifest = { ...history.manifest, binding_acceptance: false };
    await expect(here.smith.accept({ ...history, manifest })).rejects.toMatchObject(untrusted("manifest"));
    const none = { ...history, manifest: undefined as never };
    await expect(here.smith.accept(none)).rejects.toMatchObject(untrusted("manifest"));
  });

  it("OAP-52: keys that the resolver knows no more count if they are its own, or where the host is believed", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const resolver = {
      resolveKey: async () => ({ ok: false, code: "key_not_authorized", message: "rotated" }) as const,
      forgetKey: () => undefined,
    };
    const settings = { signer: await signerOf(2), sha256, clock: here.clock, pinned, resolver };
    const doubted = untrusted("proposal signature");
    await expect(oapParty(settings).accept(history)).rejects.toMatchObject(doubted);
    const others = { keys: [await here.eve.key()] };
    await expect(oapParty({ ...settings, ...others }).accept(history)).rejects.toMatchObject(doubted);
    const invented = { ...history, history: [{ ...history.history[0]!, key: await here.eve.key() }] };
    const trusting = oapParty({ ...settings, trustsHostKeys: true });
    await expect(trusting.accept(invented)).rejects.toMatchObject(doubted);
    for (const party of [trusting, oapParty({ ...settings, keys: [await here.ada.key()] })]) {
      expect(await party.accept(history)).toHaveProperty("acceptance");
    }
  });
});
