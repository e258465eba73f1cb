import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { alice, bob, sha256 } from "../agreements.js";
import { forgedDeal } from "../forged-deal.js";

/** Alice's proposal is valid until 2026-05-10T12:00:00Z. */
const YEARS_LATER = "2031-05-10T12:00:00Z";

describe("Bob takes an old offer of Alice's out of the drawer", () => {
  it("and accepts it years after it expired [SG-29]", async () => {
    const deal = await forgedDeal({ acceptance: { accepted_at: YEARS_LATER }, cosigners: [bob, alice] });
    const { full, public: form, proposal, acceptance } = deal;
    for (const one of [full, form]) {
      expect(await verifyAgreement(one, { sha256, proposal, acceptance })).toMatchObject({
        code: "agreement_mismatch",
        path: ["acceptance", "accepted_at"],
      });
    }
  });

  it("and shows no acceptance, so that nobody sees when [SG-29]", async () => {
    const deal = await forgedDeal({ acceptance: { accepted_at: YEARS_LATER }, cosigners: [bob] });
    expect(await verifyAgreement(deal.full, { sha256, proposal: deal.proposal })).toMatchObject({
      code: "agreement_mismatch",
      path: ["agreement", "effective_from"],
    });
  });

  it.each([
    ["2026-05-10T12:04:59.999Z", true],
    ["2026-05-10T12:05:00.000Z", true],
    ["2026-05-10T12:05:00.001Z", false],
  ])("or a little late, at %s, within what clocks may differ: %s [OAP-12]", async (accepted_at, ok) => {
    const deal = await forgedDeal({ acceptance: { accepted_at }, cosigners: [bob] });
    const { full, proposal, acceptance } = deal;
    expect((await verifyAgreement(full, { sha256, proposal, acceptance })).ok).toBe(ok);
    expect((await verifyAgreement(full, { sha256, proposal })).ok).toBe(ok);
  });
});
