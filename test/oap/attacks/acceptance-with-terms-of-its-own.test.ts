import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { alice, bob, sha256 } from "../agreements.js";
import { PROPOSAL } from "../documents.js";
import { forgedDeal } from "../forged-deal.js";

const cheaper = { ...PROPOSAL.terms, price_per_call_eur: "0.0001" };

describe("Bob accepts, and writes his own terms into it", () => {
  it.each([{ terms: cheaper }, { condition: "half the price" }, { justification: null }])(
    "as members of the acceptance: %j [SG-29]",
    async (more) => {
      const { full, proposal, acceptance } = await forgedDeal({ acceptance: more, cosigners: [bob] });
      for (const documents of [{ acceptance }, { proposal, acceptance }]) {
        expect(await verifyAgreement(full, { sha256, ...documents })).toMatchObject({
          code: "document_invalid",
          path: ["acceptance", ...Object.keys(more)],
        });
      }
    },
  );

  it("as those of the agreement that it names [SG-29]", async () => {
    const { full, public: form, proposal, acceptance } = await forgedDeal({ body: { terms: cheaper } });
    for (const one of [full, form]) {
      expect(await verifyAgreement(one, { sha256, proposal, acceptance })).toMatchObject({
        code: "agreement_mismatch",
        path: ["proposal", "terms"],
      });
    }
  });

  it("as a proposal of hers that has a member more [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({ proposal: { condition: "half" } });
    expect(await verifyAgreement(full, { sha256, proposal, acceptance })).toMatchObject({
      code: "document_invalid",
      path: ["proposal", "condition"],
    });
  });

  it("and offers each document for the other [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({ cosigners: [alice, bob] });
    expect(await verifyAgreement(full, { sha256, proposal: acceptance })).toMatchObject({
      code: "document_invalid",
      path: ["proposal", expect.anything()],
    });
    expect(await verifyAgreement(full, { sha256, acceptance: proposal })).toMatchObject({
      code: "document_invalid",
      path: ["acceptance", expect.anything()],
    });
  });
});
