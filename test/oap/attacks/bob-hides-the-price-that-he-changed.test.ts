import { describe, expect, it } from "vitest";
import { redact } from "../../../src/oap/agreement/index.js";
import { type VerifyAgreementOptions, verifyAgreement } from "../../../src/oap/index.js";
import { ALICE, alice, BOB, bob, sha256 } from "../agreements.js";
import { PROPOSAL } from "../documents.js";
import { forgedDeal, MANIFEST } from "../forged-deal.js";
import { good } from "../host-setup.js";

const [PRICE = ""] = Object.keys(PROPOSAL.terms);

describe("Bob accepts with a price of his own, and shows the agreement with the price hidden", () => {
  it("which Ada's proposal does not assent to, whatever it names [SG-29]", async () => {
    const terms = { ...PROPOSAL.terms, [PRICE]: "4000.00" };
    const { public: form, ...documents } = await forgedDeal({ body: { terms }, cosigners: [bob] });
    const { proposal, acceptance } = documents;
    const options = { sha256, proposal, acceptance, manifest: MANIFEST };
    expect(await verifyAgreement(form, options)).toMatchObject({ code: "agreement_mismatch" });
    const all = Object.keys(terms).map((name) => `/terms/${name}`);
    for (const hidden of [[`/terms/${PRICE}`], all]) {
      expect(await verifyAgreement(good(redact(form, hidden)).form, options)).toMatchObject({
        code: "assent_missing",
        message: expect.stringContaining("hidden"),
        details: { missing: [ALICE] },
      });
    }
  });

  it("nor does it to the true price, since nobody can tell the two apart [SG-29]", async () => {
    const deal = await forgedDeal({ cosigners: [bob] });
    const form = good(redact(deal.public, [`/terms/${PRICE}`])).form;
    const verdict = (options: Partial<VerifyAgreementOptions>) =>
      verifyAgreement(form, { sha256, proposal: deal.proposal, acceptance: deal.acceptance, ...options });
    expect(await verdict({})).toMatchObject({ code: "assent_missing", details: { missing: [ALICE] } });
    expect(await verdict({ require: "one" })).toMatchObject({
      assentBy: [BOB],
      evidence: [{ by: [] }, { by: ["agreement", "acceptance"] }],
    });
  });

  it("but her signature over the agreement does, hidden price and all [SG-29]", async () => {
    const deal = await forgedDeal({ cosigners: [alice] });
    const form = good(redact(deal.public, [`/terms/${PRICE}`])).form;
    const { acceptance } = deal;
    expect(await verifyAgreement(form, { sha256, acceptance })).toMatchObject({
      ok: true,
      assentBy: [ALICE, BOB],
      hidden: [`/terms/${PRICE}`],
    });
  });
});
