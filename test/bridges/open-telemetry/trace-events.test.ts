import { describe, expect, it } from "vitest";
import { type NegotiationTrace, observeTrace } from "../../../src/bridges/open-telemetry/index.js";
import type { Agent } from "../../../src/ports/index.js";
import { NegotiationRooms } from "../../../src/service/room/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { openRoom, T0 } from "../../kit/open-room.js";

const CONTEXT = { opportunityId: "opp-a", trigger: "orchestrator" };
const roles = { ownUser: "agent", otherUser: "patient" };

function by(id: string, agent: unknown) {
  return { id, kind: "system", agent: agent as Agent<any> } as const;
}

/** A room of Index Network whose trace events are written down. */
function traced(rules: object = {}, emit?: (event: NegotiationTrace) => unknown) {
  const silent: Agent<any> = () => new Promise(() => {});
  const { room, clock } = openRoom({ fallback: silent, rules: { preset: "index", ...rules } as never });
  const events: NegotiationTrace[] = [];
  const stop = observeTrace(room, emit ?? ((event) => void events.push(event)));
  return { room, clock, events, stop };
}

describe("observeTrace", () => {
  it("emits the events of a whole negotiation with all fields, and no others [OT-7]", async () => {
    const { room, clock, events } = traced();
    const assessment = { reasoning: "A fit.", suggestedRoles: roles };
    const candidate: Agent<any> = async () => {
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 40));
      return { action: "counter", message: "What of 2?", assessment };
    };
    const source = scriptedAgent<any>([
      { action: "propose", assessment },
      { action: "accept", assessment },
    ]);
    const outcome = room.negotiate({
      initiator: by("source", source),
      responder: by("a", candidate),
      id: "n",
      context: CONTEXT,
    });
    await clock.advance(40);
    await outcome;
    const session = {
      opportunityId: "opp-a",
      negotiationConversationId: "n_conversation",
      sourceUserId: "source",
      candidateUserId: "a",
      trigger: "orchestrator",
      startedAt: T0,
    };
    const turn = {
      type: "negotiation_turn",
      opportunityId: "opp-a",
      reasoning: "A fit.",
      suggestedRoles: roles,
    };
    const name = "index-negotiator";
    expect(events).toEqual([
      { type: "negotiation_session_start", ...session },
      { type: "agent_start", name },
      { type: "agent_end", name, durationMs: 0, summary: "propose" },
      { ...turn, turnIndex: 0, actor: "source", action: "propose", durationMs: 0 },
      { type: "agent_start", name },
      { type: "agent_end", name, durationMs: 40, summary: "counter" },
      { ...turn, turnIndex: 1, actor: "candidate", action: "counter", message: "What of 2?", durationMs: 40 },
      { type: "agent_start", name },
      { type: "agent_end", name, durationMs: 0, summary: "accept" },
      { ...turn, turnIndex: 2, actor: "source", action: "accept", durationMs: 0 },
      {
        type: "negotiation_outcome",
        opportunityId: "opp-a",
        outcome: "accepted",
        turnCount: 3,
        reasoning: "A fit.",
        agreedRoles: expect.any(Array),
      },
      { type: "negotiation_session_end", ...session, durationMs: 40 },
    ]);
  });

  it("tells of a parked turn as waiting, of a failed call by its kind, and of a deadline as timed out [OT-7]", async () => {
    const parked = traced();
    await parked.room.createNegotiation({ id: "source", kind: "personal" }, "a", undefined, {
      id: "n",
      context: CONTEXT,
    });
    await expect.poll(() => parked.room.getNegotiation("n")?.awaiting?.kind).toBe("parked");
    expect(parked.events.slice(1)).toMatchObject([
      { type: "agent_start" },
      { type: "agent_end", summary: "waiting_for_agent" },
      { type: "negotiation_outcome", outcome: "waiting_for_agent", turnCount: 0 },
    ]);
    await parked.room.close();
    const failing = traced({ agentAttempts: 1 });
    const agent = scriptedAgent<any>([new Error("No key.")]);
    await failing.room.createNegotiation(by("source", agent), "a", undefined, { id: "n", context: CONTEXT });
    await expect
      .poll(() => failing.events.map((event) => ("summary" in event ? event.summary : "")))
      .toContain("threw");
    await failing.room.close();
    const late = traced({ onTurnTimeout: "expire", agentTimeoutMs: null });
    const silent: Agent<any> = () => new Promise(() => {});
    await late.room.createNegotiation(by("source", silent), "a", undefined, { id: "n", context: CONTEXT });
    await late.clock.advance(86_400_000);
    expect(late.events.slice(-3)).toMatchObject([
      { type: "agent_end" },
      { type: "negotiation_outcome", outcome: "timed_out" },
      { type: "negotiation_session_end" },
    ]);
    await late.room.close();
  });

  it("emits of negotiations without an opportunity what agents do alone, and of all rooms alike [OT-7]", async () => {
    const rooms = new NegotiationRooms();
    const types: string[] = [];
    const stop = observeTrace(rooms, ({ type }) => types.push(type));
    const play = () =>
      rooms.room("r").negotiate({
        initiator: "ada",
        responder: by("smith", () => ({ action: "accept" })),
        proposal: { price: 40 },
      });
    await play();
    expect(types).toEqual(["agent_start", "agent_end"]);
    stop();
    await play();
    expect(types).toHaveLength(2);
    await rooms.close();
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("sink");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("sink");
      },
    ],
  ])("goes on where emit %s [OT-7]", async (_, emit) => {
    const { room } = traced({}, emit);
    const outcome = await room.negotiate({
      initiator: by("source", scriptedAgent<any>([{ action: "propose" }])),
      responder: by("a", scriptedAgent<any>([{ action: "accept" }])),
      context: CONTEXT,
    });
    expect(outcome.status).toBe("accepted");
    expect(() => observeTrace(room, "console" as never)).toThrow(TypeError);
    expect(() => observeTrace({} as never, () => {})).toThrow(TypeError);
    await room.close();
  });
});
