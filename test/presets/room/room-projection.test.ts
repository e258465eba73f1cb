import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Reason, type Status, view } from "../../../src/core/record/index.js";
import {
  moveOfMessage,
  readAgentMessage,
  roomExpiryText,
  toAgentMessage,
  toRoomNegotiation,
} from "../../../src/presets/room/index.js";
import { ROOM_RULES, record, T0, type TurnDraft } from "../records.js";

describe("toRoomNegotiation", () => {
  it("RM-4: gives exactly the members of the source's record", () => {
    expect(toRoomNegotiation(record({ turns: [{ action: "propose" }] }))).toStrictEqual({
      id: "neg_1",
      roomId: "room-1",
      status: "proposed",
      initiator: "a",
      responder: "b",
      currentProposal: { price: 10 },
      rounds: [
        { round: 1, fromAgent: "a", proposal: { price: 10 }, action: "propose", timestamp: T0 + 1_000 },
      ],
      maxRounds: 5,
      roundTimeoutMs: 30_000,
      totalTimeoutMs: 120_000,
      createdAt: T0,
      updatedAt: T0 + 1_000,
    });
  });

  it("RM-4: shows what is not there as null", () => {
    const rules = {
      turnMs: null,
      totalMs: null,
      cap: { counts: "turns", limit: "unlimited", mode: "exceed", result: "expired" },
    } as const;
    expect(toRoomNegotiation(record({ rules }))).toMatchObject({
      currentProposal: null,
      maxRounds: null,
      roundTimeoutMs: null,
      totalTimeoutMs: null,
    });
  });

  it("RM-5: a counter has its own terms, an answer those that stood, a reason only where there is one", () => {
    const negotiation = record({
      turns: [
        { action: "propose" },
        { action: "counter", reason: "too dear" },
        { action: "question", message: "why?" },
        { action: "counter" },
        { action: "accept" },
      ],
    });
    expect(toRoomNegotiation(negotiation).rounds).toStrictEqual([
      { round: 1, fromAgent: "a", proposal: { price: 10 }, action: "propose", timestamp: T0 + 1_000 },
      {
        round: 2,
        fromAgent: "b",
        proposal: { price: 20 },
        action: "counter",
        reason: "too dear",
        timestamp: T0 + 2_000,
      },
      { round: 3, fromAgent: "a", proposal: { price: 20 }, action: "question", timestamp: T0 + 3_000 },
      { round: 4, fromAgent: "b", proposal: { price: 40 }, action: "counter", timestamp: T0 + 4_000 },
      { round: 5, fromAgent: "a", proposal: { price: 40 }, action: "accept", timestamp: T0 + 5_000 },
    ]);
  });

  it("RM-5: a rejection shows what it rejected, a withdrawal before any proposal shows nothing", () => {
    const rejected = record({ turns: [{ action: "propose" }, { action: "reject", reason: "no" }] });
    expect(toRoomNegotiation(rejected).rounds[1]).toMatchObject({ proposal: { price: 10 }, reason: "no" });
    const declined = record({ turns: [{ action: "withdraw" }] });
    expect(toRoomNegotiation(declined)).toMatchObject({ status: "rejected", rounds: [{ proposal: null }] });
  });

  it.each<[Status, Reason | null, string]>([
    ["open", null, "proposed"],
    ["proposed", null, "proposed"],
    ["countered", null, "countering"],
    ["accepted", "accept", "accepted"],
    ["rejected", "reject", "rejected"],
    ["expired", "turn_timeout", "expired"],
    ["withdrawn", "cancelled", "rejected"],
    ["stalled", "agent_error", "expired"],
  ])("RM-7: %s (%s) is shown as %s", (status, reason, shown) => {
    const turns: TurnDraft[] =
      status === "open"
        ? []
        : status === "countered"
          ? [{ action: "propose" }, { action: "counter" }]
          : [{ action: "propose" }];
    const negotiation = record({ turns, ...(reason !== null && { end: [status, reason] as const }) });
    expect(negotiation.status).toBe(status);
    expect(toRoomNegotiation(negotiation).status).toBe(shown);
  });

  it("RM-7: an open negotiation has no rounds", () => {
    expect(toRoomNegotiation(record()).rounds).toStrictEqual([]);
  });

  it("RM-4: shows the same of a party's view", () => {
    const negotiation = record({ turns: [{ action: "propose" }, { action: "accept" }] });
    expect(toRoomNegotiation(view(negotiation, "b")!)).toStrictEqual(toRoomNegotiation(negotiation));
  });
});

