import { describe, expect, it } from "vitest";
import {
  acceptedOf,
  agreementOfRecord,
  agreementOn,
  contextOf,
  groundOf,
  type OapRecord,
} from "../../../src/oap/record/index.js";
import { accepted, DID, opened, sha256, viewOf, world } from "../host-setup.js";

describe("the agreement of a record", () => {
  it("OAP-20: host and acceptor derive the same body, each from what it knows", async () => {
    const here = await world();
    const { id, proposal, request, answer } = await accepted(here);
    const view = await viewOf(here, id, here.smith);
    const derived = agreementOn(view, proposal, request.acceptance, request.salt_secret, { sha256 });
    expect(derived).toMatchObject({ ok: true, hash: request.acceptance.agreement_hash });
    const { signatures, ...agreement } = answer.agreement;
    expect(derived.ok && { ...derived.body, agreement_hash: derived.hash }).toEqual(agreement);
    expect(signatures).toEqual({ [here.smith.did]: request.agreement_signature });
  });

  it("OAP-22: there is none before an acceptance, and the same one under another rule than it was accepted with", async () => {
    const here = await world();
    const first = await opened(here);
    const open = (await here.service.loadNegotiation(first.negotiation_id)) as unknown as OapRecord;
    const pinned = contextOf(open, DID)!;
    const derive = agreementOfRecord({ sha256 });
    expect(acceptedOf(open, pinned, derive)).toBeUndefined();
    expect(groundOf(open, pinned)).toMatchObject({ initiator: here.ada.did, host: DID });
    const { id } = await accepted(here);
    const record = (await here.service.loadNegotiation(id)) as unknown as OapRecord;
    const found = acceptedOf(record, contextOf(record, DID)!, derive);
    expect(found).toBeDefined();
    const effectivePeriod = () => ({ effective_from: "2030-01-01T00:00:00Z", effective_until: null });
    const other = agreementOfRecord({ sha256, effectivePeriod });
    expect(acceptedOf(record, contextOf(record, DID)!, other)).toEqual(found);
  });

  it("EN-54: there is none without its salts, which are in the store alone", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const record = here.service.getNegotiation(id) as unknown as OapRecord;
    expect(acceptedOf(record, contextOf(record, DID)!, agreementOfRecord({ sha256 }))).toBeUndefined();
  });

  it("SG-28: it comes with both documents, and the key of each of the three signatures", async () => {
    const here = await world();
    const { id, proposal, request } = await accepted(here);
    const record = (await here.service.loadNegotiation(id)) as unknown as OapRecord;
    const found = acceptedOf(record, contextOf(record, DID)!, agreementOfRecord({ sha256 }));
    expect(found).toMatchObject({ proposal, acceptance: request.acceptance });
    const [ada, smith] = [await here.ada.key(), await here.smith.key()];
    expect(found?.keys).toEqual([ada, smith, smith]);
  });
});
