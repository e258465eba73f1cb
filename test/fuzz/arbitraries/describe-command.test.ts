import { describe, expect, it } from "vitest";
import { decide, moveCommand } from "../../../src/core/index.js";
import { type Command, type Move, readMove } from "../../../src/core/moves/index.js";
import { describeCommand } from "../../../src/fuzz/arbitraries/describe-command.js";
import { recordAfter, STARTED_AT } from "../../kit/records.js";

const negotiation = recordAfter<{ price: number }>([{ action: "propose", terms: { price: 40 } }]);

function line(command: Command, now = STARTED_AT + 5): string {
  return describeCommand(command, now, negotiation, decide(negotiation, command, now));
}

function moving(partyId: string, move: Move): Command {
  const read = readMove(move, negotiation.rules);
  if (!read.ok) throw new Error("malformed");
  return moveCommand(partyId, read.move, "cmd-2", { expectedVersion: 1, source: "agent" });
}

describe("a command in one line", () => {
  it("tells a move and what became of it", () => {
    const move: Move = {
      action: "counter",
      terms: { price: 50 },
      message: "Too low.",
      replyTo: "neg_1_p1",
      validUntilAt: STARTED_AT + 100,
    };
    expect(line(moving("opponent", move))).toBe(
      '+5 ms  responder: counter {"price":50} "Too low." replyTo "neg_1_p1" valid until +100 ms on version 1 from agent (cmd-2) -> version 2, countered',
    );
  });

  it("tells a refusal and a stranger", () => {
    expect(line(moving("agent", { action: "accept" }))).toMatch(
      /initiator: accept .* -> refused, not_your_turn$/,
    );
    expect(line(moving("eve", { action: "accept" }))).toMatch(
      /a stranger: accept .* -> refused, not_a_party$/,
    );
  });

  it.each<[Command, string]>([
    [{ type: "wake" }, "+5 ms  wake -> nothing"],
    [{ type: "cancel", details: null }, "+5 ms  cancel -> version 2, withdrawn (cancelled)"],
    [{ type: "claim", agentId: "a1", claimId: "c1" }, "+5 ms  a1: claim c1 -> refused, not_parked"],
    [
      { type: "consult", partyId: "opponent", id: "x", question: "?" },
      "+5 ms  responder: consult -> refused, consult_unavailable",
    ],
    [
      { type: "fail", partyId: "opponent", turnNumber: 2, kind: "threw", error: "e" },
      "+5 ms  responder: fail (threw) on turn 2 -> version 2, proposed",
    ],
  ])("tells %j", (command, expected) => {
    expect(line(command)).toBe(expected);
  });

  it("tells an instant before the creation", () => {
    expect(line({ type: "wake" }, STARTED_AT - 3)).toBe("-3 ms  wake -> nothing");
  });
});
