import { describe, expect, it } from "vitest";
import { definePreset } from "../../../src/presets/registry/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { codeOf, type Offer, openRoom, T0 } from "../../kit/open-room.js";

const P: Offer = { totalAmount: 100 };
const COUNTER = { action: "counter", terms: { totalAmount: 80 } } as const;
const DAY = 86_400_000;

describe("NegotiationService: ends and deadlines", () => {
  it("EN-15: cancel ends a live negotiation for the host, with its details", async () => {
    const { room, names } = openRoom<Offer>();
    const { id } = await room.createNegotiation("a", "b", P);
    const details = { because: ["the game is over"] };
    const answer = await room.cancel(id, { details });
    details.because.push("changed");
    expect(answer).toMatchObject({ ok: true, turn: null, duplicate: false });
    expect(room.getNegotiation(id)?.outcome).toMatchObject({
      status: "withdrawn",
      reason: "cancelled",
      by: null,
      details: { because: ["the game is over"] },
    });
    expect(names().slice(-2)).toEqual(["negotiation:withdrawn", "negotiation:settled"]);
    expect(await room.cancel(id)).toMatchObject({ ok: false, code: "negotiation_over", legal: null });
    expect(await room.cancel("nope")).toMatchObject({ ok: false, code: "unknown_negotiation" });
  });

  it.each([
    ["60 days", 60 * DAY],
    ["ten years", 315_360_000_000],
    ["one millisecond beyond 2^31", 2_147_483_649],
  ])("EN-26, B-09: a deadline %s ahead fires once, on time", async (_, turnMs) => {
    const { room, clock, count } = openRoom({ rules: { turnMs, totalMs: null } });
    await room.createNegotiation("a", "b", P);
    await clock.advance(turnMs - 1);
    expect(count("negotiation:expired")).toBe(0);
    await clock.advance(1);
    expect(count("negotiation:expired")).toBe(1);
    expect(room.getLatestNegotiation()?.outcome?.at).toBe(T0 + turnMs);
    await clock.advance(turnMs);
    expect(count("negotiation:settled")).toBe(1);
  });
});

describe("NegotiationService: immutability and identity", () => {
  it("EN-36: the same command again is a duplicate, whatever version it expects, also after the end", async () => {
    const { room, told } = openRoom<Offer>();
    const { id } = await room.createNegotiation("a", "b", P);
    const first = await room.submit(id, "b", COUNTER, { commandId: "c-1" });
    const again = () => room.submit(id, "b", { ...COUNTER }, { commandId: "c-1", expectedVersion: 0 });
    const before = told.length;
    expect(await again()).toEqual({ ...first, duplicate: true });
    expect(told).toHaveLength(before);
    await room.submit(id, "a", { action: "accept" }, { commandId: "c-2" });
    expect(await again()).toMatchObject({ duplicate: true, negotiation: { status: "accepted" } });
    const other = room.submit(id, "a", COUNTER, { commandId: "c-2" });
    expect(await other).toMatchObject({ code: "command_conflict" });
  });
});

