import { describe, expect, it } from "vitest";
import { type Agent, NegotiationService } from "../../../src/index.js";
import { createOapHost, oapParty, oapRoom, signedAgent, verifyAgreement } from "../../../src/oap/index.js";
import {
  accepted,
  DID,
  good,
  MANIFEST,
  opening,
  sha256,
  signerOf,
  until,
  viewOf,
  world,
} from "../host-setup.js";
import { codeOf } from "../oap-world.js";
import { offeredByAda } from "./stage.js";

describe("Bob says more than he signs, and later calls it agreed", () => {
  it("beside his acceptance: what no signature covers is not taken in [OAP-16] [OAP-37]", async () => {
    const here = await world();
    const { view } = await offeredByAda(here);
    const request = await here.smith.accept(view);
    for (const more of [{ terms: { price: "1.00" } }, { condition: "Free of charge." }, { ok: true }]) {
      expect(await here.host.accept({ ...request, ...more })).toMatchObject({
        code: "document_invalid",
        path: Object.keys(more),
      });
    }
    expect(codeOf(await here.host.accept(request))).toBe("ok");
    expect(codeOf(await here.host.accept({ ...request, condition: "Free of charge." }))).toBe(
      "document_invalid",
    );
  });

  it("beside a co-signature, or beside what is to be hidden [OAP-22] [OAP-26]", async () => {
    const here = await world();
    const { id, answer } = await accepted(here);
    const call = { caller: here.ada.did, negotiationId: id };
    const cosignature = await here.ada.cosign(await viewOf(here, id));
    expect(codeOf(await here.host.cosign({ ...cosignature, terms: {} }, call))).toBe("document_invalid");
    good(await here.host.cosign(cosignature, call));
    const request = { agreement_id: answer.agreement.agreement_id, pointers: ["/terms/price"] };
    expect(codeOf(await here.host.redact({ ...request, reason: "x" }, call))).toBe("document_invalid");
    good(await here.host.redact(request, call));
  });

  it("in the host's name, about a half-signed agreement [SG-29]", async () => {
    const { answer } = await accepted(await world());
    expect(await verifyAgreement(answer, { sha256 })).toMatchObject({ ok: true, complete: false });
    const whole = await verifyAgreement({ ...answer, complete: true }, { sha256 });
    expect(whole).toMatchObject({ code: "agreement_mismatch", path: ["complete"] });
    // A refusal is no answer, whatever stands in it.
    for (const ok of [false, "true", null]) {
      expect(await verifyAgreement({ ...answer, ok }, { sha256 })).toMatchObject({
        code: "document_invalid",
      });
    }
  });

  it("and what the host answers to a redaction is verified as it is [SG-29]", async () => {
    const here = await world();
    const { id, answer, proposal, request } = await accepted(here);
    const { agreement_id } = answer.agreement;
    const call = { caller: here.ada.did, negotiationId: id };
    good(await here.host.cosign(await here.ada.cosign(await viewOf(here, id)), call));
    const redacted = good(await here.host.redact({ agreement_id, pointers: ["/terms/price"] }, call));
    const documents = { sha256, proposal, acceptance: request.acceptance };
    expect(await verifyAgreement(redacted, documents)).toMatchObject({ ok: true, hidden: ["/terms/price"] });
    expect(await verifyAgreement({ ...redacted, note: "" }, documents)).toMatchObject({
      code: "document_invalid",
    });
  });

  it.each([
    { action: "accept", condition: "Free of charge." },
    { action: ["accept"] },
    { action: "accept", extra: { condition: "Free of charge." } },
    { action: "accept", justification: { type: "threat" } },
    { action: "counter", terms: { price: "39.00" }, condition: "Free of charge." },
    { action: "reject", terms: { price: "1.00" } },
  ])(
    "by an agent of this process, which answers %j: it is refused unsigned [OAP-16] [OAP-19]",
    async (move) => {
      const answer = await answeredBy(() => move as never);
      expect(answer).toMatchObject({ state: "EXPIRED", history: [{ type: "proposal" }] });
    },
  );

  it("but for what every move may have beside it [OAP-19]", async () => {
    const move = {
      action: "accept",
      message: "Good.",
      reason: "Cheap.",
      assessment: 1,
      terms: null,
    } as const;
    expect(await answeredBy(() => move as never)).toMatchObject({ state: "ACCEPTED" });
  });
});

/** What Ada sees of an offer that an agent has answered for Bob. */
async function answeredBy(agent: Agent) {
  const { clock, hash, randomBytes, log, ada } = await world();
  const pinned = [{ host: DID, manifest_hash: hash }];
  const bob = oapParty({ signer: await signerOf(2), sha256, clock, randomBytes, pinned });
  const { admit, ...room } = oapRoom();
  const agentFor = ({ id }: { readonly id: string }) =>
    id === bob.did ? signedAgent(agent, bob) : undefined;
  const service = new NegotiationService("market-8", {
    ...room,
    admit,
    clock,
    agentFor,
  });
  const host = createOapHost({ service, admit, did: DID, manifest: MANIFEST, log, sha256, clock });
  const view = good(await host.open(await ada.open(opening({ smith: bob, hash })))).history;
  const { negotiation_id: id } = view;
  good(await host.propose(await ada.propose(view, { terms: { price: "40.00" } })));
  await until(() => service.getNegotiation(id)?.outcome !== null);
  return good(await host.history(id, { caller: ada.did })).history;
}
