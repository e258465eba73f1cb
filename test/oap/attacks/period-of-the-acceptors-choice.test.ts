import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { alice, bob, sha256 } from "../agreements.js";
import { ACCEPTANCE, PROPOSAL } from "../documents.js";
import { documentsOf, forgedDeal } from "../forged-deal.js";

const LATER = "2027-01-01T00:00:00Z";

describe("Bob accepts, and chooses from when until when the deal holds", () => {
  it.each([
    ["effective_until", { effective_until: LATER }],
    ["effective_from", { effective_from: LATER }],
    ["effective_from", { effective_from: "2026-05-03T12:00:00Z" }],
  ])("by another %s of his: %j [SG-29]", async (end, body) => {
    const { full, public: form, proposal, acceptance } = await forgedDeal({ body, cosigners: [bob] });
    for (const one of [full, form]) {
      expect(await verifyAgreement(one, { sha256, proposal, acceptance })).toMatchObject({
        code: "agreement_mismatch",
        path: ["agreement", end],
      });
    }
  });

  it("and leaves his acceptance out, which would give him away [SG-29]", async () => {
    const until = await forgedDeal({ body: { effective_until: LATER }, cosigners: [bob] });
    const begin = await forgedDeal({ body: { effective_from: LATER }, cosigners: [bob] });
    const { proposal } = until;
    expect(await verifyAgreement(until.full, { sha256, proposal })).toMatchObject({
      code: "agreement_mismatch",
      path: ["agreement", "effective_until"],
    });
    expect(await verifyAgreement(begin.full, { sha256, proposal })).toMatchObject({
      code: "agreement_mismatch",
      path: ["agreement", "effective_from"],
    });
  });

  it.each(["effective_from", "effective_until"])("against the %s of the terms [SG-29]", async (end) => {
    const own = { effective_from: "2026-06-01T00:00:00Z", effective_until: "2026-12-01T00:00:00Z" };
    const terms = { ...PROPOSAL.terms, ...own };
    const {
      full,
      public: form,
      proposal,
      acceptance,
    } = await forgedDeal({
      proposal: { terms },
      body: { ...own, [end]: "2026-07-01T00:00:00Z" },
      cosigners: [bob, alice],
    });
    for (const one of [full, form]) {
      for (const documents of [{}, { proposal }, { acceptance }, { proposal, acceptance }]) {
        expect(await verifyAgreement(one, { sha256, ...documents })).toMatchObject({
          code: "agreement_mismatch",
          path: ["agreement", end],
        });
      }
    }
  });

  it("by a rule that the host does not have [SG-29]", async () => {
    const effectivePeriod = () => ({ effective_from: LATER, effective_until: null });
    const { full, proposal, acceptance } = await forgedDeal({ body: { effective_from: LATER } });
    const options = { sha256, proposal, acceptance };
    expect(await verifyAgreement(full, { ...options, effectivePeriod })).toMatchObject({ ok: true });
    expect((await verifyAgreement(full, options)).ok).toBe(false);
    const honest = await forgedDeal();
    expect(
      await verifyAgreement(honest.full, { ...options, ...documentsOf(honest), effectivePeriod }),
    ).toMatchObject({
      code: "agreement_mismatch",
      path: ["agreement", "effective_from"],
    });
  });

  it("so that it ends before it begins [OAP-21]", async () => {
    const { accepted_at } = ACCEPTANCE;
    for (const effective_until of [accepted_at, "2026-05-03T11:59:59.999Z"]) {
      const { full, public: form } = await forgedDeal({ body: { effective_until }, cosigners: [alice, bob] });
      for (const one of [full, form]) {
        expect(await verifyAgreement(one, { sha256 })).toMatchObject({
          code: "period_invalid",
          path: ["agreement", "effective_until"],
        });
      }
    }
  });
});
