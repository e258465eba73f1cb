import { describe, expect, it } from "vitest";
import { definePreset } from "../../../src/presets/registry/index.js";
import type { NegotiationService } from "../../../src/service/room/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
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

  it("EN-15: cancel in open, while a turn awaits its agent, and with onCancel expire", async () => {
    const { room } = openRoom<Offer>({ rules: { onCancel: "expire" } });
    const { id } = await room.createNegotiation("a", "b");
    await room.cancel(id);
    expect(room.getNegotiation(id)?.outcome).toMatchObject({ status: "expired", reason: "cancelled" });
  });

  it("EN-15: details that are no JSON are a TypeError, and cancel nothing", async () => {
    const { room } = openRoom<Offer>();
    const created = await room.createNegotiation("a", "b", P);
    for (const details of [() => 1, new Date(), { deep: 1n }, Number.NaN]) {
      expect(await codeOf(room.cancel(created.id, { details }))).toBeInstanceOf(TypeError);
    }
    expect(room.getNegotiation(created.id)).toBe(created);
  });

  it.each([
    ["60 days", 60 * DAY],
    ["ten years", 315_360_000_000],
    ["one millisecond beyond 2^31", 2_147_483_649],
  ])("EN-26: a deadline %s ahead fires once, on time", async (_, turnMs) => {
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

  it("EN-21: a move is judged by the instant, not by whether a timer has fired", async () => {
    for (const [late, status] of [
      [-1, "accepted"],
      [0, "expired"],
      [1, "expired"],
    ] as const) {
      const { room, clock } = openRoom<Offer>();
      const { id } = await room.createNegotiation("a", "b", P);
      clock.set(T0 + 30_000 + late);
      const answer = await room.submit(id, "b", { action: "accept" });
      expect(answer.ok).toBe(status === "accepted");
      expect(room.getNegotiation(id)?.status).toBe(status);
    }
  });

  it("EN-4: a clock that is set back neither undoes nor repeats anything", async () => {
    const { room, clock, count } = openRoom<Offer>();
    const { id } = await room.createNegotiation("a", "b", P);
    await clock.advance(10_000);
    await room.submit(id, "b", COUNTER);
    clock.set(T0 - DAY);
    await room.submit(id, "a", COUNTER);
    const record = room.getNegotiation(id);
    expect(record).toMatchObject({
      updatedAt: T0 + 10_000,
      deadlines: { turnAt: T0 + 40_000, totalAt: T0 + 120_000 },
    });
    clock.set(T0 + 40_000);
    await clock.advance(30_000);
    expect(count("negotiation:expired")).toBe(1);
  });
});

