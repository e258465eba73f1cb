import { expect, it } from "vitest";
import { hostProofs } from "../../src/oap/host-proofs.js";
import { keyResolver, webCryptoVerifier } from "../../src/oap/index.js";
import { letterProofs } from "../../src/oap/letter-proofs.js";
import { proposed, sha256, world } from "./host-setup.js";

async function proving() {
  const here = await world();
  const { clock, log, ada, smith } = here;
  const { history, document } = await proposed(here);
  const proofs = hostProofs({
    resolver: keyResolver({ sha256 }),
    verifier: webCryptoVerifier(),
    clock,
  });
  const prove = letterProofs({ proofs, clock, log });
  const record = { initiator: { id: ada.did }, responder: { id: smith.did } } as never;
  return { prove, record, document, clock, proofs, ...(await smith.accept(history)) };
}

it("SG-22: a document that is proven comes with its key, an acceptance with what opens it as well", async () => {
  const { prove, record, document, acceptance, agreement_signature, salt_secret } = await proving();
  const proposal = await prove("proposal", document, record, { salt_secret });
  expect(proposal).toMatchObject({ ok: true, extra: { document, key: { documentHash: null } } });
  expect(Object.keys((proposal as { extra: object }).extra)).toEqual(["document", "key"]);
  const more = { agreement_signature, salt_secret };
  expect(await prove("accept", acceptance, record, more)).toMatchObject({ ok: true, extra: more });
});

it("T3: SG-27: an acceptance whose agreement is not signed, or for other parties, is refused", async () => {
  const { prove, record, acceptance, agreement_signature, salt_secret } = await proving();
  const refused = { ok: false, code: "signature_invalid" };
  expect(await prove("accept", acceptance, record, { salt_secret })).toMatchObject(refused);
  const own = { agreement_signature: acceptance.signature, salt_secret };
  expect(await prove("accept", acceptance, record, own)).toMatchObject(refused);
  const { initiator, responder } = record as { initiator: never; responder: never };
  const swapped = { initiator: responder, responder: initiator };
  expect(await prove("accept", acceptance, swapped, { agreement_signature, salt_secret })).toMatchObject(
    refused,
  );
});

it("OAP-24: an id that the log has for another agreement is taken; one that it has for this is not", async () => {
  const { record, proofs, clock, acceptance, agreement_signature, salt_secret } = await proving();
  const answers = ["sha256-other", acceptance.agreement_hash].map((agreement_hash) => {
    const find = async () => ({ entry: { body: { agreement_hash } } }) as never;
    const prove = letterProofs({ proofs, clock, log: { find } });
    return prove("accept", acceptance, record, { agreement_signature, salt_secret });
  });
  const [other, same] = await Promise.all(answers);
  expect(other).toMatchObject({ ok: false, code: "command_conflict", path: ["agreement_id"] });
  expect(same).toMatchObject({ ok: true });
});
