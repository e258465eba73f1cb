import { describe, expect, it } from "vitest";
import { openForm } from "../../src/oap/agreement-form.js";
import { lettersRefusal } from "../../src/oap/agreement-letters.js";
import type { SignedDocument } from "../../src/oap/signed-document.js";
import { ALICE, alice, BOB, bob, dealOver, EVE, eve, sha256, signedBy, verifier } from "./agreements.js";
import { HASH, PROPOSAL } from "./documents.js";
import { HOSTILE_VALUES } from "./hostile-values.js";

const deal = await dealOver();
const { proposal, acceptance } = deal;
const full = openForm(deal.full, sha256);
const open = openForm(deal.public, sha256);

async function verdictOf(
  letters: { proposal?: unknown; acceptance?: unknown },
  form = full,
): Promise<unknown> {
  if (!form.ok) throw new Error(form.message);
  const refusal = await lettersRefusal(form, { sha256, verifier, ...letters });
  return refusal === undefined ? "ok" : [refusal.code, ...(refusal.path ?? [])];
}

const otherProposal = (members: object): Promise<SignedDocument> =>
  signedBy(alice, "proposal", { ...proposal, ...members });
const otherAcceptance = (members: object): Promise<SignedDocument> =>
  signedBy(bob, "accept", { ...acceptance, ...members });

describe("SG-29: proposal and acceptance", () => {
  it("belong to their agreement, alone, together and not given at all, in both forms", async () => {
    for (const form of [full, open]) {
      for (const letters of [{}, { proposal }, { acceptance }, { proposal, acceptance }]) {
        expect(await verdictOf(letters, form)).toBe("ok");
      }
    }
  });

  it.each([null, [], "text", {}, 5])("are not %j", async (letter) => {
    expect(await verdictOf({ proposal: letter })).toEqual(["agreement_mismatch", "proposal", "from"]);
    expect(await verdictOf({ acceptance: letter })).toEqual(["agreement_mismatch", "acceptance", "from"]);
  });

  it.each(HOSTILE_VALUES)("T8: are refused, never an exception, with %s", async (_, make) => {
    expect(await verdictOf({ proposal: { ...proposal, extra: make() } })).toContain("document_invalid");
    expect(await verdictOf({ acceptance: { ...acceptance, extra: make() } })).toContain("document_invalid");
  });

  it("are signed, each for its purpose and by its sender", async () => {
    const forged = { ...proposal, signature: acceptance.signature };
    expect(await verdictOf({ proposal: forged })).toEqual(["signature_invalid", "proposal"]);
    expect(await verdictOf({ proposal: { ...proposal, round: 2 } })).toEqual([
      "signature_invalid",
      "proposal",
    ]);
    expect(await verdictOf({ proposal: await signedBy(alice, "accept", proposal) })).toContain(
      "signature_invalid",
    );
    expect(await verdictOf({ acceptance: await signedBy(bob, "proposal", acceptance) })).toContain(
      "signature_invalid",
    );
    expect(await verdictOf({ acceptance: await signedBy(alice, "accept", acceptance) })).toContain(
      "signature_invalid",
    );
  });

  it("T7: come from the two parties, one from each", async () => {
    const strange = await signedBy(eve, "proposal", { ...proposal, from: EVE });
    expect(await verdictOf({ proposal: strange })).toEqual(["agreement_mismatch", "proposal", "from"]);
    const accepted = await signedBy(eve, "accept", { ...acceptance, from: EVE });
    expect(await verdictOf({ acceptance: accepted })).toEqual(["agreement_mismatch", "acceptance", "from"]);
    const own = await signedBy(alice, "accept", { ...acceptance, from: ALICE, to: BOB });
    expect(await verdictOf({ proposal, acceptance: own })).toEqual([
      "agreement_mismatch",
      "acceptance",
      "from",
    ]);
  });
});

describe("SG-29: another proposal", () => {
  it.each([
    [{ negotiation_id: "neg_00000000000000000000000000" }, "negotiation_id"],
    [{ proposal_id: "prp_00000000000000000000000000" }, "proposal_id"],
    [{ terms: { ...PROPOSAL.terms, price_per_call_eur: "0.0041" } }, "terms"],
    [{ terms: { ...PROPOSAL.terms, calls_per_month: "100000" } }, "terms"],
    [{ terms: { ...PROPOSAL.terms, more: null } }, "terms"],
    [{ terms: { action: PROPOSAL.terms.action } }, "terms"],
    [{ terms: {} }, "terms"],
    [{ terms: null }, "terms"],
    [{ terms: [] }, "terms"],
    // All that the agreement does not repeat is held by the hash.
    [{ round: 2 }, undefined],
    [{ valid_until: "2026-05-11T12:00:00Z" }, undefined],
    [{ justification: { type: "threat" } }, undefined],
    [{ host: "did:web:other.example" }, undefined],
  ])("with %j is refused", async (members, name) => {
    const path = name === undefined ? ["proposal"] : ["proposal", name];
    for (const form of [full, open]) {
      expect(await verdictOf({ proposal: await otherProposal(members) }, form)).toEqual([
        "agreement_mismatch",
        ...path,
      ]);
    }
  });

  it("is told from the right one by a disclosed null as well", async () => {
    const own = await dealOver({ a: null });
    const form = openForm(own.public, sha256);
    expect(await verdictOf({ proposal: own.proposal }, form)).toBe("ok");
    const other = await signedBy(alice, "proposal", { ...own.proposal, terms: { a: 1 } });
    expect(await verdictOf({ proposal: other }, form)).toEqual(["agreement_mismatch", "proposal", "terms"]);
  });
});

describe("SG-29: another acceptance", () => {
  it.each([
    [{ negotiation_id: "neg_00000000000000000000000000" }],
    [{ proposal_id: "prp_00000000000000000000000000" }],
    [{ proposal_hash: HASH }],
    [{ agreement_id: "agr_00000000000000000000000000" }],
    [{ agreement_hash: HASH }],
    [{ host: "did:web:other.example" }],
    [{ manifest_hash: `sha256-${"A".repeat(43)}=` }],
  ])("with %j is refused", async (members) => {
    const [name] = Object.keys(members);
    const letters = { proposal, acceptance: await otherAcceptance(members) };
    expect(await verdictOf(letters)).toEqual(["agreement_mismatch", "acceptance", name]);
  });
});
