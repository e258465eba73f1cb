import { describe, expect, it } from "vitest";
import type { ServiceOptions } from "../../../src/service/options/index.js";
import { codeOf, openRoom, T0 } from "../../kit/open-room.js";
import { faulty, type Hook, later, openStored, plainly } from "../hooked-store.js";

const P = { totalAmount: 100 };

describe("createNegotiation: what comes of it", () => {
  it("EN-13: an opening proposal is turn 1 of the same commit", async () => {
    const opened = openStored(plainly);
    const created = await opened.room.createNegotiation("a", "b", P);
    expect(created).toMatchObject({ status: "proposed", version: 0, floor: "b", turns: [{ number: 1 }] });
    expect(opened.calls).toEqual(["create"]);
    expect(opened.memory.entries(created.id)).toHaveLength(1);
  });

  it("EN-13: the opening's other fields, id, context, rules and group are kept", async () => {
    const { room } = openRoom();
    const move = { message: "Hello.", reason: "fair", proposalId: "offer-1", validUntilAt: T0 + 5_000 };
    const created = await room.createNegotiation("a", "b", P, {
      id: "n",
      commandId: "c",
      context: { query: "seed" },
      rules: { turnMs: 90_000 },
      heldBy: "grp_1",
      move,
    });
    expect(created).toMatchObject({
      id: "n",
      createCommandId: "c",
      context: { query: "seed" },
      rules: { turnMs: 90_000, totalMs: 120_000 },
      heldBy: "grp_1",
      standing: { id: "offer-1", validUntilAt: T0 + 5_000 },
      turns: [{ message: "Hello.", reason: "fair", proposalId: "offer-1", commandId: "c" }],
    });
  });

  it("EN-35, B-43: context is copied and pinned", async () => {
    const { room } = openRoom();
    const context = { seed: { score: 7 } };
    const created = await room.createNegotiation("a", "b", P, { context });
    context.seed.score = 8;
    expect(created.context).toEqual({ seed: { score: 7 } });
    expect(Object.isFrozen((created.context as typeof context).seed)).toBe(true);
  });
});

