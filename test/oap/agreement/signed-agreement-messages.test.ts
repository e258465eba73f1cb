import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/agreement/index.js";
import { ALICE, alice, BOB, bob, EVE, eve, sha256, signedBy, verifier } from "../agreements.js";
import { HASH, OPEN, PROPOSAL, REJECTION, WITHDRAWAL } from "../documents.js";
import { type ForgedDeal, type Forgery, forgedDeal, MANIFEST } from "../forged-deal.js";
import { HOSTILE_VALUES } from "../hostile-values.js";

const deal = await forgedDeal({ cosigners: [alice, bob] });
const { proposal, acceptance } = deal;

type Options = Partial<Parameters<typeof verifyAgreement>[1]>;

async function verdictOf(options: Options, form: unknown = deal.full): Promise<unknown> {
  const answer = await verifyAgreement(form, { sha256, verifier, ...options });
  return answer.ok ? "ok" : [answer.code, ...(answer.path ?? [])];
}

/** Both forms with both documents and the manifest: all that can be compared. */
async function verdictsOf(given: ForgedDeal, options: Options = {}): Promise<unknown[]> {
  const { full, public: open, proposal, acceptance } = given;
  const all = { proposal, acceptance, manifest: MANIFEST, ...options };
  return [await verdictOf(all, full), await verdictOf(all, open)];
}

describe("SG-29: the documents behind an agreement", () => {
  it("say what it says, alone, together and not given at all, in both forms", async () => {
    for (const form of [deal.full, deal.public]) {
      for (const one of [{}, { proposal }]) {
        for (const other of [{}, { acceptance }]) {
          expect(await verdictOf({ ...one, ...other }, form)).toBe("ok");
          expect(await verdictOf({ ...one, ...other, manifest: MANIFEST }, form)).toBe("ok");
        }
      }
    }
  });

  it.each([null, [], "text", 5, {}, { from: ALICE }, OPEN, REJECTION, WITHDRAWAL])(
    "are not %j",
    async (one) => {
      for (const name of ["proposal", "acceptance"] as const) {
        expect(await verdictOf({ [name]: one })).toEqual(expect.arrayContaining(["document_invalid", name]));
      }
    },
  );

  it.each([null, [], "text", 5, {}])("have no manifest that is %j", async (manifest) => {
    expect(await verdictOf({ manifest })).toContain("manifest");
  });

  it.each(HOSTILE_VALUES)("T8: are refused, never an exception, with %s", async (_, make) => {
    expect(await verdictOf({ proposal: { ...proposal, extra: make() } })).toContain("document_invalid");
    expect(await verdictOf({ acceptance: { ...acceptance, extra: make() } })).toContain("document_invalid");
    expect(await verdictOf({ manifest: { ...MANIFEST, extra: make() } })).toContain("document_invalid");
  });

  it("are signed, each for its purpose and by its sender", async () => {
    const forgeries: readonly Options[] = [
      { proposal: { ...proposal, signature: acceptance.signature } },
      { proposal: { ...proposal, round: 3 } },
      { proposal: await signedBy(alice, "accept", proposal) },
      { proposal: await signedBy(bob, "proposal", proposal) },
      { acceptance: await signedBy(bob, "proposal", acceptance) },
      { acceptance: await signedBy(alice, "accept", acceptance) },
      { acceptance: await signedBy(eve, "accept", acceptance) },
    ];
    for (const forgery of forgeries) {
      expect(await verdictOf(forgery)).toEqual(["signature_invalid", ...Object.keys(forgery)]);
    }
  });

  it("hold in every round, from seat to seat", async () => {
    const previous_proposal_id = "prp_00000000000000000000000001";
    for (const round of [2, 3]) {
      const parties = round === 2 ? [BOB, ALICE] : [ALICE, BOB];
      const later = await forgedDeal({ proposal: { round, previous_proposal_id }, body: { parties } });
      expect(await verdictsOf(later)).toEqual(["ok", "ok"]);
    }
  });

  it("need neither host nor manifest in the proposal, as in the RFC", async () => {
    const bare = await forgedDeal({ proposal: { host: undefined, manifest_hash: undefined } });
    expect(bare.proposal).not.toHaveProperty("host");
    expect(await verdictsOf(bare)).toEqual(["ok", "ok"]);
  });
});

const ID = "00000000000000000000000000";
const OTHER = "did:web:other.example";
const terms = PROPOSAL.terms;
const owed = { party: BOB, profession: "legal", obligations: ["a"] };

