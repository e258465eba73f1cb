import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { ALICE, alice, BOB, sha256 } from "../agreements.js";
import { documentsOf, forgedDeal } from "../forged-deal.js";

describe("Alice proposes, and signs the agreement that Bob never accepted", () => {
  it("which shows her assent and not his [SG-29]", async () => {
    const { full, public: form, proposal } = await forgedDeal({ cosigners: [alice] });
    for (const one of [full, form]) {
      for (const documents of [{}, { proposal }]) {
        expect(await verifyAgreement(one, { sha256, ...documents })).toMatchObject({
          code: "assent_missing",
          details: { missing: [BOB] },
        });
      }
    }
  });

  it("and accepts it herself, in his name or her own [SG-29]", async () => {
    const inHis = await forgedDeal({ cosigners: [alice], acceptor: alice });
    const { proposal } = inHis;
    expect(await verifyAgreement(inHis.full, { sha256, ...documentsOf(inHis) })).toMatchObject({
      code: "signature_invalid",
      path: ["acceptance"],
    });
    const own = await forgedDeal({
      cosigners: [alice],
      acceptor: alice,
      acceptance: { from: ALICE, to: BOB },
    });
    for (const documents of [{ acceptance: own.acceptance }, { acceptance: own.acceptance, proposal }]) {
      expect(await verifyAgreement(own.full, { sha256, ...documents })).toMatchObject({
        code: "agreement_mismatch",
        path: ["acceptance", "from"],
      });
    }
  });

  it("and says that a look at one half is enough, which shows no more than that [SG-29]", async () => {
    const { full } = await forgedDeal({ cosigners: [alice] });
    expect(await verifyAgreement(full, { sha256, require: "one" })).toMatchObject({
      ok: true,
      complete: false,
      signedBy: [ALICE],
      assentBy: [ALICE],
      evidence: [
        { party: ALICE, by: ["agreement"] },
        { party: BOB, by: [] },
      ],
    });
  });
});
