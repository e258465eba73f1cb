import { describe, expect, it } from "vitest";
import type { Action, FailedTurn, NegotiationState } from "../../../../src/core/record/index.js";
import {
  afterAnswer,
  afterFailedCall,
  afterParking,
  afterQuestion,
} from "../../../../src/simulation/invariants/transitions/invariant-awaiting.js";
import { emptyTally } from "../../../../src/simulation/invariants/transitions/invariant-caps.js";
import { stateIn } from "../../../../src/simulation/observation/index.js";
import { Script } from "../../observed-histories.js";

const SIX: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const script = new Script({
  actions: SIX,
  park: { parkMs: 600, claimBudget: "remaining", onClaimExpiry: "repark" },
  consult: { maxPerParty: 1, windowMs: 50 },
}).move({ action: "propose", terms: 1 });

/** Smith is to move, ada's proposal stands. */
const proposed = stateIn(script.last.after);
const tally = { ...emptyTally(), turnCount: 1, proposalCount: 1 };
const awaiting = (given: object | null, more: object = {}): NegotiationState =>
  ({ ...proposed, ...more, awaiting: given }) as NegotiationState;

const held = { agentId: "a", claimId: "c" };
const parked = { kind: "parked", since: 100, firstParkedAt: 100, parkMs: 600, claim: null };
const claimed = { ...parked, kind: "claimed", since: 150, claim: { ...held, claimedAt: 150 } };

describe("parking", () => {
  it("parks an ordinary turn, where the rules park", () => {
    expect(afterParking(proposed, { type: "park" }, 100)).toEqual(parked);
    expect(afterParking(awaiting(parked), { type: "park" }, 200)).toContain("an ordinary turn");
    const rules = { ...proposed.rules, park: null };
    expect(afterParking({ ...proposed, rules }, { type: "park" }, 100)).toContain("rules that park");
  });

  it("gives a parked turn to one claimant", () => {
    expect(afterParking(awaiting(parked), { type: "claim", ...held }, 150)).toEqual(claimed);
    expect(afterParking(awaiting(claimed), { type: "claim", ...held }, 160)).toContain("a parked turn");
    expect(afterParking(awaiting(parked), { type: "claim" }, 150)).toContain("name its agent");
  });

  it("takes a claimed turn back from its holder: to the queue with its first window, or to the fallback", () => {
    const release = { type: "release", ...held };
    expect(afterParking(awaiting(claimed), release, 699)).toEqual({ ...parked, since: 699 });
    expect(afterParking(awaiting(claimed), release, 700)).toEqual({ kind: "fallback", since: 700 });
    expect(afterParking(awaiting(claimed), { ...release, claimId: "d" }, 200)).toContain("release its claim");
    expect(afterParking(awaiting(parked), release, 200)).toContain("a claimed turn");
  });
});

describe("a consult", () => {
  const question = { type: "consult", id: "q", question: "How far?" };
  const asked = {
    id: "q",
    partyId: "smith",
    turnNumber: 2,
    question: "How far?",
    answer: null,
    askedAt: 200,
    answeredAt: null,
    expired: false,
  };

  it("is noted for the party with the floor", () => {
    expect(afterQuestion(proposed, question, 200, tally)).toEqual([asked]);
  });

  it("is not possible in the opening, elsewhere than on an ordinary turn, on the last one, or beyond the ration", () => {
    const reach = {
      ...proposed.rules,
      cap: { counts: "turns", limit: 2, mode: "reach", result: "expired" } as const,
    };
    const cases: readonly (readonly [NegotiationState, string])[] = [
      [{ ...proposed, standing: null }, "in the opening"],
      [awaiting(parked), "an ordinary turn"],
      [{ ...proposed, rules: reach }, "final turn"],
      [{ ...proposed, consults: [{ ...asked }] }, "1 consults at most"],
      [{ ...proposed, rules: { ...proposed.rules, consult: null } }, "rules that let"],
    ];
    for (const [state, why] of cases) expect(afterQuestion(state, question, 200, tally)).toContain(why);
  });

  it("ends with an answer, or expired without one", () => {
    const pausing = awaiting({ kind: "consult", since: 200 }, { consults: [asked] });
    expect(afterAnswer(pausing, "To 55.", 210)).toEqual([{ ...asked, answer: "To 55.", answeredAt: 210 }]);
    expect(afterAnswer(pausing, null, 250)).toEqual([{ ...asked, answeredAt: 250, expired: true }]);
    expect(afterAnswer(proposed, "To 55.", 210)).toContain("a consult to end");
  });
});

describe("a failed call", () => {
  const failure = (given: Partial<FailedTurn> = {}): FailedTurn => ({
    partyId: "smith",
    turnNumber: 2,
    attempt: 1,
    kind: "threw",
    error: "boom",
    at: 1_700_000_000_200,
    ...given,
  });
  const after = (state: NegotiationState, one: FailedTurn) =>
    afterFailedCall(state, { type: "agent.failed", failure: one }, one.at, tally);
  const once = { ...proposed, failures: [failure()] };
  const stalling = { reason: "agent_error", by: null };

  it("is kept, and asks again while there are attempts", () => {
    expect(after(proposed, failure())).toEqual({ failures: [failure()], endings: [null] });
    expect(after(once, failure({ attempt: 2 }))).toMatchObject({ endings: [stalling] });
  });

  it("leaves open whether a careful move stood in for an invalid answer", () => {
    const careful = { ...once, rules: { ...proposed.rules, onInvalidAnswer: "conservative" as const } };
    expect(after(careful, failure({ attempt: 2, kind: "invalid" }))).toMatchObject({
      endings: [null, stalling],
    });
    expect(after(careful, failure({ attempt: 2 }))).toMatchObject({ endings: [stalling] });
  });

  it("ends at the second repetition, and spends no attempt at the first", () => {
    const repeated = { ...proposed, failures: [failure({ kind: "repetition" })] };
    expect(after(proposed, failure({ kind: "repetition" }))).toMatchObject({ endings: [null] });
    expect(after(repeated, failure({ attempt: 2 }))).toMatchObject({ endings: [null] });
    expect(after(repeated, failure({ attempt: 2, kind: "repetition" }))).toMatchObject({
      endings: [{ reason: "repetition", by: null }],
    });
  });

  it("is one of the party with the floor, for this turn, numbered on", () => {
    for (const given of [{ partyId: "ada" }, { turnNumber: 3 }, { attempt: 2 }]) {
      expect(after(proposed, failure(given))).toContain("the failure");
    }
    expect(after(proposed, failure({ error: "x".repeat(301) }))).toContain("300 characters");
    expect(afterFailedCall(proposed, { type: "agent.failed" }, 0, tally)).toContain("a failed call");
  });

  it("is one of the last five", () => {
    const many = Array.from({ length: 5 }, (_, index) => failure({ turnNumber: 1, attempt: index + 1 }));
    const kept = after({ ...proposed, failures: many }, failure());
    expect(kept).toMatchObject({ failures: [...many.slice(1), failure()] });
  });
});