/** Of each fact that stands twice: how one of the two places differs, and where that is seen. */
const FACTS: readonly (readonly [fact: string, forgery: Forgery, path: string, options?: Options])[] = [
  ["negotiation, proposal", { body: { negotiation_id: `neg_${ID}` } }, "proposal/negotiation_id"],
  ["negotiation, acceptance", { acceptance: { negotiation_id: `neg_${ID}` } }, "acceptance/negotiation_id"],
  ["parties", { body: { parties: [ALICE, EVE] } }, "proposal/to"],
  ["parties, the other", { body: { parties: [EVE, BOB] } }, "proposal/from"],
  ["seats", { body: { parties: [BOB, ALICE] } }, "proposal/from"],
  ["seats by the round", { proposal: { round: 2, previous_proposal_id: `prp_${ID}` } }, "proposal/from"],
  ["proposer", { proposal: { from: EVE }, proposer: eve }, "proposal/from"],
  ["addressee", { proposal: { to: EVE } }, "proposal/to"],
  ["acceptor", { acceptance: { from: EVE }, acceptor: eve }, "acceptance/from"],
  ["acceptor, the proposer", { acceptance: { from: ALICE, to: BOB }, acceptor: alice }, "acceptance/from"],
  ["addressee of the acceptance", { acceptance: { to: EVE } }, "acceptance/to"],
  [
    "host, proposal",
    { proposal: { host: OTHER }, metadata: { host: PROPOSAL.host }, acceptance: { host: PROPOSAL.host } },
    "proposal/host",
  ],
  ["host, acceptance", { acceptance: { host: OTHER } }, "acceptance/host"],
  ["host, agreement", { metadata: { host: OTHER } }, "proposal/host"],
  ["manifest, proposal", { proposal: { manifest_hash: HASH } }, "proposal/manifest_hash"],
  ["manifest, acceptance", { acceptance: { manifest_hash: HASH } }, "acceptance/manifest_hash"],
  ["manifest, agreement", { metadata: { manifest_hash: HASH } }, "proposal/manifest_hash"],
  ["manifest, itself", {}, "manifest", { manifest: { ...MANIFEST, max_rounds: 4 } }],
  ["round", { acceptance: { round: 3 } }, "acceptance/round"],
  [
    "round 1 and what it answers",
    { proposal: { previous_proposal_id: `prp_${ID}` } },
    "proposal/previous_proposal_id",
  ],
  ["round 3 and what it answers", { proposal: { round: 3 } }, "proposal/previous_proposal_id"],
  ["round and the manifest", { proposal: { round: 5, previous_proposal_id: `prp_${ID}` } }, "proposal/round"],
  ["proposal id", { metadata: { proposal_id: `prp_${ID}` } }, "proposal/proposal_id"],
  ["proposal id, acceptance", { acceptance: { proposal_id: `prp_${ID}` } }, "acceptance/proposal_id"],
  ["proposal hash", { metadata: { proposal_hash: HASH } }, "proposal"],
  ["proposal hash, acceptance", { acceptance: { proposal_hash: HASH } }, "acceptance/proposal_hash"],
  ["agreement id", { body: { agreement_id: `agr_${ID}` } }, "acceptance/agreement_id"],
  [
    "agreement id, acceptance",
    { acceptance: { agreement_id: `agr_${ID}` }, body: { agreement_id: `agr_${"1".repeat(26)}` } },
    "acceptance/agreement_id",
  ],
  ["agreement hash", { acceptance: { agreement_hash: HASH } }, "acceptance/agreement_hash"],
  ["terms, another", { body: { terms: { ...terms, price_per_call_eur: "0.0041" } } }, "proposal/terms"],
  ["terms, of another type", { body: { terms: { ...terms, calls_per_month: "100000" } } }, "proposal/terms"],
  ["terms, more", { body: { terms: { ...terms, more: null } } }, "proposal/terms"],
  ["terms, fewer", { body: { terms: { action: terms.action } } }, "proposal/terms"],
  ["terms, none", { body: { terms: {} } }, "proposal/terms"],
  ["category", { proposal: { category: "scope" } }, "proposal/category"],
  ["binding", { metadata: { binding: false } }, "agreement/metadata/binding"],
  [
    "binding, the other way",
    { metadata: { binding: true } },
    "manifest",
    { manifest: { ...MANIFEST, binding_acceptance: false } },
  ],
  [
    "obligations of a stranger",
    { metadata: { regulated_obligations: [{ ...owed, party: EVE }] } },
    "agreement/metadata/regulated_obligations",
  ],
  [
    "obligations of no profession",
    { metadata: { regulated_obligations: [{ ...owed, profession: "a" }] } },
    "agreement/metadata/regulated_obligations",
  ],
  [
    "obligations out of order",
    { metadata: { regulated_obligations: [{ ...owed, obligations: ["b", "a"] }] } },
    "agreement/metadata/regulated_obligations",
  ],
  ["begin", { body: { effective_from: "2026-05-04T12:00:00.000Z" } }, "agreement/effective_from"],
  [
    "begin, in another spelling",
    { body: { effective_from: "2026-05-03T12:00:00Z" } },
    "agreement/effective_from",
  ],
  ["end", { body: { effective_until: "2027-05-04T12:00:00Z" } }, "agreement/effective_until"],
  ["expiry", { acceptance: { accepted_at: "2026-05-10T12:05:00.001Z" } }, "acceptance/accepted_at"],
];

