import { describe, expect, it } from "vitest";
import { proposalFromPricing } from "../../../src/oap/bargaining/index.js";
import { manifestRules, readManifest, readProposal } from "../../../src/oap/documents/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { openRoom } from "../../kit/open-room.js";
import { AGENT_A, AGENT_B, PROPOSAL } from "../documents.js";
import { HOSTILE_VALUES } from "../hostile-values.js";

const entry = { action: "weather.forecast.detailed", price_per_call_eur: "0.0040" };

describe("proposalFromPricing", () => {
  it("OAP-30: drafts round 1 with the entry as its terms, which makes a whole proposal", () => {
    const answer = proposalFromPricing(entry);
    expect(answer).toStrictEqual({
      ok: true,
      draft: { previous_proposal_id: null, round: 1, category: "pricing", terms: entry },
    });
    if (!answer.ok) return;
    expect(isDeepFrozen(answer)).toBe(true);
    expect(readProposal({ ...PROPOSAL, ...answer.draft })).toMatchObject({ ok: true });
  });

  it("OAP-30: an entry that no terms can be is document_invalid", () => {
    for (const value of [null, [], "0.0040", { price: 0.004 }, { price: undefined }]) {
      expect(proposalFromPricing(value)).toMatchObject({ ok: false, code: "document_invalid" });
    }
    for (const [name, make] of HOSTILE_VALUES)
      expect(proposalFromPricing({ a: make() }), name).toMatchObject({ ok: false });
  });

  it.each(["accept", "reject", "withdraw"] as const)(
    "OAP-30: under max_rounds 1 it is take it or leave it: %s",
    async (action) => {
      const manifest = readManifest({ supported: true, categories: ["pricing"], max_rounds: 1 });
      const answer = proposalFromPricing(entry);
      if (!manifest.ok || !answer.ok) throw new Error("Both are well-formed.");
      const { room } = openRoom({ rules: { preset: "oap", ...manifestRules(manifest.manifest) } });
      // The Tool is the initiator, and has signed the draft.
      const { id } = await room.createNegotiation(AGENT_A, AGENT_B, answer.draft.terms);
      expect((await room.legalMoves(id, AGENT_B))?.actions).toEqual(["accept", "reject", "withdraw"]);
      const counter = { action: "counter", terms: { ...entry, price_per_call_eur: "0.0030" } } as const;
      expect(await room.submit(id, AGENT_B, counter)).toMatchObject({ ok: false, code: "cap_reached" });
      expect(await room.submit(id, AGENT_B, { action })).toMatchObject({ ok: true });
    },
  );
});
