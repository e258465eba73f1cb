import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { BOB, bob, cosigned, EVE, eve, sha256, signedBy } from "../agreements.js";
import { HASH } from "../documents.js";
import { forgedDeal } from "../forged-deal.js";

const WEB = "did:web:alice.example";
const kid = `${WEB}#key-1`;
const snapshot = (did: string) => ({
  ...{ kid, publicKeyMultibase: did.slice("did:key:".length), documentHash: HASH, resolvedAt: 1 },
});

describe("Eve answers as a host would, and says that her key is that of did:web:alice.example", () => {
  it("in the keys beside the form [SG-29]", async () => {
    const deal = await forgedDeal({
      proposal: { from: WEB },
      body: { parties: [WEB, BOB] },
      acceptance: { to: WEB },
      proposer: { ...eve, kid },
      cosigners: [bob],
    });
    const { proposal, acceptance } = deal;
    const answer = { ok: true, ...deal.full, complete: false, proposal, acceptance, keys: [snapshot(EVE)] };
    expect(await verifyAgreement(answer, { sha256 })).toMatchObject({ code: "key_unresolvable" });
    // Whoever says that it is her key, believes her.
    expect(await verifyAgreement(answer, { sha256, keys: [snapshot(EVE)] })).toMatchObject({ ok: true });
    expect(await verifyAgreement(answer, { sha256, keys: [snapshot(BOB)] })).toMatchObject({
      code: "signature_invalid",
      path: ["proposal"],
    });
  });

  it("in the keys of a public form [SG-29]", async () => {
    const { public: form } = await forgedDeal({ body: { parties: [WEB, BOB] } });
    const agreement = await cosigned({ ...form.agreement, keys: { [kid]: snapshot(EVE) } }, [
      { ...eve, kid },
      bob,
    ]);
    expect(await verifyAgreement({ ...form, agreement }, { sha256 })).toMatchObject({
      code: "key_unresolvable",
    });
  });
});

describe("Alice keeps the name of her key when she makes a new one", () => {
  it("and what the old and the new one signed is verified with both [SG-22]", async () => {
    const old = { ...bob, kid };
    const now = { ...eve, kid };
    const deal = await forgedDeal({
      proposal: { from: WEB },
      body: { parties: [WEB, BOB] },
      acceptance: { to: WEB },
      proposer: old,
    });
    const agreement = await cosigned(deal.full.agreement, [now, bob]);
    const { proposal, acceptance } = deal;
    for (const keys of [
      [snapshot(BOB), snapshot(EVE)],
      [snapshot(EVE), snapshot(BOB)],
    ]) {
      const options = { sha256, proposal, acceptance, keys };
      expect(await verifyAgreement({ ...deal.full, agreement }, options)).toMatchObject({ ok: true });
    }
    const strange = await signedBy({ ...now, sign: () => new Uint8Array(64).fill(1) }, "proposal", proposal);
    const keys = [snapshot(EVE), snapshot(BOB)];
    expect(await verifyAgreement(deal.full, { sha256, proposal: strange, acceptance, keys })).toMatchObject({
      code: "signature_invalid",
      path: ["proposal"],
    });
  });
});
