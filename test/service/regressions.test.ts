import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import { roomExpiryText } from "../../src/presets/room/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { codeOf, listenTo, openRoom, T0 } from "../kit/open-room.js";

// Known defects of other systems (docs/requirements/engine.md, section 12); here those of the handshake
// behind the room document.

const P = { totalAmount: 100 };
const COUNTER = { action: "counter", terms: { totalAmount: 80 } } as const;
const ACCEPT = { action: "accept" } as const;
const ALL = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;

const party = (id: string, script: unknown): { id: string; kind: "system"; agent: Agent<any> } => ({
  id,
  kind: "system",
  agent: scriptedAgent(script as never) as Agent<any>,
});

describe("defects of the handshake", () => {
  it("B-01: the initiator cannot accept its own opening, also not after a question", async () => {
    const { room } = openRoom({ rules: { actions: [...ALL] } });
    const { id } = await room.createNegotiation("a", "b", P);
    expect(await room.submit(id, "a", ACCEPT)).toMatchObject({ code: "not_your_turn" });
    await room.submit(id, "b", { action: "question", message: "Why so dear?" });
    expect(await room.submit(id, "a", ACCEPT)).toMatchObject({ code: "own_proposal" });
    expect(room.getNegotiation(id)?.outcome).toBeNull();
  });

  it("B-02: strangers, double moves, negotiating with oneself, expired proposals and unknown types", async () => {
    const { room, clock } = openRoom();
    const { id } = await room.createNegotiation("a", "b", P);
    expect(await room.submit(id, "eve", ACCEPT)).toMatchObject({ code: "not_a_party" });
    await room.submit(id, "b", COUNTER);
    expect(await room.submit(id, "b", COUNTER)).toMatchObject({ code: "not_your_turn" });
    expect(await codeOf(room.createNegotiation("a", "a", P))).toBe("party_invalid");
    expect(await room.submit(id, "a", { action: "haggle" } as never)).toMatchObject({ code: "move_invalid" });
    await clock.advance(0);
    const validUntilAt = T0 + 5_000;
    await room.submit(id, "a", { ...COUNTER, validUntilAt });
    clock.set(validUntilAt);
    expect(await room.submit(id, "b", ACCEPT)).toMatchObject({
      code: "negotiation_over",
      details: { status: "expired", reason: "proposal_expired" },
    });
  });

  it("B-03: a negotiation can be created inside the listener of an agreement", async () => {
    const { room, headlines } = openRoom();
    let next: Promise<unknown> | undefined;
    room.once("negotiation:agreed", () => {
      next = room.createNegotiation("a", "b", P);
    });
    const { id } = await room.createNegotiation("a", "b", P);
    await room.submit(id, "b", ACCEPT);
    await expect(next).resolves.toMatchObject({ status: "proposed" });
    expect(headlines()).toEqual([
      "negotiation:started",
      "negotiation:agreed",
      "negotiation:settled",
      "negotiation:started",
    ]);
  });

  it("B-04: a throwing listener blocks nothing: room free, others heard, listener:error told", async () => {
    const { room, count } = openRoom();
    const heard: string[] = [];
    room.on("negotiation:rejected", () => {
      throw new Error("broken");
    });
    room.on("negotiation:rejected", () => void heard.push("second"));
    room.on("negotiation:settled", () => void heard.push("settled"));
    const { id } = await room.createNegotiation("a", "b", P);
    expect(await room.submit(id, "b", { action: "reject" })).toMatchObject({ ok: true });
    expect(heard).toEqual(["second", "settled"]);
    expect(count("listener:error")).toBe(1);
    await expect(room.createNegotiation("a", "b", P)).resolves.toMatchObject({ status: "proposed" });
  });

  it("B-04: a room in which each end begins the next negotiation, 5,000 times in one tick, goes on", async () => {
    const { room } = openRoom({ keepSettled: 10 });
    let ends = 0;
    const results: Promise<unknown>[] = [];
    room.on("negotiation:started", ({ id }) => {
      results.push(room.submit(id, "b", { action: "reject" }));
    });
    room.on("negotiation:settled", () => {
      ends += 1;
      if (ends < 5_000) results.push(room.createNegotiation("a", "b", P));
    });
    await room.createNegotiation("a", "b", P);
    await Promise.all(results);
    expect(ends).toBe(5_000);
  });

  it("B-05: destroy forgets the active negotiation; later calls fail and leave no timer", async () => {
    const { room, clock } = openRoom();
    const { id } = await room.createNegotiation("a", "b", P);
    room.destroy();
    expect(room.getActiveNegotiation()).toBeUndefined();
    expect(clock.pendingCount).toBe(0);
    for (const call of [room.createNegotiation("a", "b", P), room.submit(id, "b", ACCEPT), room.cancel(id)]) {
      expect(await codeOf(call)).toBe("service_closed");
    }
    await room.handleAgentMessage({ type: "agent_accept", negotiationId: id, fromAgent: "b" });
    expect(clock.pendingCount).toBe(0);
  });

  it("B-06: what is handed out is immutable at every depth", async () => {
    const { room } = openRoom();
    const { id } = await room.createNegotiation("a", "b", {
      totalAmount: 100,
      items: [{ deep: [1] }],
    } as any);
    const record = room.getNegotiation(id) as any;
    expect(isDeepFrozen(record)).toBe(true);
    expect(() => record.turns[0].terms.items[0].deep.push(2)).toThrow(TypeError);
    expect(() => {
      record.standing.terms.totalAmount = 0;
    }).toThrow(TypeError);
  });

  it.each([
    [4, { ok: true, turn: { number: 5 } }, null],
    [5, { ok: true, turn: null }, { status: "expired", reason: "turn_cap", turnCount: 5 }],
  ] as const)("B-07: a counter when %i turns are recorded does as the table of caps says", async (...row) => {
    const [recorded, answer, outcome] = row;
    const { room } = openRoom();
    const { id } = await room.createNegotiation("a", "b", P);
    for (let turn = 1; turn < recorded; turn += 1) {
      await room.submit(id, turn % 2 === 1 ? "b" : "a", COUNTER);
    }
    const { floor } = room.getNegotiation(id)!;
    expect(await room.submit(id, floor!, COUNTER)).toMatchObject(answer);
    const record = room.getNegotiation(id);
    if (outcome === null) expect(record?.outcome).toBeNull();
    else expect(record?.outcome).toMatchObject(outcome);
  });

  it("B-08: the three ways to expire are told apart", async () => {
    const reasons: unknown[] = [];
    for (const [rules, moves] of [
      [{ turnMs: 1_000 }, 0],
      [{ totalMs: 1_000 }, 0],
      [{}, 5],
    ] as const) {
      const { room, clock } = openRoom({ rules });
      const { id } = await room.createNegotiation("a", "b", P);
      for (let turn = 0; turn < moves; turn += 1) await room.submit(id, turn % 2 === 0 ? "b" : "a", COUNTER);
      await clock.advance(1_000);
      reasons.push(room.getNegotiation(id)?.outcome?.reason);
    }
    expect(reasons).toEqual(["turn_timeout", "total_timeout", "turn_cap"]);
  });

  it("B-09: a 30-day timer fires after 30 days, not at once", async () => {
    const days = 30 * 86_400_000;
    const { room, clock, count } = openRoom({ rules: { turnMs: days, totalMs: 2 * days } });
    await room.createNegotiation("a", "b", P);
    await clock.advance(1_000);
    expect(count("negotiation:expired")).toBe(0);
    await clock.advance(days - 1_001);
    expect(count("negotiation:expired")).toBe(0);
    await clock.advance(1);
    expect(count("negotiation:expired")).toBe(1);
  });

  it("B-10: a move that is handed in twice takes effect once, at each door", async () => {
    const { room, count } = openRoom();
    const { id } = await room.createNegotiation("a", "b", P);
    const message = {
      type: "agent_counter",
      id: "m-1",
      negotiationId: id,
      fromAgent: "b",
      proposal: COUNTER.terms,
    };
    await Promise.all([room.handleAgentMessage(message), room.handleAgentMessage({ ...message })]);
    expect(await room.submit(id, "b", COUNTER, { commandId: "m-1" })).toMatchObject({ duplicate: true });
    expect(room.getNegotiation(id)?.turns).toHaveLength(2);
    expect([count("negotiation:updated"), count("message:dropped")]).toEqual([1, 0]);
  });

  it("B-11, B-12: only the holder of the floor is asked, and an agent never supplies an id", async () => {
    const a = party("a", [
      { action: "propose", terms: P },
      { action: "accept", negotiationId: "neg_wrong" },
    ]);
    const b = party("b", [{ ...COUNTER, negotiationId: "neg_wrong" }]);
    const { room, payloads } = openRoom();
    const outcome = await room.negotiate({ initiator: a, responder: b });
    expect(outcome).toMatchObject({ status: "accepted", by: "a", turnCount: 3 });
    expect(payloads("turn:awaited").map(({ partyId }) => partyId)).toEqual(["a", "b", "a"]);
    expect((a.agent as any).calls.map(({ turnNumber }: any) => turnNumber)).toEqual([1, 3]);
    expect((b.agent as any).calls.map(({ turnNumber }: any) => turnNumber)).toEqual([2]);
  });

  it("B-13: final negotiations are readable in every listener, and later", async () => {
    const { room } = openRoom();
    const seen: unknown[] = [];
    for (const name of ["turn:recorded", "negotiation:agreed", "negotiation:settled"] as const) {
      room.on(name, (told: any) => {
        const { id } = told.negotiation ?? told;
        seen.push(room.getNegotiation(id)?.status);
      });
    }
    const { id } = await room.createNegotiation("a", "b", P);
    await room.submit(id, "b", ACCEPT);
    expect(seen).toEqual(["proposed", "accepted", "accepted", "accepted"]);
    expect(room.getNegotiation(id)?.status).toBe("accepted");
    expect(await room.loadNegotiation(id)).toBe(room.getNegotiation(id));
  });

  it("B-14: the windows can be set, and texts show the real ones", async () => {
    const { room, clock } = openRoom({ rules: { turnMs: 90_000, totalMs: 300_000 } });
    const { id } = await room.createNegotiation("a", "b", P);
    await clock.advance(90_000);
    expect(roomExpiryText(room.getNegotiation(id)!)).toContain("90 seconds");
  });

  it("B-15: messages that come while an agent is busy wait in order, and agents are not called again for them", async () => {
    const answers: ((move: unknown) => void)[] = [];
    const busy = {
      id: "b",
      kind: "system" as const,
      agent: (() => new Promise((done) => answers.push(done))) as never,
    };
    const { room, clock, payloads } = openRoom();
    await room.createNegotiation("a", busy, P, { id: "n" });
    await clock.advance(0);
    for (let index = 0; index < 5; index += 1) {
      await room.handleAgentMessage({
        type: "agent_counter",
        negotiationId: "n",
        fromAgent: "a",
        proposal: { totalAmount: index },
      });
    }
    expect(payloads("message:dropped").map(({ code }) => code)).toEqual(Array(5).fill("not_your_turn"));
    expect(answers).toHaveLength(1);
    answers[0]?.(COUNTER);
    await clock.advance(0);
    expect(room.getNegotiation("n")).toMatchObject({ floor: "a", version: 1 });
    expect(answers).toHaveLength(1);
  });

  it("B-16: every call tells the agent its seat and what it may do", async () => {
    const a = party("a", [{ action: "propose", terms: P }, { action: "reject" }]);
    const b = party("b", [COUNTER]);
    const { room } = openRoom();
    await room.negotiate({ initiator: a, responder: b });
    const told = [...(a.agent as any).calls, ...(b.agent as any).calls].map(
      ({ seat, party: { id }, other, legalActions }: any) => [seat, id, other.id, legalActions],
    );
    expect(told).toEqual([
      ["initiator", "a", "b", ["propose"]],
      ["initiator", "a", "b", ["propose", "counter", "accept", "reject"]],
      ["responder", "b", "a", ["propose", "counter", "accept", "reject"]],
    ]);
  });

  it("B-23: however it ends, the outcome has the same members", async () => {
    const keys = new Set<string>();
    const ends: ((room: NegotiationService<any>, clock: ManualClock) => Promise<unknown>)[] = [
      (room) => room.submit("n", "b", ACCEPT),
      (room) => room.submit("n", "b", { action: "reject" }),
      (room) => room.submit("n", "b", { action: "withdraw" }),
      (room) => room.cancel("n"),
      (_, clock) => clock.advance(30_000),
    ];
    for (const end of ends) {
      const clock = new ManualClock(T0);
      const room = new NegotiationService<any>("room-1", { clock, rules: { actions: [...ALL] } });
      await room.createNegotiation("a", "b", P, { id: "n" });
      await end(room, clock);
      keys.add(
        Object.keys(room.getNegotiation("n")?.outcome ?? {})
          .sort()
          .join(" "),
      );
      expect(listenTo(room)).toEqual([]);
    }
    expect([...keys]).toEqual(["at by details heldBy proposal reason rounds seat status turnCount"]);
  });

  it("B-24: there is a timer after a counter, after an agent's failure, and whatever else happens", async () => {
    const silent = {
      id: "b",
      kind: "system" as const,
      agent: (() => Promise.reject(new Error("down"))) as never,
    };
    for (const responder of ["b", silent]) {
      const { room, clock } = openRoom({ rules: { onFailure: "expire" } });
      const { id } = await room.createNegotiation("a", responder, P);
      if (responder === "b") await room.submit(id, "b", COUNTER);
      const record = room.getNegotiation(id)!;
      expect(record.deadlines.turnAt).toBe(T0 + 30_000);
      expect(clock.pendingCount).toBe(1);
      await clock.advance(30_000);
      expect(room.getNegotiation(id)?.outcome).not.toBeNull();
      expect(clock.pendingCount).toBe(0);
    }
  });
});
