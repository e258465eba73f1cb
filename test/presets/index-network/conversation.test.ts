import { describe, expect, it } from "vitest";
import { toConversation } from "../../../src/presets/index-network/index.js";
import { assessment, record, type Script } from "../records.js";

const parked = { since: 0, firstParkedAt: 0, parkMs: 1 };
const claim = { agentId: "agent", claimId: "claim", claimedAt: 0 };

describe("toConversation", () => {
  const negotiation = record({
    rules: { assessments: "roles" },
    turns: [
      { action: "propose", assessment: assessment("agent", "patient", "A-SECRET") },
      { action: "accept", assessment: assessment("patient", "agent", "B-SECRET"), message: "yes" },
    ],
  });
  const roles = (ownUser: string, otherUser: string) => ({ suggestedRoles: { ownUser, otherUser } });

  it("CV-1: has two participants, one task, a message for each turn, and an artifact at the end", () => {
    const agreedRoles = [
      { userId: "a", role: "agent" },
      { userId: "b", role: "patient" },
    ];
    const outcome = { hasOpportunity: true, agreedRoles, reasoning: "B-SECRET", turnCount: 2 };
    expect(toConversation(negotiation, "b")).toStrictEqual({
      id: "neg_1_conversation",
      participants: ["agent:a", "agent:b"],
      task: {
        id: "neg_1",
        type: "negotiation",
        sourceUserId: "a",
        candidateUserId: "b",
        state: "completed",
        artifacts: [
          {
            name: "negotiation-outcome",
            parts: [{ kind: "data", data: outcome }],
            metadata: { hasOpportunity: true, turnCount: 2 },
          },
        ],
      },
      messages: [
        {
          senderId: "agent:a",
          role: "agent",
          parts: [{ kind: "data", data: { action: "propose", assessment: roles("agent", "patient") } }],
        },
        {
          senderId: "agent:b",
          role: "agent",
          parts: [
            {
              kind: "data",
              data: {
                action: "accept",
                assessment: { reasoning: "B-SECRET", ...roles("patient", "agent") },
                message: "yes",
              },
            },
          ],
        },
      ],
    });
  });

  it("CV-1: shows a viewer nothing that its view hides, and a stranger nothing at all", () => {
    expect(JSON.stringify(toConversation(negotiation, "a"))).not.toContain("B-SECRET");
    expect(JSON.stringify(toConversation(negotiation, "b"))).not.toContain("A-SECRET");
    expect(toConversation(negotiation, "c")).toBeUndefined();
  });

  it("CV-1: has no artifact before the end", () => {
    expect(toConversation(record({ turns: [{ action: "propose" }] }), "a")?.task.artifacts).toStrictEqual([]);
  });

  it("CV-2: the task has the negotiation's id, the conversation an id of its own", () => {
    const { id, task } = toConversation(negotiation, "a")!;
    expect([id, task.id]).toEqual([`${negotiation.id}_conversation`, negotiation.id]);
  });
});

describe("the task", () => {
  it.each<[string, Script, string]>([
    ["open, no turn, move", {}, "submitted"],
    ["open, no turn, fallback", { awaiting: { kind: "fallback", since: 0 } }, "working"],
    ["live, move", { turns: [{ action: "propose" }] }, "working"],
    [
      "live, fallback",
      { turns: [{ action: "propose" }], awaiting: { kind: "fallback", since: 0 } },
      "working",
    ],
    ["parked on turn 1", { awaiting: { kind: "parked", ...parked, claim: null } }, "waiting_for_agent"],
    [
      "claimed",
      { turns: [{ action: "propose" }], awaiting: { kind: "claimed", ...parked, claim } },
      "claimed",
    ],
    [
      "consult",
      { turns: [{ action: "propose" }], awaiting: { kind: "consult", since: 0 } },
      "input_required",
    ],
    ["accepted", { turns: [{ action: "propose" }, { action: "accept" }] }, "completed"],
    ["rejected", { turns: [{ action: "propose" }, { action: "reject" }] }, "completed"],
    ["withdrawn", { turns: [{ action: "withdraw" }] }, "completed"],
    ["expired", { end: ["expired", "turn_timeout"] }, "completed"],
    ["stalled", { end: ["stalled", "agent_error"] }, "completed"],
  ])("CV-1: %s is the task state %s", (_, script, state) => {
    expect(toConversation(record(script), "a")?.task.state).toBe(state);
  });
});
