import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { ALICE, alice, BOB, bob, sha256 } from "../agreements.js";
import { forgedDeal } from "../forged-deal.js";

describe("Bob turns the agreement around, so that he was the one who opened", () => {
  it.each([
    [1, null, [BOB, ALICE]],
    [2, "prp_00000000000000000000000001", [ALICE, BOB]],
    [3, "prp_00000000000000000000000001", [BOB, ALICE]],
  ])("with Alice's proposal of round %i [SG-29]", async (round, previous_proposal_id, parties) => {
    const {
      full,
      public: form,
      proposal,
      acceptance,
    } = await forgedDeal({
      proposal: { round, previous_proposal_id },
      body: { parties },
      cosigners: [bob],
    });
    for (const one of [full, form]) {
      for (const documents of [{ proposal }, { proposal, acceptance }]) {
        expect(await verifyAgreement(one, { sha256, ...documents })).toMatchObject({
          code: "agreement_mismatch",
          path: ["proposal", "from"],
        });
      }
    }
  });

  it("and keeps her proposal back [SG-29]", async () => {
    const swapped = await forgedDeal({ body: { parties: [BOB, ALICE] }, cosigners: [alice, bob] });
    expect(await verifyAgreement(swapped.full, { sha256, acceptance: swapped.acceptance })).toMatchObject({
      code: "agreement_mismatch",
      path: ["acceptance", "from"],
    });
  });
});
