import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { ALICE, BOB, bob, EVE, eve, sha256 } from "../agreements.js";
import { forgedDeal } from "../forged-deal.js";

describe("Bob writes an agreement with Alice, who has never heard of it", () => {
  it("as if she had proposed, and signs it alone [SG-29]", async () => {
    const deal = await forgedDeal({ cosigners: [bob] });
    for (const form of [deal.full, deal.public]) {
      expect(await verifyAgreement(form, { sha256 })).toMatchObject({
        code: "assent_missing",
        details: { missing: [ALICE] },
      });
    }
  });

  it("and puts his own acceptance beside it [SG-29]", async () => {
    const { full, acceptance } = await forgedDeal({ cosigners: [bob] });
    expect(await verifyAgreement({ ...full, ok: true, acceptance }, { sha256 })).toMatchObject({
      code: "assent_missing",
      details: { missing: [ALICE] },
    });
  });

  it("and signs her proposal with his key [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({ cosigners: [bob], proposer: bob });
    expect(await verifyAgreement(full, { sha256, proposal, acceptance })).toMatchObject({
      code: "signature_invalid",
      path: ["proposal"],
    });
  });

  it("and proposes to himself in her place [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({
      proposal: { from: BOB, to: ALICE },
      cosigners: [bob],
      proposer: bob,
    });
    expect(await verifyAgreement(full, { sha256, proposal, acceptance })).toMatchObject({
      code: "agreement_mismatch",
      path: ["proposal", "from"],
    });
  });
});

describe("Eve writes an agreement between Alice and Bob", () => {
  it("which nobody signs [SG-29]", async () => {
    const { full } = await forgedDeal();
    for (const require of [undefined, "one", "signatures", "assent"] as const) {
      expect(await verifyAgreement(full, { sha256, require })).toMatchObject({
        code: "assent_missing",
        details: { missing: [ALICE, BOB] },
      });
    }
  });

  it("with all documents, each signed by her in the other's name [SG-29]", async () => {
    const deal = await forgedDeal({ proposer: eve, acceptor: eve, cosigners: [eve] });
    const { proposal, acceptance } = deal;
    const { [EVE]: signature = "" } = deal.full.agreement.signatures;
    const agreement = { ...deal.full.agreement, signatures: { [ALICE]: signature, [BOB]: signature } };
    for (const documents of [{}, { proposal }, { acceptance }, { proposal, acceptance }]) {
      const verdict = await verifyAgreement({ ...deal.full, agreement }, { sha256, ...documents });
      expect(verdict).toMatchObject({ code: "signature_invalid" });
    }
  });
});
