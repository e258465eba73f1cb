import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { bob, sha256 } from "../agreements.js";
import { HASH } from "../documents.js";
import { forgedDeal, MANIFEST } from "../forged-deal.js";

const OTHER = "did:web:other.example";

describe("Bob moves the deal to a Tool that Alice never dealt with", () => {
  it.each([
    ["host", OTHER],
    ["manifest_hash", HASH],
  ])("in agreement and acceptance alike: another %s [SG-29]", async (name, value) => {
    const changed = { metadata: { [name]: value }, acceptance: { [name]: value }, cosigners: [bob] };
    const { full, public: form, proposal, acceptance } = await forgedDeal(changed);
    for (const one of [full, form]) {
      for (const documents of [{ proposal }, { proposal, acceptance }]) {
        expect(await verifyAgreement(one, { sha256, ...documents })).toMatchObject({
          code: "agreement_mismatch",
          path: ["proposal", name],
        });
      }
    }
  });

  it.each([
    ["host", OTHER],
    ["manifest_hash", HASH],
  ])("in the acceptance alone: another %s [SG-29]", async (name, value) => {
    const { full, acceptance } = await forgedDeal({ acceptance: { [name]: value } });
    expect(await verifyAgreement(full, { sha256, acceptance, require: "one" })).toMatchObject({
      code: "agreement_mismatch",
      path: ["acceptance", name],
    });
  });
});

describe("Bob says that the Tool's manifest was another", () => {
  it("with more rounds, other categories, no binding force [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({ cosigners: [bob] });
    const others = [{ max_rounds: 9 }, { categories: ["sla"] }, { binding_acceptance: false }, { more: 1 }];
    for (const other of others) {
      const manifest = { ...MANIFEST, ...other };
      expect(await verifyAgreement(full, { sha256, proposal, acceptance, manifest })).toMatchObject({
        code: "agreement_mismatch",
        path: ["manifest"],
      });
    }
  });

  it("and the deal therefore does not bind, or does [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({ metadata: { binding: false } });
    const options = { sha256, proposal, acceptance, manifest: MANIFEST };
    expect(await verifyAgreement(full, options)).toMatchObject({
      code: "agreement_mismatch",
      path: ["agreement", "metadata", "binding"],
    });
  });

  it("and the proposal was of a category that it has [SG-29]", async () => {
    const { full, proposal, acceptance } = await forgedDeal({ proposal: { category: "scope" } });
    const options = { sha256, proposal, acceptance, manifest: MANIFEST };
    expect(await verifyAgreement(full, options)).toMatchObject({
      code: "agreement_mismatch",
      path: ["proposal", "category"],
    });
  });
});
