import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json/index.js";
import { type Agreement, verifyAgreement, verifyProposal } from "../../../src/oap/agreement/index.js";
import { canonicalize, canonicalText, leavesOf, parseStrict } from "../../../src/oap/canonical/index.js";
import { encodeBase64url, hashText } from "../../../src/oap/encoding/index.js";
import { didKeySigner, signDocument } from "../../../src/oap/signing/index.js";
import {
  ALICE,
  alice,
  BOB,
  bob,
  cosigned,
  dealOver,
  EVE,
  eve,
  SALT_SECRET,
  sha256,
  verifier,
} from "../agreements.js";
import { HASH } from "../documents.js";
import { documentsOf } from "../forged-deal.js";
import { signableJson } from "../strict-arbitrary.js";

const { full, public: form, agreement, proposal, acceptance } = await dealOver();
const options = { sha256, verifier };

async function verdictOf(value: unknown): Promise<unknown> {
  const answer = await verifyAgreement(value, options);
  return answer.ok ? answer : [answer.code, ...(answer.path ?? [])];
}

const forms = [
  ["full", full],
  ["public", form],
] as const;

/** The full form of an agreement that is changed after both have signed. */
const altered = (others: object): object => ({ ...full, agreement: { ...agreement, ...others } });

describe("SG-29: an agreement", () => {
  it.each(forms)("verifies in its %s form, without its host, also after a way as text", async (_, one) => {
    const evidence = [
      { party: ALICE, by: ["agreement"] },
      { party: BOB, by: ["agreement"] },
    ];
    const { agreement_id, negotiation_id } = agreement;
    const expected = {
      ...{ ok: true, agreement_id, negotiation_id, parties: [ALICE, BOB], evidence },
      ...{ signedBy: [ALICE, BOB], assentBy: [ALICE, BOB], complete: true, binding: true, hidden: [] },
    };
    expect(await verdictOf(one)).toEqual(expected);
    expect(await verifyAgreement(one, { ...options, proposal, acceptance })).toEqual({
      ...expected,
      evidence: [
        { party: ALICE, by: ["agreement", "proposal"] },
        { party: BOB, by: ["agreement", "acceptance"] },
      ],
    });
    expect(await verifyAgreement(one, { sha256 })).toEqual(expected);
    const bytes = new TextEncoder().encode(JSON.stringify(one, null, 2));
    const parsed = parseStrict(bytes, { maxBytes: 1e6 });
    expect(parsed.ok && (await verdictOf(parsed.value))).toEqual(expected);
  });

  it("is none with a salt that is no base64url of 16 bytes, though both have signed over it [SG-26]", async () => {
    const at = "/terms/action";
    const { salt: own, value } = form.disclosures[at]!;
    const verdictWith = async (salt: string): Promise<unknown> => {
      const digest = encodeBase64url(sha256(canonicalize([salt, at, value])));
      const digests = { ...form.agreement.digests, [at]: digest };
      const agreement_hash = hashText(sha256, canonicalize(digests));
      const signed = await cosigned({ ...form.agreement, digests, agreement_hash }, [alice, bob]);
      return verdictOf({ agreement: signed, disclosures: { ...form.disclosures, [at]: { salt, value } } });
    };
    const other = encodeBase64url(new Uint8Array(16).fill(7));
    for (const sound of [own, other]) expect(await verdictWith(sound)).toMatchObject({ ok: true });
    // The same 16 bytes with a bit beyond them, padded, or as base64; 15 and 17 bytes.
    const spelt = [`${other.slice(0, -1)}x`, `${other}==`, `${other.slice(0, -2)}+w`, `${other}\n`];
    const counted = [15, 17].map((count) => encodeBase64url(new Uint8Array(count).fill(7)));
    for (const odd of ["", "AAAA", "not base64 !", ...spelt, ...counted]) {
      expect(await verdictWith(odd)).toEqual(["document_invalid", "disclosures", at, "salt"]);
    }
  });

  it("OAP-22: is not complete with one signature, in both forms", async () => {
    for (const [signer, party, missing] of [
      [alice, ALICE, BOB],
      [bob, BOB, ALICE],
    ] as const) {
      for (const [, one] of forms) {
        const half = { ...one, agreement: await cosigned(one.agreement, [signer]) };
        expect(await verifyAgreement(half, { ...options, require: "one" })).toMatchObject({
          ...{ ok: true, complete: false, signedBy: [party], assentBy: [party] },
        });
        expect(await verifyAgreement(half, { ...options, proposal, acceptance })).toMatchObject({
          ...{ ok: true, complete: false, signedBy: [party], assentBy: [ALICE, BOB] },
        });
        const documents = { ...options, proposal, acceptance };
        for (const given of [options, { ...documents, require: "signatures" } as const]) {
          expect(await verifyAgreement(half, given)).toMatchObject({
            ...{ code: "assent_missing", path: ["agreement", "signatures"], details: { missing: [missing] } },
          });
        }
      }
    }
  });

  it("holds by the two documents alone, or by one of them and the other's signature", async () => {
    for (const [, one] of forms) {
      const signedBy = async (...signers: Parameters<typeof cosigned>[1]) => ({
        ...one,
        agreement: await cosigned(one.agreement, signers),
      });
      const both = {
        evidence: [{ by: ["proposal"] }, { by: ["acceptance"] }],
        signedBy: [],
        complete: false,
      };
      expect(await verifyAgreement(await signedBy(), { ...options, proposal, acceptance })).toMatchObject({
        ...{ ok: true, assentBy: [ALICE, BOB], ...both },
      });
      expect(await verifyAgreement(await signedBy(bob), { ...options, proposal })).toMatchObject({
        evidence: [{ by: ["proposal"] }, { by: ["agreement"] }],
      });
      expect(await verifyAgreement(await signedBy(alice), { ...options, acceptance })).toMatchObject({
        evidence: [{ by: ["agreement"] }, { by: ["acceptance"] }],
      });
      for (const [form, documents] of [
        [await signedBy(), {}],
        [await signedBy(), { proposal }],
        [await signedBy(), { acceptance }],
        [await signedBy(bob), { acceptance }],
        [await signedBy(alice), { proposal }],
      ] as const) {
        expect(await verifyAgreement(form, { ...options, ...documents })).toMatchObject({
          code: "assent_missing",
        });
      }
    }
  });

  it("takes what a host answers as it is, and the options before it", async () => {
    const answer = {
      ...{ ok: true, complete: false, logged: false, checkpoint: null, receipt: null, keys: [] },
      ...{ agreement: { ...agreement, signatures: {} }, salt_secret: SALT_SECRET, proposal, acceptance },
    };
    expect(await verdictOf(answer)).toMatchObject({ assentBy: [ALICE, BOB], signedBy: [] });
    const forged = { ...proposal, round: 3 };
    expect(await verdictOf({ ...answer, proposal: forged })).toEqual(["signature_invalid", "proposal"]);
    const { ok } = await verifyAgreement({ ...answer, proposal: forged }, { ...options, proposal });
    expect(ok).toBe(true);
    expect(await verifyAgreement(answer, { ...options, proposal: forged })).toMatchObject({ ok: false });
    expect(await verdictOf({ ...answer, acceptance: null })).toEqual(["document_invalid", "acceptance"]);
    expect(await verifyAgreement(answer, { ...options, acceptance: null })).toMatchObject({ ok: false });
  });

  it("OAP-23: says to every verifier when it does not bind", async () => {
    const loose = await dealOver(undefined, { binding: false });
    expect(await verdictOf(loose.full)).toMatchObject({ ok: true, binding: false });
    expect(await verdictOf(loose.public)).toMatchObject({ ok: true, binding: false });
  });

  it("fails with any leaf of its full form changed", async () => {
    const { agreement_hash, signatures, ...body } = agreement;
    for (const [pointer, leaf] of leavesOf(body as unknown as Json)!) {
      const changed = structuredClone(agreement) as Agreement;
      const tokens = pointer.split("/").slice(1);
      const last = tokens.pop()!;
      const parent = tokens.reduce<JsonObject>((at, token) => at[token] as JsonObject, changed as never);
      const values: Json[] = [null, "", 0, true, false, [], {}, `${String(leaf)} `, BOB, ALICE];
      for (const value of values) {
        if (canonicalText(value) === canonicalText(leaf)) continue;
        (parent as Record<string, Json>)[last] = value;
        expect(await verifyAgreement({ ...full, agreement: changed }, options)).toMatchObject({ ok: false });
      }
    }
  });

  it("fails with a leaf added or taken away", async () => {
    const { action: _, ...fewer } = agreement.terms;
    for (const terms of [fewer, { ...agreement.terms, more: 1 }, { ...agreement.terms, action: {} }, {}]) {
      expect(await verdictOf(altered({ terms }))).toEqual([
        "agreement_mismatch",
        "agreement",
        "agreement_hash",
      ]);
    }
    expect(await verdictOf(altered({ more: 1 }))).toEqual(["document_invalid", "agreement", "more"]);
    // OAP-33: an obligation cannot be stripped.
    const metadata = { ...agreement.metadata, regulated_obligations: [] };
    expect(await verdictOf(altered({ metadata }))).toEqual([
      "agreement_mismatch",
      "agreement",
      "agreement_hash",
    ]);
  });

  it("fails with any member of its public form changed", async () => {
    const others = {
      agreement_id: "agr_00000000000000000000000000",
      negotiation_id: "neg_00000000000000000000000000",
      parties: [BOB, ALICE],
      agreement_hash: HASH,
    };
    for (const [name, value] of Object.entries(others)) {
      const changed = { ...form, agreement: { ...form.agreement, [name]: value } };
      expect(await verdictOf(changed)).toEqual(["agreement_mismatch", "agreement", name]);
    }
    for (const pointer of Object.keys(form.agreement.digests)) {
      const { [pointer]: _, ...digests } = form.agreement.digests;
      const { [pointer]: __, ...disclosures } = form.disclosures;
      const cut = { agreement: { ...form.agreement, digests }, disclosures };
      expect(await verifyAgreement(cut, options)).toMatchObject({ ok: false });
      const swapped = { ...form.agreement.digests, [pointer]: "A".repeat(43) };
      expect(
        await verifyAgreement({ ...form, agreement: { ...form.agreement, digests: swapped } }, options),
      ).toEqual(expect.objectContaining({ code: "agreement_mismatch", path: ["disclosures", pointer] }));
    }
  });

  it("with another hash that both signed is still refused when it is not that of the terms", async () => {
    for (const [, one] of forms) {
      const lying = await cosigned({ ...one.agreement, agreement_hash: HASH }, [alice, bob]);
      expect(await verdictOf({ ...one, agreement: lying })).toEqual([
        "agreement_mismatch",
        "agreement",
        "agreement_hash",
      ]);
    }
  });

  it("is refused with another proposal or acceptance than its own", async () => {
    const other = await dealOver({ ...agreement.terms, price_per_call_eur: "0.0041" });
    for (const [, one] of forms) {
      expect(await verifyAgreement(one, { ...options, proposal: other.proposal })).toMatchObject({
        code: "agreement_mismatch",
        path: ["proposal", "terms"],
      });
      expect(await verifyAgreement(one, { ...options, acceptance: other.acceptance })).toMatchObject({
        code: "agreement_mismatch",
        path: ["acceptance", "proposal_hash"],
      });
    }
  });

  it("with another salt secret is refused", async () => {
    const salt_secret = Buffer.alloc(32, "other").toString("base64url");
    expect(await verdictOf({ ...full, salt_secret })).toEqual([
      "agreement_mismatch",
      "agreement",
      "agreement_hash",
    ]);
  });

  it("of one party with itself is refused", async () => {
    const own = await dealOver(undefined, { parties: [BOB, BOB] });
    expect(await verdictOf(own.full)).toEqual(["party_invalid", "agreement", "parties"]);
  });

  it("verifies over all terms there are: odd names, empty members, any depth", async () => {
    const odd = {
      "": { "/": [[], {}], "~": "~1", "~1": null, "~0": "" },
      "a/b": { "": [{ "": 0 }] },
      "2026": 1,
    };
    const own = await dealOver(odd);
    expect(await verifyAgreement(own.full, { ...options, ...documentsOf(own) })).toMatchObject({
      ok: true,
      complete: true,
    });
    expect(await verifyAgreement(own.public, { ...options, ...documentsOf(own) })).toMatchObject({
      ok: true,
      complete: true,
    });
    const empty = await dealOver({});
    expect(await verifyAgreement(empty.full, { ...options, ...documentsOf(empty) })).toMatchObject({
      ok: true,
    });
    expect(await verifyAgreement(empty.public, { ...options, ...documentsOf(empty) })).toMatchObject({
      ok: true,
    });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), signableJson, { maxKeys: 3 }), async (drawn) => {
        const terms = { ...drawn } as JsonObject;
        if (leavesOf(terms, "/terms") === undefined) return;
        const some = await dealOver(terms);
        expect(await verifyAgreement(some.public, { ...options, ...documentsOf(some) })).toMatchObject({
          ok: true,
        });
      }),
      { seed: 529, numRuns: 25 },
    );
  });
});

