import { describe, expect, it } from "vitest";
import { type ProposalDocument, verifyAgreement, verifyReceipt } from "../../../src/oap/index.js";
import { agreementOn } from "../../../src/oap/record/index.js";
import { good, opened, sha256, viewOf, world } from "../host-setup.js";
import { acceptRecklessly, offered, signers } from "../oap-world.js";

/** Ada has offered 41, Bob 42, Ada 43: and Bob, at home, accepts the 41. */
async function accepted() {
  const here = await world();
  const view = await offered(here, await opened(here), 3);
  const proposal = view.history[0]!.document as ProposalDocument;
  const request = await acceptRecklessly(view, await signers.smith(), { proposal });
  const { acceptance, agreement_signature, salt_secret } = request;
  const { body, hash } = good(agreementOn(view, proposal, acceptance, salt_secret, { sha256 }));
  const signatures = { [here.smith.did]: agreement_signature };
  return {
    here,
    view,
    proposal,
    acceptance,
    form: { agreement: { ...body, agreement_hash: hash, signatures }, salt_secret },
  };
}

describe("Bob accepts at home what Ada has replaced since", () => {
  it("and his papers hold, as far as papers go: they say by what each has assented [SG-29]", async () => {
    const { here, proposal, acceptance, form } = await accepted();
    // Nothing that either has signed says what came after it.
    expect(await verifyAgreement(form, { sha256, proposal, acceptance })).toMatchObject({
      ok: true,
      complete: false,
      signedBy: [here.smith.did],
      evidence: [
        { party: here.ada.did, by: ["proposal"] },
        { party: here.smith.did, by: ["agreement", "acceptance"] },
      ],
    });
  });

  it("and gets neither her signature nor a receipt, which is what a careful reader asks for [SG-29, OAP-50]", async () => {
    const { here, view, proposal, acceptance, form } = await accepted();
    const both = await verifyAgreement(form, { sha256, proposal, acceptance, require: "signatures" });
    expect(both).toMatchObject({ code: "assent_missing", details: { missing: [here.ada.did] } });
    const made = good(await here.host.accept(await here.smith.accept(view)));
    expect(made.agreement.agreement_id).toBe(form.agreement.agreement_id);
    const { agreement } = await viewOf(here, view.negotiation_id);
    const logKeys = [here.log.verifierKey];
    const { receipt } = made;
    expect(await verifyReceipt(receipt, { sha256, logKeys, agreement: agreement! })).toMatchObject({
      ok: true,
    });
    expect(await verifyReceipt(receipt, { sha256, logKeys, agreement: form.agreement })).toMatchObject({
      code: "agreement_mismatch",
    });
  });
});
