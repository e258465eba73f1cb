import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { deferred, must, T0, type Terms, watchedRoom } from "./watched-room.js";

const RULES: ServiceRules = { onTurnTimeout: "fallback", turnMs: 10_000, totalMs: 120_000 };
const accept = { action: "accept" } as const;
const counter = { action: "counter", terms: { price: 60 } } as const;
const never: Agent<Terms> = () => new Promise(() => {});

/** Ada proposed 40; smith (with an agent or without) lets his turn pass. */
async function missed(fallback: Agent<Terms>, agent?: Agent<Terms>, rules: ServiceRules = {}) {
  const watched = watchedRoom<Terms>({ fallback, rules: { ...RULES, ...rules } });
  const smith = { id: "smith", kind: "personal", agent } as const;
  const creation = { context: { lot: 7 } };
  const { id } = await watched.room.createNegotiation("ada", smith, { price: 40 }, creation);
  const record = () => must(watched.room.getNegotiation(id));
  return { ...watched, id, record };
}

describe("the fallback agent", () => {
  it("EN-27: takes over at the turn deadline, with a turn deadline of its own", async () => {
    const { clock, record, heard, told } = await missed(never);
    await clock.advance(9_999);
    expect(record().awaiting).toEqual({ kind: "move", since: T0 });
    const before = heard.length;
    await clock.advance(1);
    expect(record()).toMatchObject({
      status: "proposed",
      floor: "smith",
      version: 1,
      awaiting: { kind: "fallback", since: T0 + 10_000 },
      deadlines: { turnAt: T0 + 20_000, totalAt: T0 + 120_000 },
    });
    expect(heard.slice(before)).toEqual(["turn:fallback"]);
    expect(told("turn:fallback")).toMatchObject([
      { partyId: "smith", turnNumber: 2, agentId: null, deadlineAt: T0 + 20_000 },
    ]);
  });

  it("EN-27: makes a turn with `source: fallback`, and the negotiation goes on", async () => {
    const { clock, record } = await missed(() => counter);
    await clock.advance(10_000);
    expect(record().turns[1]).toMatchObject({ partyId: "smith", seat: "responder", source: "fallback" });
    expect(record()).toMatchObject({
      floor: "ada",
      awaiting: { kind: "move" },
      deadlines: { turnAt: T0 + 20_000 },
    });
  });

  it("EN-27, B-31: is told what the party's own agent would have been told", async () => {
    const own = scriptedAgent<Terms>(() => new Promise(() => {}));
    const fallback = scriptedAgent<Terms>(accept);
    const { clock } = await missed(fallback, own);
    await clock.advance(10_000);
    const { signal: _, deadlineAt, ...told } = must(own.calls[0]);
    const { signal: __, deadlineAt: laterAt, ...toldToFallback } = must(fallback.calls[0]);
    expect(toldToFallback).toEqual(told);
    expect(told.context).toEqual({ lot: 7 });
    expect([deadlineAt, laterAt]).toEqual([T0 + 10_000, T0 + 20_000]);
  });

  it("EN-27, EN-30: the own agent's call is aborted, and its answer dropped as late", async () => {
    const answer = deferred<typeof accept>();
    const own = scriptedAgent<Terms>(() => answer.promise);
    const { clock, record, told } = await missed(never, own);
    await clock.advance(10_000);
    expect(own.calls[0]?.signal.aborted).toBe(true);
    answer.resolve(accept);
    await clock.advance(0);
    expect(told("turn:dropped")).toEqual([
      { negotiationId: "neg_1", partyId: "smith", turnNumber: 2, why: "late" },
    ]);
    expect(record().awaiting?.kind).toBe("fallback");
  });

  it("EN-27: while it is at work the party itself comes too late", async () => {
    const { clock, room, id, record } = await missed(never);
    await clock.advance(10_000);
    const before = record();
    expect(await room.submit(id, "smith", accept)).toMatchObject({ ok: false, code: "not_parked" });
    expect(record()).toBe(before);
  });

  it("EN-29: has the attempts of any agent, whatever the own agent has spent", async () => {
    const own = scriptedAgent<Terms>([new Error("boom"), () => new Promise(() => {})]);
    const fallback = scriptedAgent<Terms>([new Error("boom"), accept]);
    const { clock, record } = await missed(fallback, own);
    await clock.advance(10_000);
    expect(fallback.calls.map(({ attempt, lastError }) => [attempt, lastError])).toEqual([
      [1, null],
      [2, { code: "threw", message: "Error: boom", issues: [] }],
    ]);
    expect(record().status).toBe("accepted");
  });

  it("EN-28: its signal aborts with its own deadline", async () => {
    const fallback = scriptedAgent<Terms>(never);
    const { clock } = await missed(fallback);
    await clock.advance(19_999);
    expect(fallback.calls[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(fallback.calls[0]?.signal.aborted).toBe(true);
  });

  it("EN-27, B-46: each turn may be missed: the next one goes to the fallback anew", async () => {
    const fallback = scriptedAgent<Terms>(({ turnNumber }) => ({
      action: "counter",
      terms: { price: turnNumber },
    }));
    const { clock, record } = await missed(fallback);
    await clock.advance(30_000);
    expect(record().turns.map(({ partyId, source, at }) => [partyId, source, at - T0])).toEqual([
      ["ada", "external", 0],
      ["smith", "fallback", 10_000],
      ["ada", "fallback", 20_000],
      ["smith", "fallback", 30_000],
    ]);
  });
});
