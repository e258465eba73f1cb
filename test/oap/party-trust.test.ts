import { describe, expect, it } from "vitest";
import { oapParty, readManifest } from "../../src/oap/index.js";
import { DID, MANIFEST, opened, opening, proposed, sha256, signerOf, world } from "./host-setup.js";

const untrusted = (at: string) => ({ code: "host_untrusted", details: { at } });

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
