import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HistoryView, OapParty } from "../../../src/oap/index.js";
import { canonicalText, snapshotKeys, verifyDocument } from "../../../src/oap/index.js";
import { standingOf } from "../../../src/oap/record/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { accepted, good, opened, proposed, viewOf, world } from "../host-setup.js";
import { signableJson } from "../strict-arbitrary.js";

const TYPES = [
  "trade_off",
  "appeal_to_authority",
  "appeal_to_self_interest",
  "appeal_to_prevailing_practice",
  "threat",
  "reward",
  "counterexample",
  "concession_explanation",
] as const;

const justification = fc
  .record({
    type: fc.constantFrom(...TYPES),
    more: signableJson,
    rationale: fc.constantFrom("", "Because.", "é\u2028😀"),
    references: fc.constantFrom([], ["prp_unknown", ""]),
  })
  .map((value) => value as never);

describe("the history view", () => {
  it("OAP-40: gives every document back with the bytes that were signed, from view, record and store", async () => {
    await fc.assert(
      fc.asyncProperty(justification, signableJson, async (given, value) => {
        const store = new MemoryStore();
        const here = await world({ service: { store } });
        const first = await opened(here);
        const terms = { value } as never;
        const letter = await here.ada.propose(first, { terms, justification: given });
        const answer = await here.host.propose(letter);
        if (!answer.ok && answer.code === "terms_invalid") return;
        const { history } = good(answer);
        expect(canonicalText(history.history[0]?.document)).toBe(canonicalText(letter));
        await here.service.close();
        const again = await world({ service: { store } });
        const [entry] = (await viewOf(again, first.negotiation_id)).history;
        expect(canonicalText(entry?.document)).toBe(canonicalText(letter));
        const seen = JSON.parse(JSON.stringify(entry?.document)) as typeof letter;
        expect(await verifyDocument(seen, { purpose: "proposal", signer: here.ada.did })).toMatchObject({
          ok: true,
        });
        const [turn] = await again.service.turns(first.negotiation_id);
        expect(canonicalText(turn?.justification)).toBe(canonicalText(given));
        await again.service.close();
      }),
      { seed: 4, numRuns: 25 },
    );
  });

  it("OAP-41: without its justifications the same history comes to the same in everything", async () => {
    const choice = fc.record({
      justifications: fc.array(fc.option(justification, { nil: undefined }), { minLength: 5, maxLength: 5 }),
      rounds: fc.integer({ min: 0, max: 5 }),
      end: fc.constantFrom("accept", "reject", "withdraw", "live"),
    });
    await fc.assert(
      fc.asyncProperty(choice, async ({ justifications, rounds, end }) => {
        const played = async (isStripped: boolean): Promise<string> => {
          const here = await world();
          const seen: unknown[] = [];
          let view: HistoryView = await opened(here);
          let mover: OapParty = here.ada;
          for (let round = 0; round < rounds; round += 1) {
            const offer = { terms: { round }, justification: isStripped ? undefined : justifications[round] };
            const answer = await here.host.propose(await mover.propose(view, offer));
            seen.push(answer.ok ? answer.history : answer);
            if (answer.ok) {
              view = answer.history;
              mover = mover === here.ada ? here.smith : here.ada;
            }
          }
          const ending = end === "live" || (rounds === 0 && end !== "withdraw") ? undefined : end;
          if (ending === "accept") seen.push(await here.host.accept(await mover.accept(view)));
          else if (ending !== undefined) seen.push(await here.host[ending](await mover[ending](view)));
          const record = await here.service.loadNegotiation(view.negotiation_id);
          seen.push(record, await here.service.legalMoves(view.negotiation_id, mover.did));
          await here.service.close();
          return JSON.stringify(seen, (key, value) => (FOLLOWS.includes(key) ? undefined : value));
        };
        expect(await played(true)).toBe(await played(false));
      }),
      { seed: 5, numRuns: 20 },
    );
  });

  it("shows turns after a number, the standing proposal, and to the parties alone the salts", async () => {
    const here = await world();
    const { history, document } = await proposed(here);
    expect(standingOf(history)).toEqual(document);
    expect(standingOf({ ...history, history: [] })).toBeNull();
    const { id, request } = await accepted(here);
    const call = { caller: here.smith.did, after: 1 };
    const last = good(await here.host.history(id, call)).history;
    expect(last.history.map(({ turn, type }) => [turn, type])).toEqual([[2, "acceptance"]]);
    expect(last).toMatchObject({
      state: "ACCEPTED",
      outcome: { reason: "accept", by: here.smith.did },
      salt_secret: request.salt_secret,
    });
    expect(history).not.toHaveProperty("salt_secret");
    expect(history).not.toHaveProperty("outcome");
    expect(JSON.parse(JSON.stringify(last))).toEqual(last);
    expect(Object.isFrozen(last)).toBe(true);
  });

  it("OAP-52: each document comes with the key it was verified with, and verifies by that alone", async () => {
    const here = await world();
    const { id } = await accepted(here);
    const { history } = await viewOf(here, id);
    const kids = [await here.ada.key(), await here.smith.key()].map(({ kid }) => kid);
    expect(history.map(({ key }) => key.kid)).toEqual(kids);
    for (const [index, purpose] of (["proposal", "accept"] as const).entries()) {
      const { document, key } = history[index]!;
      const expected = { purpose, signer: document.from };
      const known = await verifyDocument(document, { ...expected, resolveKey: snapshotKeys([key]) });
      expect(known).toMatchObject({ ok: true, snapshot: key });
      const other = snapshotKeys([history[1 - index]!.key]);
      expect(await verifyDocument(document, { ...expected, resolveKey: other })).toMatchObject({ ok: false });
    }
  });
});

/** What is computed from the signed bytes, and the justifications themselves. */
const FOLLOWS = [
  "justification",
  "signature",
  "signatures",
  "agreement_signature",
  "proposal_hash",
  "agreement_hash",
  "digests",
  "checkpoint",
  "receipt",
];