describe("NegotiationService: immutability and identity", () => {
  it("EN-35: no mutation of what was handed in, and no writing to what was handed out, changes anything", async () => {
    const { room, told } = openRoom<any>();
    const terms = { totalAmount: 100, items: [{ amount: 1 }] };
    const move = { action: "counter" as const, terms, assessment: { score: [1] }, extra: { tag: ["x"] } };
    const party = { id: "a", kind: "system" as "system" | "personal" };
    const created = await room.createNegotiation(party, "b", terms);
    const answer = await room.submit(created.id, "b", move);
    const text = JSON.stringify([created, answer]);
    terms.items[0]!.amount = 9;
    terms.items.push({ amount: 10 });
    move.assessment.score.push(2);
    move.extra.tag.length = 0;
    party.kind = "personal";
    expect(JSON.stringify([created, answer])).toBe(text);
    const record = room.getNegotiation(created.id);
    for (const value of [created, record, ...told.map(({ payload }) => payload)]) {
      expect(isDeepFrozen(value)).toBe(true);
    }
    expect(() => {
      (record as any).turns[1].terms.items[0].amount = 9;
    }).toThrow(TypeError);
    expect(() => (record as any).turns.push({})).toThrow(TypeError);
    expect(record?.turns[0]).toBe(created.turns[0]);
    expect(record?.rules).toBe(created.rules);
  });

  it("EN-36: the same command again is a duplicate, also after the end, and commits nothing", async () => {
    const { room, told } = openRoom<Offer>();
    const { id } = await room.createNegotiation("a", "b", P);
    const first = await room.submit(id, "b", COUNTER, { commandId: "c-1" });
    const before = told.length;
    const turn = first.ok ? first.turn : null;
    expect(await room.submit(id, "b", { ...COUNTER }, { commandId: "c-1" })).toEqual({
      ok: true,
      duplicate: true,
      turn,
      negotiation: room.getNegotiation(id),
    });
    expect(told).toHaveLength(before);
    await room.submit(id, "a", { action: "accept" }, { commandId: "c-2" });
    const record = room.getNegotiation(id);
    for (const [partyId, move, commandId] of [
      ["b", COUNTER, "c-1"],
      ["a", { action: "accept" }, "c-2"],
    ] as const) {
      // An old version does not matter: the command has taken effect.
      const again = await room.submit(id, partyId, move, { commandId, expectedVersion: 0 });
      expect(again).toMatchObject({ ok: true, duplicate: true });
    }
    expect(await room.submit(id, "a", COUNTER, { commandId: "c-2" })).toMatchObject({
      code: "command_conflict",
    });
    expect(room.getNegotiation(id)).toBe(record);
  });

  it("EN-36: a refusal is not remembered: the same command may be taken later", async () => {
    const { room } = openRoom<Offer>();
    const { id } = await room.createNegotiation("a", "b", P);
    expect(await room.submit(id, "a", COUNTER, { commandId: "c" })).toMatchObject({ code: "not_your_turn" });
    await room.submit(id, "b", COUNTER);
    expect(await room.submit(id, "a", COUNTER, { commandId: "c" })).toMatchObject({
      ok: true,
      duplicate: false,
    });
  });

  it("EN-36: without an id each call is a command of its own", async () => {
    const { room } = openRoom<Offer>();
    const { id } = await room.createNegotiation("a", "b", P);
    expect(await room.submit(id, "b", COUNTER)).toMatchObject({ ok: true });
    expect(await room.submit(id, "b", COUNTER)).toMatchObject({ code: "not_your_turn" });
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

  it("EN-41: an abort after the end does nothing", async () => {
    const { room, told } = openRoom<Offer>();
    const controller = new AbortController();
    await room.negotiate({
      initiator: "a",
      responder: { id: "b", kind: "system", agent: scriptedAgent<Offer>({ action: "accept" }) },
      proposal: P,
      signal: controller.signal,
    });
    const before = told.length;
    controller.abort();
    await undefined;
    expect(told).toHaveLength(before);
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

describe("NegotiationService: what is sync and what is not", () => {
  const service = async (): Promise<NegotiationService<any>> => {
    const { room } = openRoom<any>();
    await room.createNegotiation("a", "b", P, { id: "n" });
    return room;
  };
  const COMMANDS = [
    "negotiate",
    "createNegotiation",
    "submit",
    "handleAgentMessage",
    "cancel",
    "answerConsult",
    "loadNegotiation",
    "legalMoves",
    "viewFor",
    "turns",
    "list",
  ] as const;
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error("hostile");
      },
      ownKeys() {
        throw new Error("hostile");
      },
    },
  );
  const NONSENSE: readonly unknown[][] = [
    [],
    [null, null, null, null],
    [7, 7, 7, 7],
    ["n", hostile, hostile, hostile],
    [hostile, "b", hostile, null],
    ["n", "b", Symbol("x"), 3n],
    ["n", () => 1, [], "options"],
  ];

  it.each(COMMANDS)("EN-43: %s answers a promise and never throws, whatever it is given", async (name) => {
    const room = await service();
    const { version } = room.getNegotiation("n") ?? {};
    for (const given of NONSENSE) {
      let answer: unknown;
      expect(() => {
        answer = (room[name] as (...given: unknown[]) => unknown).call(room, ...given);
      }).not.toThrow();
      expect(answer).toBeInstanceOf(Promise);
      const error = await (answer as Promise<unknown>).then(
        () => null,
        (caught: unknown) => caught,
      );
      const isNamed =
        error === null ||
        error instanceof TypeError ||
        error instanceof RangeError ||
        typeof (error as { code?: unknown }).code === "string";
      expect(isNamed, String(error)).toBe(true);
    }
    expect(room.getNegotiation("n")?.version).toBe(version);
    room.destroy();
  });

  it("shows the clock and the ids that it was given to what is built on it [GT-8a]", () => {
    const { room, clock } = openRoom({ ids: (kind) => `${kind}-of-mine` });
    expect(room.ports.clock).toBe(clock);
    expect(room.ports.ids("command")).toBe("command-of-mine");
  });

  it("EN-43: the three reads, observe and destroy answer at once", async () => {
    const room = await service();
    expect(room.getNegotiation("n")?.id).toBe("n");
    expect(room.getActiveNegotiation()?.id).toBe("n");
    expect(room.getLatestNegotiation()?.id).toBe("n");
    for (const id of [undefined, null, 7, {}, hostile])
      expect(room.getNegotiation(id as never)).toBeUndefined();
    const stop = room.observe({});
    expect(stop()).toBeUndefined();
    expect(room.destroy()).toBeUndefined();
  });
});