describe("createNegotiation: what it refuses", () => {
  const schema = (isValid: boolean, isLate: boolean): ServiceOptions["terms"] => {
    const result = isValid ? { value: P } : { issues: [{ message: "no", path: ["totalAmount"] }] };
    const validate = () => (isLate ? Promise.resolve(result) : result);
    return { "~standard": { version: 1, vendor: "test", validate } };
  };
  const mask = [{ layer: "universal", rule: "quiet", permits: () => false }] as const;

  it.each<
    [code: string, what: string, options: ServiceOptions, creation: object | undefined, terms?: unknown]
  >([
    ["terms_invalid", "terms that are no JSON", {}, {}, { at: new Date() }],
    ["terms_invalid", "terms that the schema refuses", { terms: schema(false, false) }, {}],
    ["terms_invalid", "terms that it refuses later", { terms: schema(false, true) }, {}],
    ["not_admitted", "what admission refuses", { admit: () => ({ details: "no" }) }, {}],
    ["not_admitted", "what it refuses later", { admit: async () => ({ details: "no" }) }, {}],
    ["not_admitted", "what makes it throw", { admit: () => Promise.reject(new Error("no")) }, {}],
    ["policy_masked", "what a policy masks", { policies: mask }, {}],
    ["validity_passed", "a proposal out of date", {}, { move: { validUntilAt: T0 } }],
    ["terms_required", "an opening without terms", {}, { move: { message: "Hello." } }, undefined],
    ["message_required", "no message where one is due", { rules: { messageRequiredFor: ["propose"] } }, {}],
    ["move_invalid", "a message that is no string", {}, { move: { message: 7 } }],
    ["move_invalid", "a proposal id that is too long", {}, { move: { proposalId: "x".repeat(257) } }],
    ["rules_invalid", "wrong rules", {}, { rules: { turnMs: 0 } }],
    ["rules_invalid", "rules that are no object", {}, { rules: 7 }],
  ])("EN-13: %s: %s, and creates nothing", async (...row) => {
    const [code, , options, creation, terms] = row;
    const { room, told, clock } = openRoom(options);
    const proposal = row.length === 5 ? terms : P;
    expect(await codeOf(room.createNegotiation("a", "b", proposal, creation as never))).toBe(code);
    expect([told.length, room.getLatestNegotiation(), clock.pendingCount]).toEqual([0, undefined, 0]);
  });

  it("id_taken: an id is given once, also after the end", async () => {
    const { room } = openRoom();
    await room.createNegotiation("a", "b", P, { id: "n" });
    await room.submit("n", "b", { action: "reject" });
    const again = room.createNegotiation("a", "b", P, { id: "n" });
    await expect(again).rejects.toMatchObject({ code: "id_taken", details: { id: "n" } });
  });

  it("RM-8, B-38: busy by room, by pair in either order, or never", async () => {
    const of = async (oneActive: "room" | "pair" | "none", ...pair: [string, string]): Promise<unknown> => {
      const { room } = openRoom({ rules: { oneActive } });
      await room.createNegotiation("a", "b", P, { id: "first" });
      const error = await room.createNegotiation(...pair, P).catch((caught: unknown) => caught);
      return (error as { code?: string; details?: object }).code === undefined
        ? "created"
        : (error as { details: object }).details;
    };
    expect(await of("room", "c", "d")).toEqual({ scope: "room", activeNegotiationId: "first" });
    expect(await of("pair", "b", "a")).toEqual({ scope: "pair", activeNegotiationId: "first" });
    expect(await of("pair", "a", "c")).toBe("created");
    expect(await of("none", "a", "b")).toBe("created");
  });

  it("EN-21: what is overdue does not keep a room busy, though no timer has fired", async () => {
    const { room, clock, headlines } = openRoom();
    await room.createNegotiation("a", "b", P, { id: "first" });
    clock.set(T0 + 30_000);
    const second = await room.createNegotiation("a", "b", P, { id: "second" });
    expect(second.status).toBe("proposed");
    expect(room.getNegotiation("first")?.outcome?.reason).toBe("turn_timeout");
    expect(headlines()).toEqual([
      "negotiation:started",
      "negotiation:expired",
      "negotiation:settled",
      "negotiation:started",
    ]);
  });
});

describe("DESIGN 5.11: a room that is destroyed while it checks", () => {
  it.each(["a creation", "a move"])(
    "DESIGN 5.11: stores nothing of %s afterwards, at whatever point that was",
    async (what) => {
      for (let point = 0; point < 30; point += 1) {
        let isChecking = what === "a creation";
        const admit = () => (isChecking ? Promise.resolve<true>(true) : true);
        const { room, memory } = openStored(plainly, { admit });
        const create = () => room.createNegotiation("a", "b", P, { id: "n" });
        if (!isChecking) await create();
        isChecking = true;
        const answer = codeOf(what === "a creation" ? create() : room.submit("n", "b", { action: "accept" }));
        for (let turn = 0; turn < point; turn += 1) await undefined;
        const before = memory.load("n");
        room.destroy();
        const isStored = what === "a creation" ? before !== null : before?.isFinal === true;
        expect(await answer).toBe(isStored ? "resolved" : "service_closed");
        expect(memory.load("n"), `point ${point}`).toEqual(before);
      }
    },
  );
});

