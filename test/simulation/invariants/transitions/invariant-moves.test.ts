import { describe, expect, it } from "vitest";
import type { Action, NegotiationState, Turn } from "../../../../src/core/record/index.js";
import { emptyTally } from "../../../../src/simulation/invariants/transitions/invariant-caps.js";
import {
  afterTurn,
  type EnteredMove,
  faultOfExceeding,
  faultOfMover,
  faultOfTurn,
  partyOf,
  standingAfter,
} from "../../../../src/simulation/invariants/transitions/invariant-moves.js";
import { stateIn } from "../../../../src/simulation/observation/index.js";
import { Script } from "../../observed-histories.js";

const SIX: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const PARK = { parkMs: 600, claimBudget: "remaining", onClaimExpiry: "repark" } as const;

/** Smith has the floor, ada's proposal stands. */
const script = new Script({ actions: SIX, park: PARK, withdrawOffTurn: false }).move({
  action: "propose",
  terms: 1,
});
const proposed = stateIn(script.last.after);
const open = stateIn(script.writes[0]?.after as never);

const smith: EnteredMove = {
  partyId: "smith",
  seat: "responder",
  action: "counter",
  source: "external",
  claim: null,
};
const ada: EnteredMove = { ...smith, partyId: "ada", seat: "initiator" };
const turn = {
  ...smith,
  number: 2,
  round: 2,
  proposalId: "p2",
  terms: 2,
  message: null,
  at: 5,
} as unknown as Turn;
const tally = () => ({ ...emptyTally(), turnCount: 1, proposalCount: 1, proposalIds: new Set(["neg_1_p1"]) });

const awaiting = (given: object): NegotiationState => ({ ...proposed, awaiting: given }) as NegotiationState;
const held = { agentId: "a", claimId: "c" };
const claimed = awaiting({ kind: "claimed", claim: { ...held, claimedAt: 1 } });

describe("who may move", () => {
  it("is the party with the floor, in its own seat", () => {
    expect(faultOfMover(proposed, smith)).toBeUndefined();
    expect(faultOfMover(proposed, ada)).toContain("smith to have the floor");
    expect(faultOfMover(proposed, { ...smith, partyId: "jones" })).toContain("one of the two");
    expect(faultOfMover(proposed, { ...smith, seat: "initiator" })).toContain("seat");
    expect(partyOf(proposed, "jones")).toBeUndefined();
  });

  it("is either party for a withdrawal, where the rules let it off turn, also in a pause or under a claim", () => {
    const off = { ...proposed.rules, withdrawOffTurn: true };
    const withdrawal: EnteredMove = { ...ada, action: "withdraw" };
    expect(faultOfMover(proposed, withdrawal)).toContain("floor");
    expect(faultOfMover({ ...proposed, rules: off }, withdrawal)).toBeUndefined();
    expect(faultOfMover({ ...claimed, rules: off }, withdrawal)).toBeUndefined();
  });

  it("is nobody during a consult, and the fallback alone during fallback", () => {
    expect(faultOfMover(awaiting({ kind: "consult" }), smith)).toContain("during a consult");
    expect(faultOfMover(awaiting({ kind: "fallback" }), smith)).toContain("fallback");
    expect(faultOfMover(awaiting({ kind: "fallback" }), { ...smith, source: "fallback" })).toBeUndefined();
  });

  it("is the holder of the claim on a claimed turn, and no holder of one on any other", () => {
    expect(faultOfMover(claimed, { ...smith, claim: held })).toBeUndefined();
    expect(faultOfMover(claimed, smith)).toContain("claim that answers");
    expect(faultOfMover(claimed, { ...smith, claim: { ...held, claimId: "d" } })).toContain(
      "claim that answers",
    );
    expect(faultOfMover(awaiting({ kind: "parked", claim: null }), smith)).toBeUndefined();
    expect(faultOfMover(proposed, { ...smith, claim: held })).toContain("claim that answers");
  });

  it("has an action that the rules list; an agent that is asked to open may decline all the same", () => {
    const rules = {
      ...open.rules,
      actions: { ...open.rules.actions, all: ["propose", "accept", "reject"] as const },
    };
    expect(faultOfMover({ ...proposed, rules }, smith)).toContain("counter");
    const declining: EnteredMove = { ...ada, action: "withdraw", source: "agent" };
    expect(faultOfMover({ ...open, rules }, declining)).toBeUndefined();
    expect(faultOfMover({ ...open, rules }, { ...declining, source: "external" })).toContain("withdraw");
  });
});

