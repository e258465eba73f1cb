import { expect, it } from "vitest";
import { hostProofs } from "../../../src/oap/host/host-proofs.js";
import { messageProofs } from "../../../src/oap/host/message-proofs.js";
import { webCryptoVerifier } from "../../../src/oap/index.js";
import { proposed, world } from "../host-setup.js";

async function proving() {
  const here = await world();
  const { clock, ada, smith } = here;
  const { history, document } = await proposed(here);
  const prove = messageProofs(hostProofs({ verifier: webCryptoVerifier(), clock }));
  const record = { initiator: { id: ada.did }, responder: { id: smith.did } } as never;
  return { prove, record, document, ...(await smith.accept(history)) };
}

it("SG-22: SG-28: what is proven comes with its key, an acceptance with that of its agreement too", async () => {
  const { prove, record, document, acceptance, agreement_signature } = await proving();
  const proposal = await prove("proposal", document, record, "", agreement_signature);
  expect(proposal).toMatchObject({ ok: true, extra: { document, key: { documentHash: null } } });
  expect(Object.keys((proposal as { extra: object }).extra)).toEqual(["document", "key"]);
  const accepted = await prove("accept", acceptance, record, "", agreement_signature);
  const { key } = (accepted as { extra: { key: { kid: string } } }).extra;
  expect(accepted).toEqual({
    ok: true,
    extra: { document: acceptance, key, agreement_signature, agreement_key: key },
  });
  expect(key.kid.split("#")[0]).toBe(acceptance.from);
});

it("T3: SG-27: an acceptance whose agreement is not signed, or for other parties, is refused", async () => {
  const { prove, record, acceptance, agreement_signature } = await proving();
  const refused = { ok: false, code: "signature_invalid" };
  expect(await prove("accept", acceptance, record, "", undefined)).toMatchObject(refused);
  expect(await prove("accept", acceptance, record, "", acceptance.signature)).toMatchObject(refused);
  const { initiator, responder } = record as { initiator: never; responder: never };
  const swapped = { initiator: responder, responder: initiator };
  expect(await prove("accept", acceptance, swapped, "", agreement_signature)).toMatchObject(refused);
});