describe("T17: an agreement with one signature only", () => {
  it("is refused with a second one by a stranger, in the other's name, or broken", async () => {
    const strange = await cosigned(agreement, [bob, eve]);
    const half = await cosigned(agreement, [bob]);
    const stolen = { ...half.signatures, [ALICE]: strange.signatures[EVE] };
    const broken = { ...half.signatures, [ALICE]: `${agreement.signatures[ALICE]?.slice(0, -2)}AA` };
    expect(await verdictOf(altered({ signatures: strange.signatures }))).toContain("signature_invalid");
    for (const signatures of [stolen, broken]) {
      expect(await verdictOf(altered({ signatures }))).toEqual([
        "signature_invalid",
        "agreement",
        "signatures",
        ALICE,
      ]);
    }
    for (const signatures of [{}, half.signatures]) {
      expect(await verdictOf(altered({ signatures }))).toEqual(["assent_missing", "agreement", "signatures"]);
    }
  });
});

describe("T16: a refusal", () => {
  it("holds no salt secret, no salt and none of the terms", async () => {
    const terms = { ...agreement.terms, price_per_call_eur: "0.0041" };
    const answers = [
      await verifyAgreement(altered({ terms }), options),
      await verifyAgreement({ ...full, salt_secret: `${SALT_SECRET}=` }, options),
      await verifyAgreement(
        { ...form, disclosures: { "/terms/action": { salt: "ABCD", value: "0.0041" } } },
        options,
      ),
    ];
    for (const answer of answers) {
      expect(answer.ok).toBe(false);
      expect(JSON.stringify(answer)).not.toMatch(/0\.0041|ABCD|YSBzZWNyZXQ/);
    }
  });
});

