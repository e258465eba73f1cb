import { describe, expect, it } from "vitest";
import type { AgreementAnswer } from "../../../src/oap/index.js";
import { confidentialityLadder, publicForm, verifyAgreement, verifyLog } from "../../../src/oap/index.js";
import { good, sha256, signerOf, viewOf, world } from "../host-setup.js";
import { offeredByAda } from "./stage.js";

type Given = NonNullable<Parameters<typeof world>[0]>;

const join = confidentialityLadder(["public", "internal", "secret"]);

/** A deal at that level, as the log has it. */
async function logged(level: string, given: Given = {}) {
  const here = await world({ join, profileOf: () => ({ level }), ...given });
  const deal = await offeredByAda(here, "4711.00");
  const answer = good(await here.host.accept(await here.smith.accept(deal.view)));
  const { agreement_id, negotiation_id } = answer.agreement;
  const cosignature = await here.ada.cosign(await viewOf(here, negotiation_id));
  good(await here.host.cosign(cosignature, { caller: here.ada.did, negotiationId: negotiation_id }));
  const form = publicForm((await here.log.find(agreement_id))!);
  return { here, answer, form, text: JSON.stringify(await here.port.read(0, 9)) };
}

/** What is shown beside the public form by a party: the two documents. */
const besideOf = ({ proposal, acceptance }: AgreementAnswer) => ({ sha256, proposal, acceptance });

describe("The public reads a confidential deal in the log", () => {
  it.each(["internal", "secret"])("of the level %s: it finds digests alone [OAP-55]", async (level) => {
    const { here, answer, form, text } = await logged(level);
    expect(text).not.toContain("4711.00");
    const verdict = await verifyAgreement(form, besideOf(answer));
    expect(verdict).toMatchObject({ ok: true, hidden: ["/terms/price"] });
    const entries = (await here.port.read(0, 9)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true });
  });

  it("of the least restrictive level: it finds all of it [OAP-55]", async () => {
    const { answer, form, text } = await logged("public");
    expect(text).toContain("4711.00");
    expect(await verifyAgreement(form, besideOf(answer))).toMatchObject({ ok: true, hidden: [] });
  });

  it("where one side alone asks for it to be kept secret, or claims so when it opens [OAP-55]", async () => {
    const ada = (await signerOf(1)).kid.replace(/#.*/, "");
    const one = await logged("public", {
      profileOf: (did) => ({ level: did === ada ? "public" : "secret" }),
    });
    expect(one.text).not.toContain("4711.00");
    const here = await world({ join, profileOf: () => ({ level: "public" }) });
    const document = await here.ada.open({
      ...{ responder: here.smith.did, category: "pricing", host: "did:web:tool.example" },
      ...{ manifest_hash: here.hash, confidentiality: "secret" },
    });
    const view = good(await here.host.open(document)).history;
    const offer = await here.ada.propose(view, { terms: { price: "4711.00" } });
    const offered = good(await here.host.propose(offer)).history;
    good(await here.host.accept(await here.smith.accept(offered)));
    expect(JSON.stringify(await here.port.read(0, 9))).not.toContain("4711.00");
  });

  it("where the Tool shows some pointers, and no more than these [OAP-55]", async () => {
    const disclose = () => ["/terms/other", "/ter", "/terms/pri"];
    expect((await logged("secret", { disclose })).text).not.toContain("4711.00");
    const shown = await logged("secret", { disclose: () => ["/terms/price"] });
    expect(shown.text).toContain("4711.00");
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("oops");
      },
    ],
    ["says nothing", () => undefined],
    ["says everything in another word", () => "ALL"],
    ["answers later", async () => "all"],
  ])("where the Tool's rule %s: it finds digests alone [OAP-55]", async (_, disclose) => {
    const { text } = await logged("public", { disclose: disclose as never });
    expect(text).not.toContain("4711.00");
  });

  it("while both parties hold all of it, and can open it to whom they like [OAP-55]", async () => {
    const { here, answer } = await logged("secret");
    for (const party of [here.ada, here.smith]) {
      const view = await viewOf(here, answer.agreement.negotiation_id, party);
      expect(view.agreement?.terms).toEqual({ price: "4711.00" });
      expect(view.salt_secret).toBe(answer.salt_secret);
    }
    expect(await verifyAgreement(answer, { sha256 })).toMatchObject({ ok: true, hidden: [] });
  });

  it("and cannot take a physician's duties out of it [OAP-55]", async () => {
    const regulated = { profession: "medical" as const, obligations: ["secrecy", "records", "secrecy"] };
    const { here, answer, form } = await logged("secret", {
      profileOf: (did) => ({ level: "secret", ...(did.endsWith("x") ? {} : { regulated }) }),
    });
    const duties = answer.agreement.metadata.regulated_obligations;
    expect(duties[0]).toMatchObject({ profession: "medical", obligations: ["records", "secrecy"] });
    const { "/metadata/regulated_obligations/0/profession": _, ...rest } = form.disclosures;
    for (const disclosures of [rest, {}]) {
      const verdict = await verifyAgreement({ ...form, disclosures }, besideOf(answer));
      expect(verdict.ok).toBe(false);
    }
    const call = { caller: here.ada.did, negotiationId: answer.agreement.negotiation_id };
    const { agreement_id } = answer.agreement;
    const pointers = ["/metadata/regulated_obligations/0/profession"];
    expect(await here.host.redact({ agreement_id, pointers }, call)).toMatchObject({
      code: "not_redactable",
    });
    const stripped = {
      ...answer.agreement,
      metadata: { ...answer.agreement.metadata, regulated_obligations: [] },
    };
    expect((await verifyAgreement({ ...answer, agreement: stripped }, { sha256 })).ok).toBe(false);
  });
});