describe("SG-29: one difference is seen, whoever has signed it:", () => {
  it.each(FACTS.map(([fact, forgery, path, options]) => ({ fact, forgery, path, options })))(
    "$fact",
    async (one) => {
      const { forgery, path, options } = one;
      for (const cosigners of [[], [alice, bob]]) {
        const forged = await forgedDeal({ ...forgery, cosigners });
        // A stranger among the parties cannot have both parties' signatures.
        if (cosigners.length > 0 && `${forgery.body?.["parties"] ?? ""}`.includes(EVE)) continue;
        const refused = ["agreement_mismatch", ...path.split("/")];
        expect(await verdictsOf(forged, options)).toEqual([refused, refused]);
      }
    },
  );

  it("period, against the terms, where they say it", async () => {
    const own = { effective_from: "2026-06-01T00:00:00Z", effective_until: "2027-06-01T00:00:00Z" };
    const proposal = { terms: { ...terms, ...own } };
    expect(await verdictsOf(await forgedDeal({ proposal, body: own }))).toEqual(["ok", "ok"]);
    for (const end of ["effective_from", "effective_until"]) {
      const refused = ["agreement_mismatch", "agreement", end];
      const body = { ...own, [end]: "2026-07-01T00:00:00Z" };
      expect(await verdictsOf(await forgedDeal({ proposal, body }))).toEqual([refused, refused]);
    }
    // Where the terms say it in words, it follows from the acceptance.
    const words = { terms: { ...terms, effective_from: "soon", effective_until: { a: 1 } } };
    expect(await verdictsOf(await forgedDeal({ proposal: words }))).toEqual(["ok", "ok"]);
  });

  it("period, of hidden terms taken as it is, but never ending before it begins", async () => {
    const own = { effective_from: "2026-06-01T00:00:00Z", effective_until: "2027-06-01T00:00:00Z" };
    const hide = (form: ForgedDeal["public"], ...ends: string[]) => ({
      ...form,
      disclosures: Object.fromEntries(
        Object.entries(form.disclosures).filter(
          ([pointer]) => !ends.some((end) => pointer === `/terms/${end}`),
        ),
      ),
    });
    const cosigners = [alice, bob];
    const forge = (body: object) =>
      forgedDeal({ proposal: { terms: { ...terms, ...own } }, body: { ...own, ...body }, cosigners });
    const honest = await forge({});
    const { acceptance } = honest;
    for (const hidden of [[], ["effective_from"], ["effective_until"], Object.keys(own)]) {
      const form = hide(honest.public, ...hidden);
      expect(await verdictOf({}, form)).toBe("ok");
      expect(await verdictOf({ acceptance }, form)).toBe("ok");
      const effectivePeriod = () => ({ effective_from: HASH, effective_until: HASH });
      expect(await verdictOf({ acceptance, effectivePeriod }, form)).toBe("ok");
    }
    const other = await forge({ effective_until: "2026-06-02T00:00:00Z" });
    expect(await verdictOf({}, hide(other.public, "effective_until"))).toBe("ok");
    expect(await verdictOf({}, hide(other.public, "effective_from"))).toContain("effective_until");
    const inverted = await forge({ effective_until: own.effective_from });
    const refused = ["period_invalid", "agreement", "effective_until"];
    expect(await verdictOf({}, hide(inverted.public, "effective_until"))).toEqual(refused);
  });

  it("period, against the rule of the host", async () => {
    const effectivePeriod = (_: object, acceptedAt: string) => ({
      effective_from: "2026-06-01T00:00:00Z",
      effective_until: acceptedAt.replace("2026", "2030"),
    });
    const body = effectivePeriod({}, "2026-05-03T12:00:00.000Z");
    const ruled = await forgedDeal({ body });
    expect(await verdictsOf(ruled, { effectivePeriod })).toEqual(["ok", "ok"]);
    expect(await verdictsOf(await forgedDeal(), { effectivePeriod })).toEqual(
      Array(2).fill(["agreement_mismatch", "agreement", "effective_from"]),
    );
    const throwing = (): never => {
      throw new Error("No period.");
    };
    expect(await verdictsOf(ruled, { effectivePeriod: throwing })).toEqual(
      Array(2).fill(["period_invalid", "agreement", "effective_until"]),
    );
    // Both have signed it: without the acceptance nothing tells when the rule would have been asked.
    const signed = await forgedDeal({ body, cosigners: [alice, bob] });
    for (const options of [{}, { effectivePeriod }, { proposal: signed.proposal }]) {
      expect(await verdictOf(options, signed.full)).toBe("ok");
    }
  });

  it("terms, in which a disclosed null is no absent one", async () => {
    const own = await forgedDeal({ proposal: { terms: { a: null } } });
    expect(await verdictsOf(own)).toEqual(["ok", "ok"]);
    const other = await signedBy(alice, "proposal", { ...own.proposal, terms: { a: 1 } });
    expect(await verdictsOf(own, { proposal: other })).toEqual(
      Array(2).fill(["agreement_mismatch", "proposal", "terms"]),
    );
  });
});
