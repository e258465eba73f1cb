import { describe, expect, it } from "vitest";
import type { Reason, Status } from "../../../src/core/record/index.js";
import { toTrace } from "../../../src/presets/index-network/index.js";
import { assessment, record, T0, type TurnDraft } from "../records.js";

const context = { opportunityId: "opp-1" };
const turns: TurnDraft[] = [
  { action: "propose", assessment: assessment("agent", "patient", "one") },
  { action: "counter", assessment: assessment("patient", "agent", "two"), message: "but" },
  { action: "accept", assessment: assessment("agent", "patient", "three") },
];

describe("toTrace of turn:recorded", () => {
  const negotiation = record({ context, turns });
  const traced = (index: number, durationMs?: number) =>
    toTrace("turn:recorded", { negotiation, turn: negotiation.turns[index]! }, { durationMs });

  it("AS-30, TR-2: three turns have index 0, 1, 2 and alternating actors", () => {
    expect([traced(0), traced(1, 45), traced(2)]).toStrictEqual([
      {
        type: "negotiation_turn",
        opportunityId: "opp-1",
        turnIndex: 0,
        actor: "source",
        action: "propose",
        reasoning: "one",
        suggestedRoles: { ownUser: "agent", otherUser: "patient" },
        durationMs: 1_000,
      },
      {
        type: "negotiation_turn",
        opportunityId: "opp-1",
        turnIndex: 1,
        actor: "candidate",
        action: "counter",
        reasoning: "two",
        message: "but",
        suggestedRoles: { ownUser: "patient", otherUser: "agent" },
        durationMs: 45,
      },
      {
        type: "negotiation_turn",
        opportunityId: "opp-1",
        turnIndex: 2,
        actor: "source",
        action: "accept",
        reasoning: "three",
        suggestedRoles: { ownUser: "agent", otherUser: "patient" },
        durationMs: 1_000,
      },
    ]);
  });

  it("TR-2: without a measurement a turn took from the turn before, or the creation", () => {
    const slow = record({
      context,
      turns: [
        { action: "propose", at: T0 + 7 },
        { action: "accept", at: T0 + 50 },
      ],
    });
    const durations = slow.turns.map(
      (turn) => toTrace("turn:recorded", { negotiation: slow, turn })?.durationMs,
    );
    expect(durations).toStrictEqual([7, 43]);
  });

  it("TR-1: leaves out what the turn has not, and shows no score", () => {
    const bare = record({ context, turns: [{ action: "withdraw", assessment: { fitScore: 3 } }] });
    expect(toTrace("turn:recorded", { negotiation: bare, turn: bare.turns[0]! })).toStrictEqual({
      type: "negotiation_turn",
      opportunityId: "opp-1",
      turnIndex: 0,
      actor: "source",
      action: "reject",
      durationMs: 1_000,
    });
  });
});

describe("toTrace of an outcome", () => {
  it("AS-31, TR-3: an acceptance carries the agreed roles", () => {
    expect(toTrace("negotiation:settled", record({ context, turns }))).toStrictEqual({
      type: "negotiation_outcome",
      opportunityId: "opp-1",
      outcome: "accepted",
      turnCount: 3,
      reasoning: "three",
      agreedRoles: [
        { userId: "a", role: "agent" },
        { userId: "b", role: "patient" },
      ],
    });
  });

  it.each<[Status, Reason, string]>([
    ["stalled", "turn_cap", "turn_cap"],
    ["stalled", "turn_timeout", "timed_out"],
    ["stalled", "total_timeout", "timed_out"],
    ["expired", "total_timeout", "timed_out"],
    ["rejected", "reject", "rejected_stalled"],
    ["withdrawn", "withdraw", "rejected_stalled"],
    ["stalled", "agent_error", "rejected_stalled"],
    ["stalled", "repetition", "rejected_stalled"],
    ["withdrawn", "cancelled", "rejected_stalled"],
    ["expired", "proposal_expired", "rejected_stalled"],
  ])("TR-3: %s by %s is %s, and a lump keeps its reason", (status, reason, outcome) => {
    const negotiation = record({ context, turns: turns.slice(0, 1), end: [status, reason] });
    expect(toTrace("negotiation:settled", negotiation)).toStrictEqual({
      type: "negotiation_outcome",
      opportunityId: "opp-1",
      outcome,
      turnCount: 1,
      reasoning: "one",
      ...(outcome === "rejected_stalled" && { reason }),
    });
  });

  it("AS-31, TR-3: a parked turn waits for its agent", () => {
    const negotiation = record({ context, turns: turns.slice(0, 2) });
    const payload = { negotiation, partyId: "a", turnNumber: 3, agentId: null, deadlineAt: T0 };
    expect(toTrace("turn:parked", payload)).toStrictEqual({
      type: "negotiation_outcome",
      opportunityId: "opp-1",
      outcome: "waiting_for_agent",
      turnCount: 2,
      reasoning: "two",
    });
  });
});

describe("toTrace of anything else", () => {
  it("TR-1, AS-32: there is no event without an opportunity", () => {
    const negotiation = record({ turns });
    expect(toTrace("turn:recorded", { negotiation, turn: negotiation.turns[0]! })).toBeUndefined();
    expect(toTrace("negotiation:settled", negotiation)).toBeUndefined();
    const payload = { negotiation, partyId: "a", turnNumber: 3, agentId: null, deadlineAt: T0 };
    expect(toTrace("turn:parked", payload)).toBeUndefined();
  });

  it("TR-1: other events, and a settled one that lives, give none", () => {
    const negotiation = record({ context, turns: turns.slice(0, 1) });
    expect(toTrace("negotiation:settled", negotiation)).toBeUndefined();
    expect(toTrace("turn:claimed" as never, negotiation as never)).toBeUndefined();
  });
});