describe("a proposal by itself", () => {
  it("SG-29: is sound when its form is and its sender has signed it", async () => {
    const answer = await verifyProposal(proposal, { verifier });
    expect(answer).toMatchObject({
      ok: true,
      proposal,
      kid: expect.stringContaining(`${proposal["from"]}#`),
    });
  });

  it("SG-9: whatever member is changed, nobody signed that", async () => {
    for (const changed of [{ round: 99 }, { terms: { price: "0.01" } }]) {
      expect(await verifyProposal({ ...proposal, ...changed }, { verifier })).toMatchObject({
        ok: false,
        code: "signature_invalid",
      });
    }
  });

  it("SG-13: a signature by another than its sender is none", async () => {
    const other = await didKeySigner(new Uint8Array(32).fill(77));
    const signed = await signDocument(proposal, "proposal", other);
    expect(signed.ok && (await verifyProposal(signed.document, { verifier }))).toMatchObject({
      ok: false,
      code: "signature_invalid",
    });
  });

  it("OAP-8: what is no proposal is refused, signed or not", async () => {
    for (const value of [null, 7, [], {}, { ...proposal, round: 0 }, { ...proposal, more: 1 }]) {
      expect(await verifyProposal(value, { verifier })).toMatchObject({
        ok: false,
        code: "document_invalid",
      });
    }
  });
});
