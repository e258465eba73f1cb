import { describe, expect, it } from "vitest";
import { verifyAgreement } from "../../../src/oap/index.js";
import { BOB, bob, EVE, sha256 } from "../agreements.js";
import { HASH } from "../documents.js";
import { type Forgery, forgedDeal, MANIFEST } from "../forged-deal.js";

const owed = [{ party: BOB, profession: "legal", obligations: ["secrecy"] }];

/** Everything in an agreement that Bob could wish otherwise. */
const WISHES: Readonly<Record<string, Forgery>> = {
  agreement_id: { acceptance: { agreement_id: "agr_00000000000000000000000000" } },
  negotiation_id: { body: { negotiation_id: "neg_00000000000000000000000000" } },
  initiator: { body: { parties: [EVE, BOB] } },
  responder: { body: { parties: [BOB, EVE] } },
  terms: { body: { terms: { price: "0.01" } } },
  effective_from: { body: { effective_from: "2026-01-01T00:00:00Z" } },
  effective_until: { body: { effective_until: "2099-01-01T00:00:00Z" } },
  binding: { metadata: { binding: false } },
  proposal_id: { metadata: { proposal_id: "prp_00000000000000000000000000" } },
  proposal_hash: { metadata: { proposal_hash: HASH } },
  host: { metadata: { host: "did:web:other.example" }, acceptance: { host: "did:web:other.example" } },
  manifest_hash: { metadata: { manifest_hash: HASH }, acceptance: { manifest_hash: HASH } },
  confidentiality: { metadata: { confidentiality: "none" } },
  regulated_obligations: { metadata: { regulated_obligations: owed } },
  round: { acceptance: { round: 3 } },
  accepted_at: { acceptance: { accepted_at: "2026-01-01T00:00:00Z" } },
  accepted_too_late: { acceptance: { accepted_at: "2027-01-01T00:00:00Z" } },
};

async function granted(manifest?: object): Promise<string[]> {
  const names: string[] = [];
  for (const [name, forgery] of Object.entries(WISHES)) {
    const { full, proposal, acceptance } = await forgedDeal({ ...forgery, cosigners: [bob] });
    const options = { sha256, proposal, acceptance, manifest };
    if ((await verifyAgreement(full, options)).ok) names.push(name);
  }
  return names;
}

describe("Bob has Alice's proposal, and writes and signs all the rest himself", () => {
  it("and can choose no more than what no document of hers says [SG-29]", async () => {
    const his = ["agreement_id", "binding", "confidentiality", "regulated_obligations", "accepted_at"];
    expect(await granted()).toEqual(his);
    // Whether it binds is told by the manifest that her proposal names.
    expect(await granted(MANIFEST)).toEqual(his.filter((name) => name !== "binding"));
  });

  it("and nothing where both signatures are asked for [SG-29]", async () => {
    for (const forgery of Object.values(WISHES)) {
      const { full, proposal, acceptance } = await forgedDeal({ ...forgery, cosigners: [bob] });
      const verdict = await verifyAgreement(full, { sha256, proposal, acceptance, require: "signatures" });
      expect(verdict.ok).toBe(false);
    }
  });
});
