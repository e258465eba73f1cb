import { describe, expect, it } from "vitest";
import type { AgentCall } from "../../../src/ports/index.js";
import type { ServiceRules } from "../../../src/service/commands/index.js";
import type { ServiceOptions } from "../../../src/service/options/index.js";
import type { NegotiationService } from "../../../src/service/room/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { deferred, must, T0, type Terms, watchedRoom } from "../watched-room.js";

const propose = { action: "propose", terms: { price: 40 } } as const;
const ada = { id: "ada", kind: "personal" } as const;

/** An agent that never answers, asked by a room with these rules; ada proposed 40, smith has the floor. */
async function hanging(rules: ServiceRules, options: ServiceOptions<Terms> = {}) {
  const agent = scriptedAgent<Terms>(() => new Promise(() => {}));
  const watched = watchedRoom<Terms>({ ...options, rules });
  const smith = { id: "smith", kind: "system", agent } as const;
  const { id } = await watched.room.createNegotiation(ada, smith, { price: 40 });
  await watched.clock.advance(0);
  const { signal } = must(agent.calls[0]);
  return { ...watched, id, agent, signal };
}

describe("what an agent is told", () => {
  it("EN-28: every field of the first call, for the opener", async () => {
    const agent = scriptedAgent<Terms>(propose);
    const { room, clock } = watchedRoom();
    await room.createNegotiation({ ...ada, agent }, "smith", undefined, { context: { lot: 7 } });
    await clock.advance(0);
    const call = must(agent.calls[0]);
    const { signal, ...told } = call;
    expect(Object.isFrozen(call) && Object.values(told).every(isDeepFrozen)).toBe(true);
    expect({ ...call }.signal).toBe(signal);
    expect(told).toEqual({
      negotiationId: "neg_1",
      party: ada,
      seat: "initiator",
      other: { id: "smith", kind: "system" },
      turns: [],
      standing: null,
      turnNumber: 1,
      turnsLeft: 5,
      isFinalTurn: false,
      legalActions: ["propose"],
      assessments: "private",
      assessmentRequired: false,
      deadlineAt: T0 + 30_000,
      context: { lot: 7 },
      deadlocked: false,
      attempt: 1,
      lastError: null,
      repeated: null,
      consult: null,
    });
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal.aborted).toBe(false);
  });

  it("EN-28, B-11, B-16: seat, other side, history and legal actions of the responder on its last turn", async () => {
    const agent = scriptedAgent<Terms>([
      { action: "counter", terms: { price: 60 }, assessment: { limit: 55 }, message: "More." },
      { action: "accept" },
    ]);
    const { room, clock } = watchedRoom({ rules: { cap: { limit: 3 } } });
    const smith = { id: "smith", kind: "system", agent } as const;
    const opening = { assessment: { limit: 70 }, message: "Start low.", reason: "Budget." };
    const { id } = await room.createNegotiation(ada, smith, { price: 40 }, { move: opening });
    await clock.advance(1_000);
    await room.submit(id, "ada", { action: "counter", terms: { price: 50 } });
    await clock.advance(1_000);
    const call = must(agent.calls[1]);
    const turns = must(room.getNegotiation(id)).turns;
    expect(call).toMatchObject({
      party: { id: "smith", kind: "system" },
      seat: "responder",
      other: ada,
      turnNumber: 4,
      turnsLeft: 0,
      isFinalTurn: true,
      legalActions: ["accept", "reject"],
      deadlineAt: T0 + 31_000,
      standing: { id: `${id}_p3`, round: 3, partyId: "ada", terms: { price: 50 }, turn: 3 },
    });
    // Its own turn as it is; the other side's without what is private to it.
    expect(call.turns[1]).toBe(turns[1]);
    const { assessment: _, commandId: __, ...shared } = must(turns[0]);
    expect(call.turns[0]).toEqual(shared);
    expect(call.turns).toHaveLength(3);
  });

  it("EN-28: the context as the preset projects it for the seat", async () => {
    const ofAda = scriptedAgent(() => ({ action: "propose" }) as const);
    const ofSmith = scriptedAgent(() => ({ action: "accept" }) as const);
    const { room } = watchedRoom<unknown>({ rules: { preset: "index" }, fallback: ofAda });
    await room.negotiate({
      initiator: { ...ada, agent: ofAda },
      responder: { id: "smith", kind: "personal", agent: ofSmith },
      context: { source: "A", candidate: "S", discoveryQuery: "gardeners" },
    });
    expect(ofAda.calls[0]?.context).toMatchObject({
      ownUser: "A",
      otherUser: "S",
      discoveryQuery: "gardeners",
    });
    expect(ofSmith.calls[0]?.context).toMatchObject({ ownUser: "S", otherUser: "A", isDiscoverer: false });
    expect(ofSmith.calls[0]?.context).not.toHaveProperty("discoveryQuery");
  });

  it("EN-28: attempt and lastError of a repeated call, nothing of them on the next turn", async () => {
    const agent = scriptedAgent<Terms>([
      new Error("overloaded"),
      { action: "counter", terms: { price: 60 } },
      { action: "accept" },
    ]);
    const { room, clock } = watchedRoom();
    const { id } = await room.createNegotiation(ada, { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    await room.submit(id, "ada", { action: "counter", terms: { price: 50 } });
    await clock.advance(0);
    const told = agent.calls.map(({ attempt, lastError, turnNumber }) => [turnNumber, attempt, lastError]);
    expect(told).toEqual([
      [2, 1, null],
      [2, 2, { code: "threw", message: "Error: overloaded", issues: [] }],
      [4, 1, null],
    ]);
  });

  it("B-12: an agent names no negotiation: ids in its answer steer nothing", async () => {
    const answer = {
      action: "counter",
      terms: { price: 60 },
      negotiationId: "neg_99",
      partyId: "ada",
      id: "x",
    };
    const agent = scriptedAgent<Terms>(answer as never);
    const { room, clock } = watchedRoom();
    const { id } = await room.createNegotiation(ada, { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    expect(room.getNegotiation(id)?.turns[1]).toMatchObject({
      partyId: "smith",
      extra: { negotiationId: "neg_99", partyId: "ada", id: "x" },
    });
  });
});

describe("the signal of a call", () => {
  it.each<[string, ServiceRules, number]>([
    ["the turn deadline", { turnMs: 30_000 }, 30_000],
    ["the total deadline", { totalMs: 20_000 }, 20_000],
    ["the proposal's validity", { turnMs: 30_000, validityMs: 10_000 }, 10_000],
    ["the agent timeout", { turnMs: 30_000, agentTimeoutMs: 5_000 }, 5_000],
    ["the deadline before a later agent timeout", { turnMs: 3_000, agentTimeoutMs: 5_000 }, 3_000],
  ])("EN-28: aborts at %s and not 1 ms before", async (_, rules, ms) => {
    const { clock, signal, agent } = await hanging(rules);
    // The agent's own timeout is no deadline of the negotiation.
    if (rules.agentTimeoutMs === undefined) expect(agent.calls[0]?.deadlineAt).toBe(T0 + ms);
    await clock.advance(ms - 1);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.aborted).toBe(true);
  });

  it.each(["close", "destroy"] as const)("EN-28: aborts on %s(), and nobody is told", async (end) => {
    const { room, signal, heard, clock } = await hanging({});
    const before = [...heard];
    await room[end]();
    expect(signal.aborted).toBe(true);
    await clock.advance(200_000);
    expect(heard).toEqual(before);
    expect(clock.pendingCount).toBe(0);
  });

  it.each<[string, (room: NegotiationService<Terms>, id: string) => Promise<unknown>]>([
    ["the host cancels", (room, id) => room.cancel(id)],
    ["somebody else takes the turn", (room, id) => room.submit(id, "smith", { action: "accept" })],
    ["the other side walks away", (room, id) => room.submit(id, "ada", { action: "withdraw" })],
  ])("EN-28, B-37: aborts when %s, and no timer is left", async (_, end) => {
    const actions = ["propose", "counter", "accept", "reject", "withdraw"] as const;
    const rules = { actions, withdrawOffTurn: true, agentTimeoutMs: 5_000 };
    const { room, id, signal, clock } = await hanging(rules);
    expect(clock.pendingCount).toBe(1);
    await end(room, id);
    expect([signal.aborted, clock.pendingCount]).toEqual([true, 0]);
  });

  it("EN-28: is aborted already when it is first read after the end", async () => {
    let call: AgentCall<Terms> | undefined;
    const late = deferred<never>();
    const agent = (told: AgentCall<Terms>): Promise<never> => {
      call = told;
      return late.promise;
    };
    const { room, clock } = watchedRoom<Terms>();
    const { id } = await room.createNegotiation(ada, { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    await room.cancel(id);
    expect(must(call).signal.aborted).toBe(true);
    expect(must(call).signal).toBe(must(call).signal);
  });

  it("EN-28: each call has its own; that of an answered one stays quiet", async () => {
    const agent = scriptedAgent<Terms>([propose, { action: "accept" }]);
    const { room } = watchedRoom<Terms>();
    const counter = scriptedAgent<Terms>({ action: "counter", terms: { price: 60 } });
    await room.negotiate({
      initiator: { ...ada, agent },
      responder: { id: "smith", kind: "system", agent: counter },
    });
    const [first, second] = agent.calls.map(({ signal }) => signal);
    expect(first).not.toBe(second);
    expect(first?.aborted).toBe(false);
    expect(second?.aborted).toBe(false);
  });
});
