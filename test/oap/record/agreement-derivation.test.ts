import { describe, expect, it } from "vitest";
import { canonicalize, canonicalText } from "../../../src/oap/canonical/index.js";
import { hashText } from "../../../src/oap/encoding/index.js";
import {
  acceptedOf,
  agreementOfRecord,
  agreementOn,
  contextOf,
  deriveAgreement,
  groundOf,
  type OapRecord,
} from "../../../src/oap/record/index.js";
import { ALICE, dealOver, SALT_SECRET, secondHash } from "../agreements.js";
import { PROPOSAL } from "../documents.js";
import { accepted, DID, opened, sha256, viewOf, world } from "../host-setup.js";

const { facts, agreement, proposal } = await dealOver();

describe("OAP-20: a derived agreement", () => {
  it("follows from the facts: terms, period, metadata, and a hash that a second implementation finds", () => {
    const derived = deriveAgreement(facts, { sha256 });
    if (!derived.ok) throw new Error(derived.message);
    expect(derived.body).toEqual({
      agreement_id: facts.agreementId,
      negotiation_id: PROPOSAL.negotiation_id,
      parties: facts.parties,
      terms: PROPOSAL.terms,
      effective_from: facts.acceptedAt,
      effective_until: null,
      metadata: {
        binding: true,
        proposal_id: PROPOSAL.proposal_id,
        proposal_hash: hashText(sha256, canonicalize(proposal)),
        host: facts.host,
        manifest_hash: facts.manifestHash,
        confidentiality: "internal",
        regulated_obligations: facts.regulatedObligations,
      },
    });
    expect(derived.hash).toBe(secondHash(derived.body, SALT_SECRET));
    expect(Object.keys(derived.disclosures)).toEqual(Object.keys(derived.digests));
    expect(JSON.stringify([derived.body, derived.digests, derived.disclosures])).not.toContain(SALT_SECRET);
  });

  it("is the same of the same facts, told by either side", () => {
    const again = deriveAgreement(JSON.parse(JSON.stringify(facts)), { sha256 });
    const derived = deriveAgreement(facts, { sha256 });
    expect(canonicalText(again, { maxBytes: 1e6 })).toBe(canonicalText(derived, { maxBytes: 1e6 }));
  });

  it("is another for every other fact", () => {
    const others = [
      { agreementId: "agr_00000000000000000000000000" },
      { saltSecret: Buffer.alloc(32, "other").toString("base64url") },
      { parties: [facts.parties[1], facts.parties[0]] as const },
      { proposal: { ...facts.proposal, signature: "e30..AB" } },
      { acceptedAt: "2026-05-03T12:00:00.001Z" },
      { host: "did:web:other.example" },
      { manifestHash: `sha256-${"A".repeat(43)}=` },
      { binding: false },
      { confidentiality: "secret" },
      { regulatedObligations: [] },
      { regulatedObligations: [{ ...facts.regulatedObligations[0]!, party: ALICE }] },
    ];
    const hashes = others.map((other) => {
      const derived = deriveAgreement({ ...facts, ...other }, { sha256 });
      return derived.ok && derived.hash;
    });
    expect(new Set([agreement.agreement_hash, ...hashes]).size).toBe(others.length + 1);
  });

  it("OAP-21: takes its period from the rule where the terms have none", () => {
    const effectivePeriod = () => ({
      effective_from: "2027-01-01T00:00:00Z",
      effective_until: "2028-01-01T00:00:00Z",
    });
    expect(deriveAgreement(facts, { sha256, effectivePeriod })).toMatchObject({
      body: effectivePeriod(),
    });
  });

  it("is refused with a code, never an exception, for terms, periods and secrets that are none", () => {
    const over = (terms: object) => ({ ...facts, proposal: { ...facts.proposal, terms: terms as never } });
    expect(deriveAgreement(over({ a: { 0: 1 } }), { sha256 })).toMatchObject({ code: "terms_invalid" });
    expect(deriveAgreement(over({ effective_until: facts.acceptedAt }), { sha256 })).toMatchObject({
      code: "period_invalid",
    });
    for (const saltSecret of ["", "x".repeat(44), null, `${SALT_SECRET}=`] as string[]) {
      const answer = deriveAgreement({ ...facts, saltSecret }, { sha256 });
      expect(answer).toMatchObject({ code: "document_invalid", path: ["salt_secret"] });
    }
  });

  it("says that obligations are too many, not that the terms are no good [OAP-32]", () => {
    const [owed] = facts.regulatedObligations;
    const obligations = Array.from({ length: 512 }, (_, index) => `d${1_000 + index}`);
    const answer = deriveAgreement(
      { ...facts, regulatedObligations: [{ ...owed!, obligations }] },
      { sha256 },
    );
    expect(answer).toMatchObject({ code: "document_invalid", path: ["metadata"] });
  });

  it("is made of the biggest proposal that passes", () => {
    const terms = { text: "a".repeat(63_000) };
    expect(deriveAgreement({ ...facts, proposal: { ...facts.proposal, terms } }, { sha256 }).ok).toBe(true);
  });
});

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

  it("refuses a rule under a misspelt name: it would derive another agreement", () => {
    const misspelt = { sha256, effectivPeriod: () => undefined } as never;
    expect(() => deriveAgreement(facts, misspelt)).toThrow(/effectivePeriod/);
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
