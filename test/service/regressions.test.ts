import { describe, expect, it } from "vitest";
import { openRoom, T0 } from "../kit/open-room.js";

// Known defects of other systems (docs/requirements/engine.md, section 12) that no suite of this folder asks about
// by itself.

const P = { totalAmount: 100 };
const COUNTER = { action: "counter", terms: { totalAmount: 80 } } as const;
const ACCEPT = { action: "accept" } as const;
const ALL = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;
const UNLIMITED = { counts: "turns", limit: "unlimited", mode: "exceed", result: "stalled" } as const;

describe("defects of other systems", () => {
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

  it("B-07, B-08: the fifth counter exceeds the cap, and the three ways to expire are told apart", async () => {
    const reasons: unknown[] = [];
    for (const [rules, moves] of [
      [{ turnMs: 1_000 }, 4],
      [{ totalMs: 1_000 }, 4],
      [{}, 5],
    ] as const) {
      const { room, clock } = openRoom({ rules });
      const { id } = await room.createNegotiation("a", "b", P);
      for (let turn = 0; turn < moves; turn += 1) {
        const answer = await room.submit(id, turn % 2 === 0 ? "b" : "a", COUNTER);
        expect(answer).toMatchObject({ ok: true, turn: turn < 4 ? { number: turn + 2 } : null });
      }
      await clock.advance(1_000);
      reasons.push(room.getNegotiation(id)?.outcome);
    }
    expect(reasons).toMatchObject([
      { reason: "turn_timeout" },
      { reason: "total_timeout" },
      { status: "expired", reason: "turn_cap", turnCount: 5 },
    ]);
  });

  it("B-10: a move that is handed in twice takes effect once, at each door", async () => {
    const { room, count } = openRoom();
    const { id } = await room.createNegotiation("a", "b", P);
    const said = { type: "agent_counter", negotiationId: id, fromAgent: "b", proposal: COUNTER.terms };
    const message = { ...said, id: "m-1" };
    await Promise.all([room.handleAgentMessage(message), room.handleAgentMessage({ ...message })]);
    expect(await room.submit(id, "b", COUNTER, { commandId: "m-1" })).toMatchObject({ duplicate: true });
    expect(room.getNegotiation(id)?.turns).toHaveLength(2);
    expect([count("negotiation:updated"), count("message:dropped")]).toEqual([1, 0]);
  });

  it.each(["counter", "question"] as const)(
    "B-21: a %s at the cap ends with the reason turn_cap, from an agent and from outside",
    async (action) => {
      const cap = { counts: "turns", limit: 2, mode: "reach", result: "stalled" } as const;
      const move = { action, ...(action === "counter" ? { terms: P } : {}), message: "Why?" } as never;
      for (const agentFor of [undefined, ({ id }: { id: string }) => (id === "b" ? () => move : undefined)]) {
        const { room, clock } = openRoom({ rules: { actions: [...ALL], cap }, agentFor });
        await room.createNegotiation("a", "b", P, { id: "n" });
        await clock.advance(0);
        if (agentFor === undefined) await room.submit("n", "b", move);
        const outcome = { status: "stalled", reason: "turn_cap", turnCount: 2 };
        expect(room.getNegotiation("n")?.outcome).toMatchObject(outcome);
      }
    },
  );

  it("B-22, B-52: an unlimited run is not ended by a count, but by its total time, which it needs", async () => {
    const { room, clock } = openRoom({ rules: { cap: UNLIMITED } });
    const { id } = await room.createNegotiation("a", "b", P);
    for (let turn = 0; turn < 100; turn += 1) await room.submit(id, turn % 2 === 0 ? "b" : "a", COUNTER);
    expect(room.getNegotiation(id)).toMatchObject({ status: "countered", version: 100 });
    await clock.advance(120_000);
    expect(room.getNegotiation(id)?.outcome).not.toBeNull();
    for (const totalMs of [null, T0]) {
      expect(() => openRoom({ rules: { cap: UNLIMITED, totalMs } })).toThrow(
        expect.objectContaining({ code: "rules_invalid" }),
      );
    }
  });

  it("B-33, B-50: nobody has the floor after the end, and the next negotiation of the room starts afresh", async () => {
    const { room } = openRoom();
    const first = await room.createNegotiation("a", "b", P);
    await room.submit(first.id, "b", COUNTER);
    await room.submit(first.id, "a", ACCEPT);
    expect(room.getNegotiation(first.id)).toMatchObject({ floor: null, awaiting: null });
    expect((await room.viewFor(first.id, "a"))?.floor).toBeNull();
    expect(await room.legalMoves(first.id, "a")).toMatchObject({ actions: [], floor: null });
    const second = await room.createNegotiation("b", "a", P);
    expect(second).toMatchObject({
      floor: "a",
      version: 0,
      failures: [],
      consults: [],
      turns: { length: 1 },
    });
    expect(await room.submit(second.id, "a", { action: "propose", terms: P })).toMatchObject({
      turn: { action: "counter", number: 2 },
    });
  });

  it("B-48, B-51: record and opening are there at once; a stuck one can be cancelled", async () => {
    const { room, names, clock } = openRoom({ agentFor: () => () => new Promise<never>(() => undefined) });
    void room.createNegotiation("a", "b", P, { id: "n" });
    expect(room.getNegotiation("n")).toMatchObject({ version: 0, turns: [{ number: 1 }] });
    expect(names()).toEqual(["negotiation:started", "turn:recorded", "turn:awaited"]);
    await clock.advance(0);
    expect(await room.cancel("n")).toMatchObject({ ok: true });
    expect(clock.pendingCount).toBe(0);
  });
});