describe("toAgentMessage", () => {
  const turns: TurnDraft[] = [
    { action: "propose", reason: "fair" },
    { action: "counter" },
    { action: "accept" },
  ];
  const negotiation = record({ turns });

  it("RM-35: tells a proposal and a counter with their own terms", () => {
    expect(toAgentMessage(negotiation.turns[0]!, negotiation)).toStrictEqual({
      type: "agent_proposal",
      id: "neg_1_t1",
      negotiationId: "neg_1",
      fromAgent: "a",
      reason: "fair",
      proposal: { price: 10 },
    });
    expect(toAgentMessage(negotiation.turns[1]!, negotiation)).toStrictEqual({
      type: "agent_counter",
      id: "neg_1_t2",
      negotiationId: "neg_1",
      fromAgent: "b",
      proposal: { price: 20 },
    });
  });

  it("RM-35: tells an acceptance with the terms that stood", () => {
    expect(toAgentMessage(negotiation.turns[2]!, negotiation)).toStrictEqual({
      type: "agent_accept",
      id: "neg_1_t3",
      negotiationId: "neg_1",
      fromAgent: "a",
      proposal: { price: 20 },
    });
  });

  it.each(["reject", "withdraw"] as const)("RM-35: tells %s as a rejection with its reason", (action) => {
    const ended = record({ turns: [{ action: "propose" }, { action, reason: "too dear" }] });
    expect(toAgentMessage(ended.turns[1]!, ended)).toStrictEqual({
      type: "agent_reject",
      id: "neg_1_t2",
      negotiationId: "neg_1",
      fromAgent: "b",
      reason: "too dear",
    });
  });

  it("RM-35: has no message for a question", () => {
    const asked = record({ turns: [{ action: "propose" }, { action: "question", message: "why?" }] });
    expect(toAgentMessage(asked.turns[1]!, asked)).toBeUndefined();
  });

  it("RM-35: what is told reads back as the move that was made", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("propose", "counter", "accept", "reject" as const),
        fc.jsonValue(),
        fc.option(fc.string(), { nil: null }),
        (action, terms, reason) => {
          const before: TurnDraft[] =
            action === "propose" ? [] : [{ action: "propose", terms: { price: 1 } }];
          const isProposal = action === "propose" || action === "counter";
          const turn: TurnDraft = { action, reason, ...(isProposal && { terms }) };
          const told = record({ turns: [...before, turn] });
          const reading = readAgentMessage(toAgentMessage(told.turns.at(-1)!, told));
          expect(reading.ok).toBe(true);
          if (!reading.ok) return;
          const expected = { action, ...(isProposal && { terms }), ...(reason !== null && { reason }) };
          expect(moveOfMessage(reading.message)).toStrictEqual(expected);
          expect(reading.message.id).toBe(`neg_1_t${told.turns.length}`);
        },
      ),
    );
  });
});

describe("roomExpiryText", () => {
  const missed = (reason: Reason, rules: object, turns: TurnDraft[] = [{ action: "propose" }]) =>
    roomExpiryText(record({ turns, end: ["expired", reason], rules }));

  it("RM-22: gives the source's two texts for the source's windows", () => {
    expect(missed("turn_timeout", {})).toBe("Round timeout - no response within 30 seconds");
    expect(missed("total_timeout", {})).toBe("Total timeout - negotiation exceeded 2 minutes");
  });

  it.each([
    [1, "1 millisecond"],
    [500, "500 milliseconds"],
    [999, "999 milliseconds"],
    [1_000, "1 second"],
    [1_500, "1.5 seconds"],
    [60_000, "60 seconds"],
    [90_000, "90 seconds"],
    [119_999, "119.999 seconds"],
    [120_000, "2 minutes"],
    [150_000, "150 seconds"],
    [300_000, "5 minutes"],
  ])("RM-22, B-14: a window of %i ms reads %s", (ms, text) => {
    expect(missed("turn_timeout", { turnMs: ms })).toBe(`Round timeout - no response within ${text}`);
    expect(missed("total_timeout", { totalMs: ms })).toBe(`Total timeout - negotiation exceeded ${text}`);
  });

  it("RM-22: a missed opening names the window of the opening", () => {
    expect(missed("turn_timeout", { openMs: 5_000 }, [])).toContain("5 seconds");
    expect(missed("turn_timeout", { openMs: 5_000 })).toContain("30 seconds");
    expect(missed("turn_timeout", {}, [])).toContain("30 seconds");
  });

  it.each(["turn_cap", "proposal_expired", "cancelled", "agent_error"] as const)(
    "RM-22: has no text for the reason %s",
    (reason) => {
      expect(missed(reason, {})).toBeUndefined();
    },
  );

  it("RM-22: has no text for a live negotiation, nor without such a window", () => {
    expect(roomExpiryText({ outcome: null, rules: ROOM_RULES })).toBeUndefined();
    expect(missed("turn_timeout", { turnMs: null })).toBeUndefined();
    expect(missed("total_timeout", { totalMs: null })).toBeUndefined();
  });
});
