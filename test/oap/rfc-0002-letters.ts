/**
 * @module
 * The longer scenes of the conformance table that are about single documents: refused, taken, and given back.
 */

import fc from "fast-check";
import { expect } from "vitest";
import type { ProposalDocument } from "../../src/oap/index.js";
import { canonicalText, isConcession, justifyConcession, justifyTradeOff } from "../../src/oap/index.js";
import { extraOf } from "../../src/oap/record/index.js";
import { tradeOffCounter, tradeOffSimilarity } from "../../src/strategies/index.js";
import { good, opened, opening, proposed, stored, world } from "./host-setup.js";
import { acceptedWith, codeOf, hand, letterFor, resigned, signers } from "./oap-world.js";
import { justification } from "./rfc-0002-scenes.js";

/** A manifest block with just enough in it. */
export const BLOCK = { supported: true, categories: ["pricing"] };

/** What it says of a penalty that can be known beforehand. */
export const PENALTY = {
  withdrawal_penalty_terms: "https://tool.example/walk-away.pdf",
  withdrawal_penalty_hash: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  withdrawal_penalty: { amount: "12.50", currency: "EUR" },
};

export async function staysOutUnsigned(): Promise<void> {
  const here = await world({ isForgetful: true });
  const { host, service, ada, smith } = here;
  const open = await ada.open(opening(here));
  expect(codeOf(await host.open({ ...open, signature: undefined }))).toBe("document_invalid");
  const foreign = await resigned(open, {}, "open", await signers.eve());
  expect(codeOf(await host.open(foreign))).toBe("signature_invalid");
  const view = (await proposed(here)).history;
  const before = await stored(here, view.negotiation_id);
  for (const action of ["counter", "reject", "withdraw"] as const) {
    const letter = (await letterFor(here, view, action, smith)) as { signature: string };
    expect(codeOf(await hand(here, action, { ...letter, signature: undefined }))).not.toBe("ok");
    const purpose = action === "counter" ? "proposal" : action;
    const theirs = await resigned(letter, {}, purpose, await signers.eve());
    expect(codeOf(await hand(here, action, theirs))).toBe("signature_invalid");
  }
  const request = await smith.accept(view);
  for (const member of ["acceptance", "agreement_signature", "salt_secret"]) {
    expect(codeOf(await host.accept({ ...request, [member]: undefined }))).not.toBe("ok");
  }
  // Past the host, straight into its room.
  for (const action of ["counter", "accept", "reject", "withdraw"] as const) {
    const move = action === "counter" ? { action, terms: { price: "1.00" } } : { action };
    expect(await service.submit(view.negotiation_id, smith.did, move)).toMatchObject({
      code: "not_admitted",
    });
  }
  expect(await stored(here, view.negotiation_id)).toBe(before);
  await service.close();
  await here.service.close();
}

export async function acceptsByName(): Promise<void> {
  const here = await world();
  const { history: view, document } = await proposed(here);
  const request = await here.smith.accept(view);
  const otherHash = request.acceptance.agreement_hash;
  const other = document.proposal_id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const [changes, code] of [
    [{ proposal_hash: otherHash }, "stale_proposal"],
    [{ proposal_id: other }, "stale_proposal"],
    [{ round: 2 }, "stale_proposal"],
    [{ terms: { price: "39.00" } }, "document_invalid"],
    [{ condition: "by Friday" }, "document_invalid"],
    [{ accepted_at: "2026-11-22T09:05:00.001Z" }, "clock_skew"],
  ] as const) {
    const forged = await acceptedWith(view, request, changes, await signers.smith());
    expect(codeOf(await here.host.accept(forged)), JSON.stringify(changes)).toBe(code);
  }
  expect(codeOf(await here.host.accept(request))).toBe("ok");
  await here.service.close();
}

export async function givesBackJustifications(): Promise<void> {
  const here = await world();
  const seen = new Set<string>();
  const given = fc.asyncProperty(justification, async (said) => {
    seen.add(said.type);
    const view = await opened(here);
    const signed = await here.ada.propose(view, { terms: { price: "40.00" }, justification: said });
    const { history } = good(await here.host.propose(signed)).history;
    const id = view.negotiation_id;
    const [sight] = (await here.service.viewFor(id, here.smith.did))?.turns ?? [];
    const [turn] = (await here.service.loadNegotiation(id))?.turns ?? [];
    const told = [history[0]?.document, extraOf(sight as never).document, extraOf(turn as never).document];
    for (const document of told) expect(canonicalText(document)).toBe(canonicalText(signed));
    for (const one of [sight, turn]) expect(canonicalText(one?.justification)).toBe(canonicalText(said));
  });
  await fc.assert(given, { numRuns: 60, seed: 40 });
  expect(seen.size).toBe(8);
  await here.service.close();
}