describe("NegotiationService: negotiate", () => {
  it("EN-41: resolves with the outcome, whatever it is, of parties with and without agents", async () => {
    const { room, clock } = openRoom<Offer>();
    const waiting = room.negotiate({ initiator: "a", responder: "b", proposal: P, id: "n" });
    await clock.advance(0);
    await room.submit("n", "b", { action: "reject" });
    expect(await waiting).toMatchObject({ status: "rejected" });
    const silent = room.negotiate({ initiator: "a", responder: "b", proposal: P });
    await clock.advance(30_000);
    expect(await silent).toMatchObject({ status: "expired", reason: "turn_timeout" });
    const failing = room.negotiate({
      initiator: { id: "a", kind: "system", agent: scriptedAgent<Offer>(new Error("down")) },
      responder: "b",
    });
    expect(await failing).toMatchObject({ status: "stalled", reason: "agent_error" });
  });

  it("EN-41: an aborted signal cancels, before or in the midst", async () => {
    for (const isEarly of [true, false]) {
      const { room, clock } = openRoom<Offer>();
      const controller = new AbortController();
      if (isEarly) controller.abort();
      const { signal } = controller;
      const outcome = room.negotiate({ initiator: "a", responder: "b", proposal: P, signal });
      await clock.advance(10);
      controller.abort();
      expect(await outcome).toMatchObject({ status: "withdrawn", reason: "cancelled", by: null });
      await clock.advance(200_000);
    }
  });

  it("EN-41: two that wait for one id do not disturb each other", async () => {
    const { room } = openRoom<Offer>();
    const first = room.negotiate({ initiator: "a", responder: "b", proposal: P, id: "n" });
    const second = room.negotiate({ initiator: "a", responder: "b", proposal: P, id: "n" });
    expect(await codeOf(second)).toBe("id_taken");
    await room.submit("n", "b", { action: "accept" });
    expect(await first).toMatchObject({ status: "accepted" });
  });

  it("EN-41: the same command again gives the same outcome, before and after the end", async () => {
    const { room } = openRoom<Offer>();
    const options = { initiator: "a", responder: "b", proposal: P, commandId: "c" } as const;
    const first = room.negotiate({ ...options, id: "n" });
    const during = [room.negotiate(options), room.negotiate({ ...options, id: "n" })];
    await room.submit("n", "b", { action: "accept" });
    const outcome = await first;
    expect(await Promise.all(during)).toEqual([outcome, outcome]);
    const after = [room.negotiate(options), room.negotiate({ ...options, id: "n" })];
    expect(await Promise.all(after)).toEqual([outcome, outcome]);
  });

  it("EN-41: rejects with what kept it from beginning", async () => {
    const { room } = openRoom<Offer>();
    await room.createNegotiation("a", "b", P);
    const negotiate = (options: object): Promise<unknown> =>
      codeOf(room.negotiate({ initiator: "c", responder: "d", proposal: P, ...options }));
    expect(await negotiate({})).toBe("busy");
    expect(await negotiate({ responder: "c" })).toBe("party_invalid");
    expect(await negotiate({ rules: { turnMs: 0 } })).toBe("rules_invalid");
    expect(await negotiate({ signal: "no signal" })).toBeInstanceOf(TypeError);
    expect(await negotiate({ agents: [] })).toBeInstanceOf(TypeError);
    expect(await codeOf(room.negotiate(null as never))).toBeInstanceOf(TypeError);
  });
});

describe("NegotiationService: a turn that is longer than the whole", () => {
  const turn = { turnMs: 120_001 } as const;
  it.each<[string, () => unknown]>([
    ["the rules of a service", () => openRoom({ rules: turn })],
    ["the rules of one negotiation", () => openRoom().room.createNegotiation("a", "b", P, { rules: turn })],
    ["the rules of a preset", () => definePreset({ name: "slow", rules: turn })],
  ])("is refused in %s, naming both [EN-38]", async (_, give) => {
    const error = await Promise.resolve()
      .then(give)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "rules_invalid",
      details: {
        issues: [
          {
            path: ["turnMs"],
            message: "Expected turnMs to be at most totalMs (120000), got 120001. Raise totalMs too.",
          },
        ],
      },
    });
  });

  it("is cut by a shorter whole where nobody asked for it, and may be as long as the whole [EN-26]", async () => {
    const { room } = openRoom({ rules: { totalMs: 1_000, oneActive: "none" } });
    const { rules } = await room.createNegotiation("a", "b", P);
    expect(rules).toMatchObject({ turnMs: 30_000, totalMs: 1_000 });
    const equal = await room.createNegotiation("c", "d", P, { rules: { turnMs: 1_000, oneActive: "none" } });
    expect(equal.status).toBe("proposed");
  });
});

describe("NegotiationService: its ports", () => {
  it("shows the clock and the ids that it was given to what is built on it [GT-8a]", () => {
    const { room, clock } = openRoom({ ids: (kind) => `${kind}-of-mine` });
    expect(room.ports.clock).toBe(clock);
    expect(room.ports.ids("command")).toBe("command-of-mine");
  });
});