describe("what a turn is", () => {
  it("has an edge of the matrix", () => {
    const fits = (state: NegotiationState, action: Action): boolean => {
      const isNew = action === "propose" || action === "counter";
      const fields = {
        action,
        round: isNew ? 2 : null,
        proposalId: isNew ? "p2" : (state.standing?.id ?? null),
      };
      const content = { terms: isNew ? 1 : null, message: "Why?" };
      return faultOfTurn(state, { ...turn, ...fields, ...content } as Turn, tally()) === undefined;
    };
    expect(SIX.filter((action) => fits(open, action))).toEqual(["propose", "withdraw"]);
    expect(SIX.filter((action) => fits(proposed, action))).toEqual(SIX.slice(1));
  });

  it("has the next round and a new id when it proposes, and the standing one's else", () => {
    expect(faultOfTurn(proposed, turn, tally())).toBeUndefined();
    expect(faultOfTurn(proposed, { ...turn, round: 3 }, tally())).toContain("round");
    expect(faultOfTurn(proposed, { ...turn, proposalId: "neg_1_p1" }, tally())).toContain("new proposal id");
    expect(faultOfTurn(proposed, { ...turn, proposalId: null }, tally())).toContain("an id");
    const accept = { ...turn, action: "accept", round: null, terms: null, proposalId: "p2" } as Turn;
    expect(faultOfTurn(proposed, accept, tally())).toContain("the turn's proposal");
  });

  it("leads to a status, and to an end if it decides or is the last", () => {
    expect(afterTurn(proposed, turn, tally())).toEqual({ status: "countered", ending: null });
    expect(afterTurn(proposed, { ...turn, action: "question" } as Turn, tally())).toEqual({
      status: "proposed",
      ending: null,
    });
    expect(afterTurn(proposed, { ...turn, action: "accept" } as Turn, tally())).toEqual({
      status: "accepted",
      ending: { reason: "accept", by: "smith" },
    });
    const reach = {
      ...proposed.rules,
      cap: { counts: "turns", limit: 2, mode: "reach", result: "stalled" } as const,
    };
    expect(afterTurn({ ...proposed, rules: reach }, turn, tally())).toEqual({
      status: "stalled",
      ending: { reason: "turn_cap", by: null },
    });
    const decide = { ...reach, finalTurn: { system: "decide", personal: "decide" } as const };
    expect(afterTurn({ ...proposed, rules: decide }, turn, tally())).toContain(
      "a decision on the final turn",
    );
    const spent = { ...proposed.rules, cap: { ...reach.cap, limit: 1, mode: "exceed" } as const };
    expect(afterTurn({ ...proposed, rules: spent }, turn, tally())).toContain("above the cap of 1 turns");
  });

  it("puts its proposal on the table, for as long as it or the rules say", () => {
    const expected = { id: "p2", round: 2, turn: 2, partyId: "smith", seat: "responder", terms: 2, at: 5 };
    expect(standingAfter(proposed, turn, 9)).toEqual({ ...expected, validUntilAt: 9 });
    expect(standingAfter(proposed, turn, null)).toEqual({ ...expected, validUntilAt: null });
    const rules = { ...proposed.rules, validityMs: 100 };
    expect(standingAfter({ ...proposed, rules }, turn, null)).toEqual({ ...expected, validUntilAt: 105 });
    expect(standingAfter(proposed, { ...turn, action: "reject" } as Turn, null)).toBe(proposed.standing);
  });
});

describe("a move that closed by an exceeded cap", () => {
  const capped = (limit: number, result: "expired" | "refuse" = "expired"): NegotiationState => ({
    ...proposed,
    rules: { ...proposed.rules, cap: { counts: "turns", limit, mode: "exceed", result } },
  });

  it("was one too many", () => {
    expect(faultOfExceeding(capped(1), smith, tally())).toBeUndefined();
    expect(faultOfExceeding(capped(2), smith, tally())).toContain("to be spent");
    expect(faultOfExceeding(capped(1), { ...smith, action: "accept" }, tally())).toContain("to be spent");
  });

  it("closed under a cap that closes, after an opening, and was no forbidden second propose", () => {
    expect(faultOfExceeding(capped(1, "refuse"), smith, tally())).toContain("to refuse");
    expect(faultOfExceeding({ ...capped(1), standing: null }, smith, tally())).toContain("an opening");
    const strict = { ...capped(1), rules: { ...capped(1).rules, repropose: "refuse" as const } };
    expect(faultOfExceeding(strict, { ...smith, action: "propose" }, tally())).toContain(
      "expected a counter",
    );
  });
});
