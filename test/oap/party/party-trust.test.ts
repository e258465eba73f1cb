import { describe, expect, it } from "vitest";
import { oapParty, readManifest, type Verifier, webCryptoVerifier } from "../../../src/oap/index.js";
import {
  accepted,
  DID,
  good,
  MANIFEST,
  opened,
  opening,
  proposed,
  sha256,
  signerOf,
  viewOf,
  world,
} from "../host-setup.js";

const untrusted = (at: string) => ({ code: "host_untrusted", details: { at } });

it.each(["round", "proposal_id"])(
  "what a party answers is what it has verified, whatever becomes of the %s that it was shown meanwhile [SG-5]",
  async (member) => {
    const here = await world();
    const { history, document } = await proposed(here);
    const sight = structuredClone(history);
    const shown = sight.history[0]!.document as unknown as Record<string, unknown>;
    const engine = webCryptoVerifier();
    const verifier: Verifier = (...given) => {
      shown[member] = member === "round" ? 77 : "prp_01HX2QF8GZRP9V3K5YXJW0AQ7M";
      return engine(...given);
    };
    const pinned = [{ host: DID, manifest_hash: here.hash }];
    const bob = oapParty({ signer: await signerOf(2), sha256, clock: here.clock, verifier, pinned });
    const counter = await bob.propose(sight, { terms: { price: "2.00" } });
    expect(counter).toMatchObject({ round: 2, previous_proposal_id: document.proposal_id });
    expect(shown[member]).not.toBe(document[member as "round"]);
  },
);

describe("what a party has pinned", () => {
  it("is what it signs under, by its own open, by an option or by pin, and nothing else [OAP-51]", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const signer = await signerOf(2);
    const names = { host: DID, manifest_hash: here.hash };
    const trusting = oapParty({ signer, sha256, clock: here.clock, pinned: [names] });
    const learning = oapParty({ signer, sha256, clock: here.clock });
    const astray = oapParty({
      signer,
      sha256,
      clock: here.clock,
      pinned: [{ ...names, host: "did:web:b.example" }],
    });
    for (const stranger of [learning, astray]) {
      await expect(stranger.accept(history)).rejects.toMatchObject(untrusted("pinned manifest"));
      await expect(stranger.propose(history, { terms: {} })).rejects.toMatchObject(
        untrusted("pinned manifest"),
      );
    }
    learning.pin(names);
    for (const party of [trusting, learning]) {
      expect(await party.accept(history)).toHaveProperty("acceptance");
    }
  });

  it("is the block of that hash, however its object is changed afterwards [OAP-51]", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const manifest = { ...history.manifest, binding_acceptance: false };
    await expect(here.smith.accept({ ...history, manifest })).rejects.toMatchObject(untrusted("manifest"));
    const shown = { ...history.manifest };
    const sight = { ...history, manifest: shown };
    const { acceptance } = await here.smith.accept(sight);
    shown.binding_acceptance = false;
    const { agreement_hash } = (await here.smith.accept({ ...sight, salt_secret: undefined })).acceptance;
    expect(agreement_hash).toMatch(/^sha256-/);
    expect(acceptance.manifest_hash).toBe(here.hash);
  });

  it("is opened under only where the penalty is known and the category is there [OAP-56]", async () => {
    const here = await world();
    const { manifest_hash: _, ...rest } = opening(here);
    const terms = "https://example.com/terms";
    const manifest = { ...MANIFEST, withdrawal_penalty_terms: terms };
    await expect(here.ada.open({ ...rest, manifest })).rejects.toThrow(TypeError);
    const assumePenalty = { amount: "5", currency: "EUR" };
    expect(await here.ada.open({ ...rest, manifest, assumePenalty })).toHaveProperty("signature");
    await expect(here.ada.open({ ...rest, manifest: MANIFEST, category: "scope" })).rejects.toThrow(
      TypeError,
    );
    const open = await here.ada.open({ ...rest, manifest: MANIFEST });
    expect(open.manifest_hash).toBe(here.hash);
    expect(readManifest(MANIFEST).ok).toBe(true);
  });
});

it("a refusal to sign says what does not hold, and shows nothing of it [OAP-51]", async () => {
  const here = await world();
  const first = await opened(here);
  const sight = { ...first, host: "did:web:elsewhere.example" };
  const refusal = await here.ada.propose(sight, { terms: {} }).catch((error: unknown) => error);
  expect(refusal).toMatchObject(untrusted("host"));
  expect(String(refusal)).not.toContain("elsewhere");
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
