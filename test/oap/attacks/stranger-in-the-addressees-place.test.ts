import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { ALICE, EVE, eve, sha256 } from "../agreements.js";
import { forgedDeal } from "../forged-deal.js";

describe("Eve accepts what Alice proposed to Bob", () => {
  it("with an agreement that names her in Bob's place [SG-29]", async () => {
    const {
      full,
      public: form,
      proposal,
      acceptance,
    } = await forgedDeal({
      body: { parties: [ALICE, EVE] },
      acceptance: { from: EVE },
      acceptor: eve,
      cosigners: [eve],
    });
    for (const one of [full, form]) {
      for (const documents of [{ proposal }, { proposal, acceptance }]) {
        expect(await verifyAgreement(one, { sha256, ...documents })).toMatchObject({
          code: "agreement_mismatch",
          path: ["proposal", "to"],
        });
      }
      expect(await verifyAgreement(one, { sha256, acceptance })).toMatchObject({
        code: "assent_missing",
        details: { missing: [ALICE] },
      });
    }
  });

  it("with an agreement that still names Bob [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({ acceptance: { from: EVE }, acceptor: eve });
    expect(await verifyAgreement(full, { sha256, proposal, acceptance })).toMatchObject({
      code: "agreement_mismatch",
      path: ["acceptance", "from"],
    });
  });
});
