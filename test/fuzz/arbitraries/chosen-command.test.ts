import { describe, expect, it } from "vitest";
import type { Move } from "../../../src/core/moves/index.js";
import { chosenCommand, chosenInstant } from "../../../src/fuzz/arbitraries/chosen-command.js";
import type { CommandChoice, MoveCommandChoice } from "../../../src/fuzz/arbitraries/history-choices.js";
import { recordAfter, STARTED_AT } from "../../kit/records.js";

const opening: Move<{ price: number }> = { action: "propose", terms: { price: 40 } };
const negotiation = recordAfter([opening]);
const wait = { from: "last", ms: 0 } as const;

const move: MoveCommandChoice & Pick<CommandChoice, "wait"> = {
  does: "move",
  wait,
  by: "floor",
  source: "fitting",
  commandId: "new",
  expects: "anything",
  claim: "held",
  move: {
    abides: true,
    pick: 2,
    terms: 0,
    message: null,
    reason: null,
    assessment: null,
    justification: null,
    extra: null,
    sealed: null,
    replyTo: "nothing",
    proposalId: "made",
    validForMs: null,
  },
};

function chosen(choice: CommandChoice, record = negotiation) {
  return chosenCommand(choice, record, 7, STARTED_AT);
}

describe("a chosen command", () => {
  it("moves for the party with the floor, the other or a stranger", () => {
    expect(chosen(move)).toMatchObject({
      type: "move",
      partyId: "opponent",
      commandId: "cmd-7",
      source: "external",
    });
    expect(chosen({ ...move, by: "other" })).toMatchObject({ partyId: "agent" });
    expect(chosen({ ...move, by: "stranger" })).toMatchObject({ partyId: "agent of elsewhere" });
  });

  it("repeats a command id, and names a version", () => {
    expect(chosen({ ...move, commandId: "repeated" })).toMatchObject({ commandId: "cmd-1" });
    expect(chosen({ ...move, expects: "current" })).toMatchObject({ expectedVersion: 1 });
    expect(chosen({ ...move, expects: "old" })).toMatchObject({ expectedVersion: 0 });
  });

  it("answers for a principal who was asked, where it abides", () => {
    const record = recordAfter([opening], { consult: {} });
    const asked = { ...record, awaiting: { kind: "consult", since: STARTED_AT } } as const;
    expect(chosen(move, asked)).toEqual({ type: "answer", partyId: "opponent", answer: "Go ahead." });
    expect(chosen({ ...move, move: { ...move.move, abides: false } }, asked)).toMatchObject({ type: "move" });
  });

  it("holds, forges or lacks a claim", () => {
    const claim = { agentId: "agent-1", claimId: "claim-1", claimedAt: STARTED_AT };
    const awaiting = { kind: "claimed", since: 0, firstParkedAt: 0, parkMs: 1, claim } as const;
    const claimed = { ...negotiation, awaiting };
    expect(chosen(move, claimed)).toMatchObject({ claim: { agentId: "agent-1", claimId: "claim-1" } });
    expect(chosen({ ...move, claim: "none" }, claimed)).toMatchObject({ claim: null });
    expect(chosen({ ...move, claim: "another" }, claimed)).toMatchObject({ claim: { claimId: "claim-0" } });
    expect(chosen({ does: "release", agentId: "agent-1", wait }, claimed)).toMatchObject({
      claimId: "claim-1",
    });
  });

  it("fails this turn, or late the one before", () => {
    const fail = { does: "fail", kind: "threw", by: "floor", isLate: false, wait } as const;
    expect(chosen(fail)).toMatchObject({ type: "fail", partyId: "opponent", turnNumber: 2 });
    expect(chosen({ ...fail, isLate: true })).toMatchObject({ turnNumber: 1 });
  });

  it.each(["park", "wake", "cancel"] as const)("can %s", (does) => {
    expect(chosen({ does, wait })).toMatchObject({ type: does });
  });
});

describe("a chosen instant", () => {
  it("counts from the last one or from the next deadline", () => {
    expect(chosenInstant({ from: "last", ms: -5 }, negotiation, 1_000)).toBe(995);
    expect(chosenInstant({ from: "deadline", ms: 1 }, negotiation, 1_000)).toBe(STARTED_AT + 30_001);
    const over = { ...negotiation, deadlines: { ...negotiation.deadlines, totalAt: null, turnAt: null } };
    expect(chosenInstant({ from: "deadline", ms: 1 }, over, 1_000)).toBe(1_001);
  });
});