describe("createNegotiation: the same command again", () => {
  it.each<[string, Hook]>([
    ["at once", plainly],
    ["later", later],
  ])(
    "EN-36: gives the first negotiation again, and tells nothing (a store that answers %s)",
    async (_, hook) => {
      const { room, told } = openStored(hook);
      const first = await room.createNegotiation("a", "b", P, { commandId: "c" });
      const before = told.length;
      expect(await room.createNegotiation("a", "b", { ...P }, { commandId: "c" })).toBe(first);
      await room.submit(first.id, "b", { action: "reject" });
      const again = await room.createNegotiation("a", "b", P, { commandId: "c", id: "another" });
      expect(again).toMatchObject({ id: first.id, status: "rejected" });
      expect(told.slice(before).map(({ name }) => name)).not.toContain("negotiation:started");
    },
  );

  it.each<[string, Parameters<ReturnType<typeof openRoom>["room"]["createNegotiation"]>]>([
    ["other terms", ["a", "b", { totalAmount: 1 }, { commandId: "c" }]],
    ["no terms", ["a", "b", undefined, { commandId: "c" }]],
    ["another initiator", ["x", "b", P, { commandId: "c" }]],
    ["the parties turned round", ["b", "a", P, { commandId: "c" }]],
    ["another message", ["a", "b", P, { commandId: "c", move: { message: "Hello." } }]],
  ])("EN-36: command_conflict with %s", async (_, again) => {
    const { room } = openRoom({ rules: { oneActive: "none" } });
    await room.createNegotiation("a", "b", P, { commandId: "c" });
    await expect(room.createNegotiation(...again)).rejects.toMatchObject({
      code: "command_conflict",
      details: { commandId: "c" },
    });
  });

  it("EN-36: one that was created open is still the same after its opening", async () => {
    const { room } = openRoom();
    const first = await room.createNegotiation("a", "b", undefined, { commandId: "c" });
    await room.submit(first.id, "a", { action: "propose", terms: P });
    expect((await room.createNegotiation("a", "b", undefined, { commandId: "c" })).id).toBe(first.id);
    expect(await codeOf(room.createNegotiation("a", "b", P, { commandId: "c" }))).toBe("command_conflict");
  });
});

describe("createNegotiation: throws of the store", () => {
  it.each(["throws before", "rejects after"] as const)(
    "ST-32: a creation that %s is handed in again after 50 and 200 ms, and told once",
    async (fault) => {
      const opened = openStored(faulty("create", fault, fault));
      const creation = opened.room.createNegotiation("a", "b", P, { id: "n" });
      await opened.clock.advance(49);
      expect(opened.calls).toEqual(["create"]);
      await opened.clock.advance(201);
      const created = await creation;
      expect(opened.calls.filter((call) => call === "create")).toHaveLength(3);
      expect(opened.names()).toEqual(["negotiation:started", "turn:recorded", "turn:awaited"]);
      expect(opened.payloads("negotiation:started")).toEqual([created]);
      expect(created.createdAt).toBe(T0);
      expect(opened.memory.load("n")).toMatchObject({ createdAt: T0, version: 0 });
      expect(opened.room.getActiveNegotiation()).toBe(created);
      await opened.clock.advance(T0 + 30_000 - opened.clock.now());
      expect(opened.count("negotiation:expired")).toBe(1);
    },
  );

  it("EN-36, EN-41: a repetition brings its agents to the live one that is known, and asks nobody twice", async () => {
    const opened = openStored(plainly);
    const other = openStored(plainly, {}, opened.clock, opened.memory);
    await other.room.createNegotiation("a", "b", P, { id: "n", commandId: "c" });
    other.room.destroy();
    await opened.room.loadNegotiation("n");
    let asked = 0;
    const agent = async () => {
      asked += 1;
      await new Promise<void>((resolve) => void opened.clock.setTimeout(resolve, 500));
      return { action: "accept" } as const;
    };
    const given = { id: "n", commandId: "c", initiator: "a", proposal: P } as const;
    const run = () => opened.room.negotiate({ ...given, responder: { id: "b", kind: "system", agent } });
    const outcomes = Promise.all([run(), run()]);
    await opened.clock.advance(100);
    // One that brings none takes none away.
    const third = opened.room.negotiate({ ...given, responder: "b" });
    await opened.clock.advance(400);
    expect((await outcomes).map(({ status }) => status)).toEqual(["accepted", "accepted"]);
    expect((await third).status).toBe("accepted");
    expect(asked).toBe(1);
    // After the end it finds the end.
    expect((await run()).status).toBe("accepted");
    expect(asked).toBe(1);
  });

  it("ST-33: destroy ends the wait for another try", async () => {
    const opened = openStored(faulty("create", "throws before"));
    const failed = codeOf(opened.room.createNegotiation("a", "b", P));
    opened.room.destroy();
    expect(await failed).toBe("service_closed");
    expect(opened.clock.pendingCount).toBe(0);
  });
});
