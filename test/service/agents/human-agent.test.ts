import { describe, expect, it } from "vitest";
import type { AgentCall } from "../../../src/ports/index.js";
import { humanAgent } from "../../../src/service/agents/index.js";
import type { ServiceRules } from "../../../src/service/commands/index.js";
import { deferred, must, T0, type Terms, watchedRoom } from "../watched-room.js";

/** Ada proposed 40 (privately she would pay 60), and a person sits in smith's seat. */
async function seated(rules: ServiceRules = {}) {
  const changes: (AgentCall<Terms> | null)[] = [];
  const seat = humanAgent<Terms>({ onChange: (pending) => void changes.push(pending) });
  const watched = watchedRoom<Terms>({ rules });
  const { id } = await watched.room.createNegotiation(
    "ada",
    { id: "smith", kind: "personal", agent: seat.agent },
    { price: 40 },
    { context: { query: "spare parts" }, move: { message: "Forty.", assessment: { limit: 60 } } },
  );
  await watched.clock.advance(0);
  const record = () => must(watched.room.getNegotiation(id));
  return { ...watched, id, seat, changes, record };
}

/** The call, but that it ends with this signal. */
function under(signal: AbortSignal, call: AgentCall<Terms>): AgentCall<Terms> {
  return new Proxy(call, {
    get(target, key) {
      const member: unknown = key === "signal" ? signal : Reflect.get(target, key, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

describe("an open question", () => {
  it("EN-50: is null before the seat is asked", async () => {
    const seat = humanAgent();
    expect(seat.pending).toBeNull();
    expect(await seat.answer({ action: "accept" })).toBe(false);
  });

  it("EN-50: shows the view, the legal moves and the deadline", async () => {
    const { seat, record } = await seated();
    const pending = must(seat.pending);
    expect(pending).toMatchObject({
      negotiationId: record().id,
      party: { id: "smith", kind: "personal" },
      seat: "responder",
      other: { id: "ada", kind: "system" },
      standing: { terms: { price: 40 }, partyId: "ada" },
      turnNumber: 2,
      turnsLeft: 4,
      isFinalTurn: false,
      deadlineAt: T0 + 30_000,
      context: { query: "spare parts" },
      attempt: 1,
      lastError: null,
    });
    expect([...pending.legalActions].sort()).toEqual(["accept", "counter", "propose", "reject"]);
    expect(pending.signal.aborted).toBe(false);
  });
});

describe("an answer", () => {
  it("EN-50: is recorded as the party's move, and closes the question at once", async () => {
    const { seat, clock, record } = await seated();
    expect(
      await seat.answer({ action: "counter", terms: { price: 55 }, reason: "Steel went up." }),
    ).toMatchObject({ ok: true });
    expect(seat.pending).toBeNull();
    await clock.advance(0);
    expect(record()).toMatchObject({ status: "countered", floor: "ada", version: 1 });
    expect(record().turns[1]).toMatchObject({
      partyId: "smith",
      action: "counter",
      terms: { price: 55 },
      reason: "Steel went up.",
      source: "agent",
    });
  });

  it("EN-50: a second answer to one question is false, and changes nothing", async () => {
    const { seat, clock, record } = await seated();
    expect(await seat.answer({ action: "reject" })).toMatchObject({ ok: true });
    expect(await seat.answer({ action: "accept" })).toBe(false);
    await clock.advance(0);
    expect(await seat.answer({ action: "accept" })).toBe(false);
    expect(record().outcome).toMatchObject({ status: "rejected", by: "smith" });
  });

  it.each([
    ["1 ms before the deadline counts", 29_999, true, "accepted"],
    ["at the deadline is late", 30_000, false, "expired"],
    ["1 ms after the deadline is late", 30_001, false, "expired"],
  ] as const)("EN-50: one %s", async (_, after, isInTime, status) => {
    const { seat, clock, record } = await seated();
    await clock.advance(after);
    expect((await seat.answer({ action: "accept" })) !== false).toBe(isInTime);
    await clock.advance(0);
    expect(record().status).toBe(status);
    expect(seat.pending).toBeNull();
  });

  it("leaves the question open when it is refused, says why, and counts no attempt [EN-56]", async () => {
    const { seat, clock, record, heard, changes } = await seated();
    const question = must(seat.pending);
    for (const [typo, code] of [
      [{ action: "counter" }, "terms_required"],
      [{ action: "contre" }, "move_invalid"],
      [undefined, "move_invalid"],
      [{ action: "accept", replyTo: "neg_1_p7" }, "stale_proposal"],
    ]) {
      const refused = await seat.answer(typo as never);
      expect(refused).toMatchObject({ ok: false, code, legal: { floor: "smith" } });
      expect(seat.pending).toBe(question);
    }
    await clock.advance(29_999);
    expect(record()).toMatchObject({ version: 0, failures: [] });
    expect(heard).not.toContain("turn:failed");
    expect(await seat.answer({ action: "accept" })).toMatchObject({
      ok: true,
      duplicate: false,
      turn: { number: 2, partyId: "smith", source: "agent" },
      negotiation: { status: "accepted" },
    });
    expect(changes).toEqual([question, null]);
    expect(heard).not.toContain("turn:dropped");
  });

  it("is refused as often as it takes, until the deadline ends it [EN-56]", async () => {
    const { seat, clock, record, told } = await seated({ agentTimeoutMs: 1_000, agentAttempts: 1 });
    for (let typos = 0; typos < 20; typos++) {
      await seat.answer({ action: "counter" } as never);
      await clock.advance(1_400);
    }
    expect(seat.pending).not.toBeNull();
    await clock.advance(2_000);
    expect(seat.pending).toBeNull();
    expect(record()).toMatchObject({ outcome: { status: "expired", reason: "turn_timeout" }, failures: [] });
    expect(told("turn:dropped")).toMatchObject([{ partyId: "smith", why: "late" }]);
  });

  it("needs the call itself: a copy knows no room to hand the answer to [EN-56]", async () => {
    const { seat } = await seated();
    const copied = humanAgent<Terms>().agent({ ...must(seat.pending) });
    await expect(copied).rejects.toThrow("Hand on the call itself.");
  });

  it("waits for a slow judgement, and takes no second answer meanwhile [EN-56]", async () => {
    const judged = [deferred<boolean>(), deferred<boolean>()];
    let asked = 0;
    const seat = humanAgent<Terms>();
    const admit = (): Promise<boolean> => must(judged[asked++]).promise;
    const { room, clock } = watchedRoom<Terms>({ admit });
    const smith = { id: "smith", kind: "personal", agent: seat.agent } as const;
    const { id } = await room.createNegotiation("ada", smith);
    asked = 0;
    const opening = room.submit(id, "ada", { action: "propose", terms: { price: 40 } });
    judged[0]?.resolve(true);
    await opening;
    await clock.advance(0);
    const answer = seat.answer({ action: "accept" });
    expect(await seat.answer({ action: "reject" })).toBe(false);
    expect(seat.pending).not.toBeNull();
    judged[1]?.resolve(false);
    expect(await answer).toMatchObject({ ok: false, code: "not_admitted" });
    expect(seat.pending).not.toBeNull();
    judged.push(deferred<boolean>());
    await clock.advance(25_000);
    const late = seat.answer({ action: "accept" });
    await clock.advance(5_000);
    expect(seat.pending).toBeNull();
    judged[2]?.resolve(true);
    expect(await late).toMatchObject({ ok: false, code: "negotiation_over" });
    expect(room.getNegotiation(id)?.outcome).toMatchObject({ reason: "turn_timeout" });
  });

  it("EN-50: takes all turns of its party, from the opening on", async () => {
    const seat = humanAgent<Terms>();
    const { room, clock } = watchedRoom<Terms>();
    const outcome = room.negotiate({
      initiator: { id: "ada", kind: "personal", agent: seat.agent },
      responder: { id: "smith", kind: "system", agent: () => ({ action: "counter", terms: { price: 50 } }) },
    });
    await clock.advance(0);
    expect(must(seat.pending)).toMatchObject({ standing: null, turnNumber: 1, legalActions: ["propose"] });
    expect(await seat.answer({ action: "propose", terms: { price: 40 } })).toMatchObject({ ok: true });
    await clock.advance(0);
    expect(must(seat.pending)).toMatchObject({ turnNumber: 3, standing: { terms: { price: 50 } } });
    expect(await seat.answer({ action: "accept" })).toMatchObject({ ok: true });
    expect(await outcome).toMatchObject({ status: "accepted", by: "ada", turnCount: 3 });
  });
});

describe("an abort", () => {
  it.each([
    ["the host cancels", (room, id) => room.cancel(id)],
    ["the room is closed", (room) => room.close()],
    ["the room is destroyed", (room) => room.destroy()],
    ["the other side withdraws", (room, id) => room.submit(id, "ada", { action: "withdraw" })],
  ] as const satisfies readonly [
    string,
    (room: Awaited<ReturnType<typeof seated>>["room"], id: string) => unknown,
  ][])("EN-50: clears the question when %s", async (_, end) => {
    const actions = ["propose", "counter", "accept", "reject", "withdraw"] as const;
    const { seat, room, id, clock, changes } = await seated({ actions, withdrawOffTurn: true });
    const pending = must(seat.pending);
    const { signal } = pending;
    end(room, id);
    await clock.advance(0);
    expect(signal.aborted).toBe(true);
    expect(seat.pending).toBeNull();
    expect(await seat.answer({ action: "accept" })).toBe(false);
    expect(changes).toEqual([pending, null]);
  });

  it("EN-50: one that came before the seat is asked leaves no question open", async () => {
    const { seat } = await seated();
    const call = must(seat.pending);
    const changes: unknown[] = [];
    const other = humanAgent<Terms>({ onChange: (pending) => void changes.push(pending) });
    const asked = other.agent(under(AbortSignal.abort(), call));
    await expect(asked).rejects.toThrow("withdrawn");
    expect(other.pending).toBeNull();
    expect(changes).toEqual([]);
  });

  it("EN-50: of an answered question clears nothing of the next one", async () => {
    const { seat } = await seated();
    const call = must(seat.pending);
    const other = humanAgent<Terms>();
    const first = new AbortController();
    void other.agent(under(first.signal, call));
    await other.answer({ action: "accept" });
    const next = under(new AbortController().signal, call);
    void other.agent(next);
    first.abort();
    expect(other.pending).toBe(next);
  });
});

describe("onChange", () => {
  it("EN-50: hears each question open and close, in order", async () => {
    const { seat, clock, changes, room, id } = await seated();
    const first = seat.pending;
    seat.answer({ action: "counter", terms: { price: 60 } });
    await clock.advance(0);
    await room.submit(id, "ada", { action: "counter", terms: { price: 50 } });
    await clock.advance(0);
    const second = seat.pending;
    expect(second).not.toBe(first);
    seat.answer({ action: "accept" });
    expect(changes).toEqual([first, null, second, null]);
  });

  it("EN-50: sees `pending` as it has just become, and may answer at once", async () => {
    const seen: boolean[] = [];
    const seat = humanAgent<Terms>({
      onChange: (pending) => {
        seen.push(seat.pending === pending);
        if (pending !== null) seat.answer({ action: "accept" });
      },
    });
    const { room, clock } = watchedRoom<Terms>();
    const smith = { id: "smith", kind: "personal", agent: seat.agent } as const;
    const { id } = await room.createNegotiation("ada", smith, { price: 40 });
    await clock.advance(0);
    expect(room.getNegotiation(id)?.status).toBe("accepted");
    expect(seen).toEqual([true, true]);
  });

  it("EN-50: a throw as a question opens fails the call, and leaves none open", async () => {
    const lost: unknown[] = [];
    const seat = humanAgent<Terms>({
      onChange: () => {
        // By then it is closed already: an answer to it would get lost.
        void Promise.resolve().then(async () => lost.push(await seat.answer({ action: "accept" })));
        throw new Error("No window.");
      },
    });
    const { room, clock, told } = watchedRoom<Terms>();
    const smith = { id: "smith", kind: "personal", agent: seat.agent } as const;
    await room.createNegotiation("ada", smith, { price: 40 });
    await clock.advance(0);
    expect(told("turn:failed").map(({ failure }) => failure.error)).toEqual([
      "Error: No window.",
      "Error: No window.",
    ]);
    expect(lost).toEqual([false, false]);
    expect(seat.pending).toBeNull();
  });

  it("EN-50: a throw as a question is answered goes to whoever answers, and the answer counts", async () => {
    const seat = humanAgent<Terms>({
      onChange: (pending) => {
        if (pending === null) throw new Error("No window.");
      },
    });
    const { room, clock } = watchedRoom<Terms>();
    const smith = { id: "smith", kind: "personal", agent: seat.agent } as const;
    const { id } = await room.createNegotiation("ada", smith, { price: 40 });
    await clock.advance(0);
    await expect(seat.answer({ action: "accept" })).rejects.toThrow("No window.");
    await clock.advance(0);
    expect(room.getNegotiation(id)?.status).toBe("accepted");
  });

  it("EN-50: a throw as a question is withdrawn ends no process, and is the cause that the call tells", async () => {
    const { seat: one } = await seated();
    const call = must(one.pending);
    const thrown = new Error("No window.");
    const seat = humanAgent<Terms>({
      onChange: (pending) => {
        if (pending === null) throw thrown;
      },
    });
    const controller = new AbortController();
    const asked = seat.agent(under(controller.signal, call));
    controller.abort();
    await expect(asked).rejects.toMatchObject({ cause: thrown });
    expect(seat.pending).toBeNull();
  });

  it("EN-50: an unknown option is a TypeError that names the nearest known one", () => {
    expect(() => humanAgent({ onchange: () => undefined } as never)).toThrow(/Did you mean onChange\?/);
    expect(() => humanAgent({ onChange: undefined })).not.toThrow();
  });
});
