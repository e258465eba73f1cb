import { describe, expect, it } from "vitest";
import { decide } from "../../../src/core/index.js";
import { agentCallData, frozenCall, looseCall } from "../../../src/fuzz/agents/agent-call.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { recordAfter, STARTED_AT } from "../../kit/records.js";

const moves = [
  { action: "propose", terms: { price: 40 }, message: "Hello", assessment: { mine: 1 } },
] as const;

describe("the call of an agent", () => {
  const negotiation = recordAfter(moves);
  const data = agentCallData(negotiation, "opponent");

  it("tells what the party may know and do", () => {
    expect(data).toMatchObject({
      negotiationId: "neg_1",
      party: { id: "opponent" },
      seat: "responder",
      other: { id: "agent" },
      standing: { terms: { price: 40 } },
      turnNumber: 2,
      turnsLeft: 4,
      isFinalTurn: false,
      legalActions: ["propose", "counter", "accept", "reject"],
      deadlineAt: STARTED_AT + 30_000,
      context: null,
      deadlocked: false,
      attempt: 1,
      lastError: null,
      repeated: null,
      consult: null,
    });
    expect(data.turns[0]).not.toHaveProperty("assessment");
    expect(data.turns[0]).not.toHaveProperty("commandId");
  });

  it("is deep-frozen, or equal and free to be written to", () => {
    const { signal } = new AbortController();
    const { signal: seen, ...frozen } = frozenCall(data, signal);
    expect(seen).toBe(signal);
    expect(isDeepFrozen(data)).toBe(true);
    expect(Object.isFrozen(frozenCall(data, signal))).toBe(true);
    const loose = looseCall(data, signal);
    expect(loose).toEqual({ ...frozen, signal });
    (loose.standing?.terms as { price: number }).price = 1;
    expect(negotiation.standing?.terms).toEqual({ price: 40 });
  });

  it("shows the context as the preset projects it", () => {
    const projected = agentCallData(negotiation, "opponent", (_, seat) => ({ seat }));
    expect(projected.context).toEqual({ seat: "responder" });
  });

  it("follows an answered consult of this very turn", () => {
    const open = recordAfter(moves, { consult: {} });
    const asked = decide(open, { type: "consult", partyId: "opponent", id: "c1", question: "?" }, STARTED_AT);
    if (!asked.ok) throw new Error(asked.refusal.message);
    const answered = decide(
      asked.negotiation,
      { type: "answer", partyId: "opponent", answer: "Yes." },
      STARTED_AT,
    );
    if (!answered.ok) throw new Error(answered.refusal.message);
    expect(agentCallData(answered.negotiation, "opponent").consult).toMatchObject({ answer: "Yes." });
  });

  it("is for the party with the floor only", () => {
    expect(() => agentCallData(negotiation, "agent")).toThrow(TypeError);
    expect(() => agentCallData(negotiation, "eve")).toThrow(TypeError);
  });
});
