import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import type { AgentCall } from "../../src/ports/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { hookedStore } from "./hooked-store.js";
import { deferred, must, proposedTo, T0, type Terms, watchedRoom } from "./watched-room.js";

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const RULES: ServiceRules = { actions: ALL, consult: { windowMs: 50_000 }, totalMs: 120_000, turnMs: 30_000 };
const ask = { consult: "How far may I go? SECRET-Q" } as const;
const accept = { action: "accept" } as const;

/** Ada proposed 40 and smith's agent answers so. */
const consulting = (answers: unknown = [ask, accept], rules: ServiceRules = {}) =>
  proposedTo(answers, { rules: { ...RULES, ...rules } });

describe("a consult", () => {
  it("EN-33, AS-52: is one commit: question, floor kept, turn deadline off, its own deadline on", async () => {
    const { record, heard, told, agent } = await consulting();
    expect(record()).toMatchObject({
      version: 1,
      status: "proposed",
      floor: "smith",
      awaiting: { kind: "consult", since: T0 },
      deadlines: { turnAt: null, consultAt: T0 + 50_000, totalAt: T0 + 120_000 },
      turns: { length: 1 },
    });
    expect(record().consults).toEqual([
      {
        id: expect.stringMatching(/^consult-/),
        partyId: "smith",
        turnNumber: 2,
        question: ask.consult,
        answer: null,
        askedAt: T0,
        answeredAt: null,
        expired: false,
      },
    ]);
    expect(heard.slice(-1)).toEqual(["turn:consulted"]);
    expect(told("turn:consulted")).toEqual([{ negotiation: record(), consult: record().consults[0] }]);
    expect(agent.calls).toHaveLength(1);
  });

  it("EN-33, AS-52: the answer resumes the same side, with the answer and a new turn deadline", async () => {
    const { room, id, clock, agent, record, heard, told } = await consulting();
    await clock.advance(40_000);
    const before = heard.length;
    const result = await room.answerConsult(id, "smith", "Up to 55.");
    expect(result).toMatchObject({ ok: true, turn: null, duplicate: false });
    expect(result.ok && result.negotiation).toMatchObject({
      floor: "smith",
      awaiting: { kind: "move", since: T0 + 40_000 },
      deadlines: { turnAt: T0 + 70_000, consultAt: null },
    });
    expect(heard.slice(before, before + 2)).toEqual(["turn:answered", "turn:awaited"]);
    expect(told("turn:answered")).toMatchObject([{ consult: { answer: "Up to 55.", expired: false } }]);
    await clock.advance(0);
    expect(agent.calls[1]).toMatchObject({
      turnNumber: 2,
      attempt: 1,
      consult: { question: ask.consult, answer: "Up to 55.", answeredAt: T0 + 40_000, expired: false },
    });
    expect(record().status).toBe("accepted");
  });

  it("EN-33: an answer is refused from the other side, a stranger, a second time, and at the expiry", async () => {
    const { room, id, clock } = await consulting([ask, () => new Promise(() => {})]);
    expect(await room.answerConsult(id, "ada", "No.")).toMatchObject({ code: "not_your_turn" });
    expect(await room.answerConsult(id, "eve", "No.")).toMatchObject({ code: "not_a_party" });
    expect(await room.answerConsult("neg_9", "smith", "No.")).toMatchObject({ code: "unknown_negotiation" });
    clock.set(T0 + 50_000);
    expect(await room.answerConsult(id, "smith", "Yes.")).toMatchObject({ code: "consult_unavailable" });
    expect(room.getNegotiation(id)?.consults).toMatchObject([{ answer: null, expired: true }]);
    expect(await room.answerConsult(id, "smith", "Yes.")).toMatchObject({ code: "consult_unavailable" });
  });

  it("EN-33, AS-52: without a rule for it it is invalid, and from a fallback agent as well", async () => {
    const none = await consulting([ask, accept], { consult: null });
    expect(none.record().failures).toMatchObject([{ kind: "invalid" }]);
    const fallback = scriptedAgent<Terms>([ask, accept]);
    const { room, clock } = watchedRoom<Terms>({ fallback, rules: { ...RULES, onTurnTimeout: "fallback" } });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await clock.advance(30_000);
    expect(room.getNegotiation(id)).toMatchObject({ status: "accepted", failures: [{ kind: "invalid" }] });
  });

  it("EN-33, AS-52: the other side's view, turns and agent show nothing of it", async () => {
    const ofAda = scriptedAgent<Terms>(accept);
    const ofSmith = scriptedAgent<Terms>([ask, { action: "counter", terms: { price: 60 } }]);
    const { room, clock } = watchedRoom<Terms>({ rules: RULES });
    const { id } = await room.createNegotiation(
      { id: "ada", kind: "system", agent: ofAda },
      { id: "smith", kind: "system", agent: ofSmith },
      { price: 40 },
    );
    await clock.advance(0);
    const seen = [JSON.stringify(await room.viewFor(id, "ada"))];
    await room.answerConsult(id, "smith", "Up to 55. SECRET-A");
    await clock.advance(0);
    expect(room.getNegotiation(id)?.status).toBe("accepted");
    seen.push(JSON.stringify(await room.viewFor(id, "ada")));
    seen.push(JSON.stringify(await room.turns(id, { viewer: "ada" })), JSON.stringify(ofAda.calls));
    for (const text of seen) expect(text).not.toContain("SECRET");
    expect(ofAda.calls).toMatchObject([{ consult: null }]);
    expect(JSON.stringify(await room.viewFor(id, "smith"))).toContain("SECRET-A");
  });

  it("EN-30, EN-33: a question about an older version is dropped, though its party has the floor again", async () => {
    const answer = deferred<object>();
    const held = deferred<void>();
    const store = hookedStore((method, work) => (method === "commit" ? held.promise.then(work) : work()));
    const script = ({ turnNumber }: AgentCall) => (turnNumber === 2 ? answer.promise : new Promise(() => {}));
    const { room, clock, told, id, agent } = await proposedTo(script, { rules: RULES, store });
    const counter = (price: number) => ({ action: "counter", terms: { price } }) as const;
    const moves = [room.submit(id, "smith", counter(60)), room.submit(id, "ada", counter(45))];
    answer.resolve(ask);
    await clock.advance(0);
    held.resolve();
    expect(await Promise.all(moves)).toMatchObject([{ ok: true }, { ok: true }]);
    await clock.advance(0);
    expect(room.getNegotiation(id)).toMatchObject({ version: 2, floor: "smith", consults: [] });
    expect(told("turn:dropped")).toMatchObject([{ turnNumber: 2, why: "stale" }]);
    expect(agent.calls.map(({ turnNumber }) => turnNumber)).toEqual([2, 4]);
  });

  it("EN-28, EN-33: a call that ended with a question is over: its signal stays quiet", async () => {
    const { agent, room, id } = await consulting();
    const { signal } = must(agent.calls[0]);
    await room.answerConsult(id, "smith", "Yes.");
    expect(signal.aborted).toBe(false);
  });
});
