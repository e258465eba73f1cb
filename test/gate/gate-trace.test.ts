import { describe, expect, it } from "vitest";
import type { GateTrace } from "../../src/gate/index.js";
import { openRoom, T0 } from "../kit/open-room.js";
import { candidate, gateWorld, ROLES } from "./gate-world.js";

const of = (traces: readonly GateTrace[], type: GateTrace["type"]) =>
  traces.filter((event) => event.type === type);

describe("negotiateCandidates: trace", () => {
  it("tells of a negotiation of three turns with all fields, and no others [TR-1] [TR-2] [AS-30]", async () => {
    const { gate, clock, traces } = gateWorld();
    const one = candidate("a", ["propose", "40 ms counter", "25 ms accept"]);
    const passed = gate([one], { trigger: "orchestrator" });
    await clock.advance(65);
    await passed;
    const session = {
      opportunityId: "opp-a",
      negotiationConversationId: "gate:a_conversation",
      sourceUserId: "source",
      candidateUserId: "a",
      trigger: "orchestrator",
      startedAt: T0,
    };
    const turn = (turnIndex: number, actor: string, action: string, durationMs: number) => ({
      type: "negotiation_turn",
      opportunityId: "opp-a",
      turnIndex,
      actor,
      action,
      reasoning: `Turn ${turnIndex + 1} about a.`,
      suggestedRoles: ROLES[actor === "source" ? "initiator" : "responder"],
      durationMs,
    });
    const agreedRoles = [
      { userId: "source", role: "agent" },
      { userId: "a", role: "patient" },
    ];
    expect(traces.filter(({ type }) => !type.startsWith("agent_"))).toEqual([
      { type: "negotiation_session_start", ...session },
      turn(0, "source", "propose", 0),
      { ...turn(1, "candidate", "counter", 40), message: "What of 2?" },
      turn(2, "source", "accept", 25),
      {
        type: "negotiation_outcome",
        opportunityId: "opp-a",
        outcome: "accepted",
        turnCount: 3,
        reasoning: "Turn 3 about a.",
        agreedRoles,
      },
      { type: "negotiation_session_end", ...session, durationMs: 65 },
      {
        type: "opportunity_draft_ready",
        opportunityId: "opp-a",
        candidateUserId: "a",
        agreedRoles,
        reasoning: "Turn 3 about a.",
      },
    ]);
  });

  it("tells of each call of an advocate by its action or its failure, never by a score [TR-1] [TR-2] [TR-4]", async () => {
    const { gate, clock, traces } = gateWorld();
    const failing = candidate("a", ["30 ms propose", "throws"]);
    const waiting = candidate("b", ["propose", "accept"], { kind: "personal" });
    const passed = gate([failing, waiting], { waitForParked: false });
    await clock.advance(30);
    await passed;
    const name = "index-negotiator";
    expect(of(traces, "agent_start")).toEqual(
      Array.from({ length: 5 }, () => ({ type: "agent_start", name })),
    );
    const ended = of(traces, "agent_end").map((event) => ({ ...event }));
    expect(ended).toEqual([
      { type: "agent_end", name, durationMs: 0, summary: "propose" },
      { type: "agent_end", name, durationMs: 0, summary: "waiting_for_agent" },
      { type: "agent_end", name, durationMs: 30, summary: "propose" },
      { type: "agent_end", name, durationMs: 0, summary: "threw" },
      { type: "agent_end", name, durationMs: 0, summary: "threw" },
    ]);
    expect(JSON.stringify(traces).toLowerCase()).not.toContain("score");
    const slow = gateWorld();
    const late = slow.gate([candidate("a", ["propose", "hangs"])], { rules: { agentTimeoutMs: 1_000 } });
    await slow.clock.advance(10_000);
    await late;
    expect(of(slow.traces, "agent_end").slice(1)).toMatchObject([
      { durationMs: 1_000, summary: "timeout" },
      { summary: "timeout" },
    ]);
  });

  it.each([
    ["accepted", ["propose", "accept"], {}, { outcome: "accepted" }],
    ["turn_cap", ["propose", "counter"], { cap: { limit: 3 }, finalTurn: "record" }, { outcome: "turn_cap" }],
    ["timed_out", ["propose", "hangs"], { turnMs: 1_000, onTurnTimeout: "stall" }, { outcome: "timed_out" }],
    ["rejected_stalled", ["propose", "reject"], {}, { outcome: "rejected_stalled", reason: "reject" }],
    ["rejected_stalled", ["propose", "throws"], {}, { outcome: "rejected_stalled", reason: "agent_error" }],
  ] as const)("tells one outcome: %s after %j [TR-1] [TR-3] [AS-31]", async (_, deeds, rules, outcome) => {
    const { gate, clock, traces } = gateWorld();
    const passed = gate([candidate("a", deeds)], { rules: rules as never });
    await clock.advance(400_000);
    await passed;
    const [told] = of(traces, "negotiation_outcome");
    expect(told).toMatchObject(outcome);
    expect(Object.hasOwn(told ?? {}, "agreedRoles")).toBe(outcome.outcome === "accepted");
  });

  it("tells of each park once, and of the end after it [TR-1] [TR-3] [AS-31]", async () => {
    const { gate, clock, traces } = gateWorld();
    const passed = gate([candidate("a", ["propose", "counter", "accept"], { kind: "personal" })]);
    await clock.advance(300_000);
    await passed;
    expect(of(traces, "negotiation_outcome")).toMatchObject([
      { outcome: "waiting_for_agent", turnCount: 1 },
      { outcome: "accepted", turnCount: 3 },
    ]);
  });

  it("begins and ends a session for each of three candidates, by matching ids [AS-32]", async () => {
    const { gate, clock, traces } = gateWorld();
    const given = ["a", "b", "c"].map((id) => candidate(id, ["propose", "throws"]));
    const passed = gate(given);
    await clock.advance(0);
    const { results } = await passed;
    const ids = results.map(({ negotiationId }) => `${negotiationId}_conversation`);
    const idsOf = (type: GateTrace["type"]) =>
      of(traces, type).map(
        (event) => (event as { negotiationConversationId?: string }).negotiationConversationId,
      );
    expect(idsOf("negotiation_session_start")).toEqual(ids);
    expect(idsOf("negotiation_session_end").toSorted()).toEqual(ids);
  });

  it.each([
    ["accepted", ["propose", "accept"], {}],
    ["failed", ["propose", "accept"], { rules: { turnMs: -1 } }],
    ["timed_out", ["propose", "hangs"], { budgetMs: 50 }],
    ["waiting", ["propose", "accept"], { waitForParked: false }],
  ] as const)("ends the session of a candidate that is %s, once [TR-1]", async (status, deeds, options) => {
    const { gate, clock, traces } = gateWorld();
    const kind = status === "waiting" ? "personal" : "system";
    const passed = gate([candidate("a", deeds, { kind })], options);
    await clock.advance(50);
    expect((await passed).results).toMatchObject([{ status }]);
    const ended = of(traces, "negotiation_session_end");
    expect(ended).toMatchObject([
      { negotiationConversationId: "gate:a_conversation", opportunityId: "opp-a" },
    ]);
    expect(of(traces, "negotiation_session_start")).toHaveLength(1);
  });

  it("tells none of the four events without an opportunityId [TR-1] [AS-32]", async () => {
    const { gate, tracedTypes, traces } = gateWorld();
    await gate([candidate("a", ["propose", "accept"], { opportunityId: undefined }), { userId: "b" }]);
    expect(tracedTypes()).toEqual([]);
    expect(of(traces, "agent_end")).toHaveLength(4);
  });

  it("is no worse off without an emitter, or with one that throws [TR-1]", async () => {
    const given = [candidate("a", ["propose", "accept"])];
    const silent = gateWorld();
    expect((await silent.gate(given, { onTrace: undefined })).accepted).toHaveLength(1);
    for (const onTrace of [() => Promise.reject(new Error("No sink.")), () => JSON.parse("{")]) {
      expect((await gateWorld().gate(given, { onTrace })).accepted).toHaveLength(1);
    }
  });

  it("tells of its own negotiations only, and stops listening at the end [TR-1]", async () => {
    const { gate, room, traces, clock } = gateWorld();
    const passed = gate([candidate("a", ["propose", "100 ms accept"])]);
    await room.createNegotiation("x", "y", undefined, { context: { opportunityId: "opp-x" } });
    await clock.advance(100);
    await passed;
    expect(JSON.stringify(traces)).not.toContain("opp-x");
    const quiet = openRoom({ rules: { preset: "index" }, fallback: () => ({ action: "reject" }) }).room;
    const before = quiet.eventNames().map((name) => quiet.listenerCount(name));
    await gate([candidate("b", ["propose", "accept"])], { service: quiet });
    expect(quiet.eventNames().map((name) => quiet.listenerCount(name))).toEqual(before);
  });
});
