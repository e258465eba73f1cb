import { describe, expect, it } from "vitest";
import { oapParty, verifyDocument, writeInstant } from "../../src/oap/index.js";
import {
  accepted,
  DID,
  opened,
  opening,
  proposed,
  START,
  sha256,
  signerOf,
  viewOf,
  world,
} from "./host-setup.js";

describe("a party", () => {
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
    const terms = { effective_from: "2026-02-01T00:00:00Z", effective_until: "2026-01-01T00:00:00Z" };
    const entry = { ...history.history[0]!, document: { ...document, terms } };
    await expect(here.smith.accept({ ...history, history: [entry] })).rejects.toThrow(TypeError);
  });

  it("T17: signs no agreement that does not follow from proposal, acceptance and salts", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const view = await viewOf(here, id);
    const agreement = view.agreement!;
    for (const change of [
      { agreement: { ...agreement, agreement_hash: `sha256-${"A".repeat(43)}=` } },
      { salt_secret: "A".repeat(43) },
      { salt_secret: undefined },
      { confidentiality: "secret" },
      { manifest: { ...view.manifest, binding_acceptance: false } },
      { history: view.history.slice(0, 1) },
      { agreement: undefined },
    ]) {
      await expect(here.ada.cosign({ ...view, ...change })).rejects.toThrow(TypeError);
    }
    expect(await here.ada.cosign(view)).toMatchObject({ agreement_id: agreement.agreement_id });
  });
});
