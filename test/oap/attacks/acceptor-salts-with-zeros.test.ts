import { describe, expect, it } from "vitest";
import type { ProposalDocument } from "../../../src/oap/index.js";
import { agreementCommitment, canonicalize, deriveAgreement, signDetached } from "../../../src/oap/index.js";
import { secondHash, signedBy } from "../agreements.js";
import { good, proposed, sha256, signerOf, stored, type World, world } from "../host-setup.js";

const base64url = (bytes: readonly number[]): string => Buffer.from(bytes).toString("base64url");

/** An acceptance that is right in all but its salts, as one with software of his own makes it. */
async function salted(here: World, salt_secret: string) {
  const { history } = await proposed(here);
  const honest = await here.smith.accept(history);
  const { agreement_id, accepted_at } = honest.acceptance;
  const derived = good(
    deriveAgreement(
      {
        agreementId: agreement_id,
        saltSecret: honest.salt_secret,
        parties: [history.initiator, history.responder],
        proposal: history.history[0]!.document as ProposalDocument,
        acceptedAt: accepted_at,
        host: history.host,
        manifestHash: history.manifest_hash,
        binding: history.manifest.binding_acceptance,
        confidentiality: history.confidentiality,
        regulatedObligations: history.regulated_obligations,
      },
      { sha256 },
    ),
  );
  expect(derived.hash).toBe(honest.acceptance.agreement_hash);
  const agreement_hash = secondHash(derived.body, salt_secret);
  const smith = await signerOf(2);
  const { signature: _, ...unsigned } = honest.acceptance;
  const acceptance = await signedBy(smith, "accept", { ...unsigned, agreement_hash });
  const commitment = canonicalize(agreementCommitment({ ...derived.body, agreement_hash }));
  const agreement_signature = await signDetached(commitment, "agreement", smith);
  return { id: history.negotiation_id, honest, request: { acceptance, agreement_signature, salt_secret } };
}

/** Whoever knows the secret reads what was redacted: so it has to be one that nobody guesses. */
describe("Smith accepts with a salt secret that anybody can guess", () => {
  it.each([
    ["zeros", base64url(new Array<number>(32).fill(0)), "salt_weak"],
    ["one byte, over and over", base64url(new Array<number>(32).fill(7)), "salt_weak"],
    ["31 bytes", base64url(Array.from({ length: 31 }, (_, index) => index)), "salt_weak"],
    ["a single byte", base64url([7]), "salt_weak"],
    ["33 bytes", base64url(Array.from({ length: 33 }, (_, index) => index)), "document_invalid"],
  ])("of %s: the host refuses, and the record is as before [SG-28]", async (_, secret, code) => {
    const here = await world();
    const { id, honest, request } = await salted(here, secret);
    const before = await stored(here, id);
    expect(await here.host.accept(request)).toMatchObject({ ok: false, code });
    expect(await stored(here, id)).toBe(before);
    expect(good(await here.host.accept(honest)).logged).toBe(true);
  });

  it("but one that nobody guesses is taken, made by the same software [SG-28]", async () => {
    const here = await world();
    const { request } = await salted(here, base64url(Array.from({ length: 32 }, (_, index) => 7 * index)));
    expect(await here.host.accept(request)).toMatchObject({ ok: true, logged: true });
  });
});