export async function readsJustifications(): Promise<void> {
  const here = await world();
  const view = await opened(here);
  const terms = { price: "40.00" };
  const document = await here.ada.propose(view, {
    terms,
    justification: { type: "threat", references: ["?"] },
  });
  for (const [wrong, code] of [
    [{ justification: null }, "document_invalid"],
    [{ justification: { type: "plea" } }, "document_invalid"],
    [{ justification: { type: "threat", references: Array(65).fill("?") } }, "document_invalid"],
    [{}, "ok"],
  ] as const) {
    const letter = await resigned(document, wrong, "proposal", await signers.ada());
    expect(codeOf(await here.host.propose(letter))).toBe(code);
  }
  await here.service.close();
}

export async function staysPinned(): Promise<void> {
  const here = await world();
  const { host, smith, ada, hash } = here;
  const view = (await proposed(here)).history;
  const next = {
    max_rounds: 1,
    default_validity_minutes: 1,
    binding_acceptance: false,
    categories: ["sla"],
  };
  expect(host.useManifest({ ...BLOCK, ...next, ...PENALTY }).ok).toBe(true);
  const second = good(await host.propose(await smith.propose(view, { terms: { price: "50.00" } }))).history;
  expect(second).toMatchObject({ max_rounds: 3, manifest_hash: hash, manifest: view.manifest });
  expect(second.expires_at).toBe("2026-11-22T10:00:00.000Z");
  const { agreement } = good(await host.accept(await ada.accept(second)));
  expect(agreement.metadata).toMatchObject({ binding: true, manifest_hash: hash });
  const late = await host.open(await ada.open(opening(here)));
  expect(late).toMatchObject({ code: "manifest_changed", details: { manifest_hash: expect.any(String) } });
  expect(JSON.stringify(late)).not.toContain(hash);
  await here.service.close();
}

export function tradesOff(): void {
  const issues = [
    { name: "price", weight: 0.5, range: 100 },
    { name: "weeks", weight: 0.5, range: 10 },
  ];
  const similarity = tradeOffSimilarity(issues);
  const terms = fc.record({
    price: fc.integer({ min: 0, max: 100 }),
    weeks: fc.integer({ min: 0, max: 10 }),
  });
  const ownUtility = (one: { price: number; weeks: number }) => (one.price + 10 * one.weeks) / 200;
  const trades = fc.property(
    fc.array(terms, { maxLength: 30 }),
    terms,
    terms,
    (others, previous, opponentTerms) => {
      const candidates = [previous, ...others];
      const aimed = ownUtility(previous);
      const counter = tradeOffCounter({ candidates, opponentTerms, ownUtility, aimed, similarity });
      const chosen = counter ?? expect.fail("Expected a counter, since the previous proposal is one.");
      expect(Math.abs(ownUtility(chosen) - aimed)).toBeLessThanOrEqual(0.01);
      expect(similarity(chosen, opponentTerms)).toBeGreaterThanOrEqual(similarity(previous, opponentTerms));
    },
  );
  fc.assert(trades, { numRuns: 200, seed: 47 });
}

export async function declaresConcession(): Promise<void> {
  const here = await world();
  const { history: view, document } = await proposed(here, { price: 60 });
  const utility = ({ price }: { price: number }) => price;
  const second = good(
    await here.host.propose(await here.smith.propose(view, { terms: { price: 30 } })),
  ).history;
  const justification = justifyConcession(document.proposal_id);
  const third = await here.ada.propose(second, { terms: { price: 55 }, justification });
  const { history } = good(await here.host.propose(third)).history;
  expect(history.map(({ document: letter }) => (letter as ProposalDocument).justification)[2]).toEqual({
    type: "concession_explanation",
    references: [document.proposal_id],
  });
  expect(isConcession({ price: 60 }, { price: 55 }, utility)).toBe(true);
  expect(isConcession({ price: 55 }, { price: 60 }, utility)).toBe(false);
  expect(justifyTradeOff(document.proposal_id).type).toBe("trade_off");
  await here.service.close();
}
