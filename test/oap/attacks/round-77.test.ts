import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { alice, bob, sha256 } from "../agreements.js";
import { forgedDeal, MANIFEST } from "../forged-deal.js";

const PREVIOUS = "prp_00000000000000000000000001";

describe("The negotiation is said to have gone on for 77 rounds", () => {
  it("by the acceptance, where the proposal is of round 1 [SG-29]", async () => {
    const { full, public: form, proposal, acceptance } = await forgedDeal({ acceptance: { round: 77 } });
    for (const one of [full, form]) {
      expect(await verifyAgreement(one, { sha256, proposal, acceptance })).toMatchObject({
        code: "agreement_mismatch",
        path: ["acceptance", "round"],
      });
    }
  });

  it("by both documents, where the manifest allows three [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({
      proposal: { round: 77, previous_proposal_id: PREVIOUS },
    });
    const options = { sha256, proposal, acceptance, manifest: MANIFEST };
    expect(await verifyAgreement(full, options)).toMatchObject({
      code: "agreement_mismatch",
      path: ["proposal", "round"],
    });
  });

  it("by the acceptance alone, where the manifest allows three [SG-29]", async () => {
    const { full, acceptance } = await forgedDeal({ acceptance: { round: 77 }, cosigners: [alice, bob] });
    expect(await verifyAgreement(full, { sha256, acceptance, manifest: MANIFEST })).toMatchObject({
      code: "agreement_mismatch",
      path: ["acceptance", "round"],
    });
  });

  it.each([
    [77, null],
    [1, PREVIOUS],
  ])("by a proposal of round %i that answers %s [SG-29]", async (round, previous_proposal_id) => {
    const { full, proposal, acceptance } = await forgedDeal({ proposal: { round, previous_proposal_id } });
    expect(await verifyAgreement(full, { sha256, proposal, acceptance })).toMatchObject({
      code: "agreement_mismatch",
      path: ["proposal", "previous_proposal_id"],
    });
  });
});
