import { describe, expect, it } from "vitest";
import type { Negotiation } from "../../src/core/record/index.js";
import { toAgentMessage } from "../../src/presets/room/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { type Offer, openRoom, T0 } from "../kit/open-room.js";
import { P, World } from "./room-world.js";

describe("RM: messages, ends and timers of the room preset", () => {
  it("RM-11: a message about an unknown negotiation is dropped and never throws", async () => {
    const world = new World();
    await expect(world.send("agent_accept", "b", { negotiationId: "nope" })).resolves.toBeUndefined();
    expect(world.dropped).toEqual(["unknown_negotiation"]);
    expect(world.opened.payloads("message:dropped")[0]).toMatchObject({
      negotiationId: "nope",
      negotiation: null,
    });
  });

  it("RM-12: a message about a final negotiation is dropped, and nothing else changes", async () => {
    const world = new World();
    await world.create();
    await world.reject("b");
    const { record } = world;
    const before = world.opened.told.length;
    for (const from of ["a", "b"]) {
      await world.send("agent_proposal", from, { proposal: P });
      await world.counter(from);
      await world.accept(from);
      await world.reject(from);
    }
    expect(world.dropped).toEqual(Array(8).fill("negotiation_over"));
    expect(world.record).toBe(record);
    expect(world.opened.told.slice(before).every(({ name }) => name === "message:dropped")).toBe(true);
  });

  it("RM-13: a proposal while one stands is a counter, and recorded as one", async () => {
    const world = new World();
    await world.create();
    await world.send("agent_proposal", "b", { proposal: { totalAmount: 60 } });
    expect(world.record).toMatchObject({ status: "countered", floor: "a" });
    expect(world.record.turns[1]).toMatchObject({
      action: "counter",
      partyId: "b",
      terms: { totalAmount: 60 },
    });
  });

  it("RM-14: four counters are legal; the fifth is not recorded and expires", async () => {
    for (const message of ["agent_counter", "agent_proposal"]) {
      const world = new World();
      await world.create();
      await world.counters(4);
      const { turns } = world.record;
      await world.send(message, "b", { proposal: P });
      expect(world.record.turns).toBe(turns);
      expect(world.record.outcome).toMatchObject({ status: "expired", reason: "turn_cap", turnCount: 5 });
      expect(world.dropped).toEqual([]);
    }
  });

  it("RM-15: a counter is recorded with its reason, stands, is told, and moves the turn deadline only", async () => {
    const world = new World();
    const created = await world.create();
    await world.pass(1_000);
    await world.send("agent_counter", "b", { proposal: { totalAmount: 80 }, reason: "too dear" });
    expect(world.record).toMatchObject({
      status: "countered",
      version: 1,
      updatedAt: T0 + 1_000,
      standing: { partyId: "b", terms: { totalAmount: 80 }, round: 2 },
      deadlines: { turnAt: T0 + 31_000, totalAt: T0 + 120_000 },
    });
    expect(world.record.turns[1]).toMatchObject({ action: "counter", reason: "too dear", at: T0 + 1_000 });
    expect(world.opened.payloads("negotiation:updated")).toEqual([world.record]);
    expect(created.deadlines.turnAt).toBe(T0 + 30_000);
  });

  it.each([
    ["RM-16", "agent_accept", "accepted", "negotiation:agreed", null],
    ["RM-17", "agent_reject", "rejected", "negotiation:rejected", "too dear"],
  ] as const)("%s: %s ends it as %s, clears the deadlines, frees the room and tells", async (...row) => {
    const [, type, status, event, reason] = row;
    const world = new World();
    await world.create();
    const free: unknown[] = [];
    world.room.on(event, () => void free.push(world.room.getActiveNegotiation()));
    await world.send(type, "b", reason === null ? {} : { reason });
    expect(world.record).toMatchObject({
      status,
      floor: null,
      awaiting: null,
      deadlines: { totalAt: null, validityAt: null, turnAt: null },
    });
    expect(world.record.turns[1]).toMatchObject({
      partyId: "b",
      reason,
      proposalId: world.record.standing?.id,
    });
    expect(world.opened.payloads(event)).toEqual([world.record]);
    expect(free).toEqual([undefined]);
    expect(world.opened.clock.pendingCount).toBe(0);
  });

  it("RM-23: expiry of a missing or final negotiation is nothing, of a live one it is told once", async () => {
    const world = new World();
    await world.create();
    const live = world.id;
    await world.accept("b");
    await world.create();
    await world.pass(30_000);
    await world.pass(200_000);
    world.told({ expired: 1, settled: 2 });
    expect(world.room.getNegotiation(live)?.status).toBe("accepted");
    expect(world.room.getActiveNegotiation()).toBeUndefined();
    await expect(world.create()).resolves.toMatchObject({ status: "proposed" });
  });

  it("RM-24: the five events of the source tell the negotiation and nothing else", async () => {
    const { room, clock } = openRoom<Offer>();
    const heard: [string, unknown[]][] = [];
    const names = ["started", "updated", "agreed", "rejected", "expired"] as const;
    for (const name of names) {
      room.on(`negotiation:${name}`, (...told: unknown[]) => void heard.push([name, told]));
    }
    const ends: ((negotiation: Negotiation<Offer>) => Promise<unknown>)[] = [
      ({ id }) => room.submit(id, "b", { action: "accept" }),
      ({ id }) => room.submit(id, "b", { action: "reject" }),
      () => clock.advance(30_000),
    ];
    for (const end of ends) {
      const created = await room.createNegotiation("a", "b", P);
      await room.submit(created.id, "b", { action: "counter", terms: P });
      await room.submit(created.id, "a", { action: "counter", terms: P });
      await end(created);
    }
    const one = ["started", "updated", "updated"];
    expect(heard.map(([name]) => name)).toEqual([...one, "agreed", ...one, "rejected", ...one, "expired"]);
    for (const [, told] of heard) {
      expect(told).toHaveLength(1);
      expect(told[0]).toMatchObject({ schema: 1, roomId: "room-1" });
    }
  });

  it("RM-25: the flow of the source, with each side told of the other's turns", async () => {
    const world = new World();
    const told: unknown[] = [];
    world.room.on("turn:recorded", ({ turn, negotiation }) => {
      const other = negotiation.initiator.id === turn.partyId ? "b" : "a";
      told.push([other, toAgentMessage(turn, negotiation)?.type]);
    });
    await world.create();
    await world.counter("b");
    await world.accept("a");
    expect(world.opened.headlines()).toEqual([
      "negotiation:started",
      "negotiation:updated",
      "negotiation:agreed",
      "negotiation:settled",
    ]);
    expect(told).toEqual([
      ["b", "agent_proposal"],
      ["a", "agent_counter"],
      ["b", "agent_accept"],
    ]);
  });

  it("RM-26: double, unknown, terminal, cap, 30 s, 2 min and destroy each have their scenario", async () => {
    // AS-04, AS-19, AS-14, AS-08, AS-09, AS-10 and AS-15 in room.scenarios.test.ts; here in one room.
    const world = new World();
    await world.create();
    await expect(world.create()).rejects.toMatchObject({ code: "busy" });
    await world.send("agent_accept", "b", { negotiationId: "nope" });
    await world.counters(4);
    await world.counter("b");
    await world.accept("b");
    await world.create();
    await world.pass(30_000);
    await world.create();
    for (const by of ["b", "a", "b", "a"]) {
      await world.pass(29_000);
      await world.counter(by);
    }
    await world.pass(4_000);
    const reasons = world.opened.payloads("negotiation:expired").map(({ outcome }) => outcome?.reason);
    expect(reasons).toEqual(["turn_cap", "turn_timeout", "total_timeout"]);
    expect(world.dropped).toEqual(["unknown_negotiation", "negotiation_over"]);
    await world.create();
    world.room.destroy();
    await world.pass(200_000);
    world.told({ expired: 3, started: 4 });
  });

  it("RM-30: a message goes through submit, with its id as command and its version", async () => {
    const world = new World();
    await world.create();
    await world.send("agent_counter", "b", { id: "m-1", proposal: P, expectedVersion: 1 });
    expect(world.dropped).toEqual(["stale_version"]);
    await world.send("agent_counter", "b", { id: "m-1", proposal: P, expectedVersion: 0, reason: "so" });
    expect(world.record.turns[1]).toMatchObject({ commandId: "m-1", source: "external", reason: "so" });
    const again = await world.room.submit(
      world.id,
      "b",
      { action: "counter", terms: P },
      { commandId: "m-1" },
    );
    expect(again).toMatchObject({ ok: true, duplicate: true });
  });

  it("RM-31: what is dropped is told once, warned of once, and changes nothing", async () => {
    const warned: unknown[] = [];
    const world = new World({
      observer: { warn: (what, details) => void warned.push([what, details]) },
    });
    const created = await world.create();
    const before = world.opened.told.length;
    const message = { type: "agent_accept", negotiationId: world.id, fromAgent: "a", extra: { deep: [1] } };
    await world.room.handleAgentMessage(message);
    const [dropped, ...others] = world.opened.told.slice(before).map(({ payload }) => payload);
    expect(others).toEqual([]);
    expect(dropped).toEqual({
      message,
      negotiationId: world.id,
      code: "not_your_turn",
      details: { floor: "b" },
      negotiation: created,
    });
    expect(dropped.negotiation).toBe(created);
    expect(isDeepFrozen(dropped)).toBe(true);
    expect(dropped.message).not.toBe(message);
    expect(warned).toEqual([["message dropped", { negotiationId: world.id, code: "not_your_turn" }]]);
    expect(world.record).toBe(created);
  });

  it("RM-31: what is told of a dropped message is what came, not what its sender made of it later", async () => {
    const world = new World();
    const message = { type: "agent_accept", negotiationId: "nope", fromAgent: "b", reason: "first" };
    const handled = world.room.handleAgentMessage(message);
    message.reason = "changed";
    await handled;
    expect(world.opened.payloads("message:dropped")[0]?.message).toMatchObject({ reason: "first" });
  });

  it("RM-31: a message that is no JSON is told as null, and a closed room tells nothing", async () => {
    const world = new World();
    await world.send("agent_accept", "b", { negotiationId: "nope", reason: (() => "why") as never });
    await world.room.handleAgentMessage({ type: "agent_accept", proposal: Number.NaN });
    expect(world.opened.payloads("message:dropped").map(({ message }) => message)).toEqual([null, null]);
    const { room, count } = world.opened;
    await room.close();
    await expect(room.handleAgentMessage({ type: "agent_accept" })).resolves.toBeUndefined();
    expect(count("message:dropped")).toBe(2);
  });

  it("RM-33: a repeated message is neither recorded nor dropped, also after the end", async () => {
    const world = new World();
    await world.create();
    await world.send("agent_counter", "b", { id: "m-1", proposal: P });
    const { record } = world;
    await world.send("agent_counter", "b", { id: "m-1", proposal: P });
    expect(world.record).toBe(record);
    await world.send("agent_accept", "a", { id: "m-2", proposal: P });
    await world.send("agent_accept", "a", { id: "m-2", proposal: P });
    await world.send("agent_counter", "b", { id: "m-1", proposal: P });
    expect(world.dropped).toEqual([]);
    world.told({ updated: 1, agreed: 1 });
  });

  it.each(["agent_accept", "agent_reject"])(
    "RM-34: a proposal on %s is let pass only if it stands",
    async (type) => {
      const world = new World();
      const created = await world.create({ totalAmount: 100, currency: "EUR" });
      await world.send(type, "b", { proposal: { totalAmount: 99, currency: "EUR" } });
      expect(world.dropped).toEqual(["move_invalid"]);
      expect(world.record).toBe(created);
      // Equal is equal as JSON, whatever the order of the keys.
      await world.send(type, "b", { proposal: { currency: "EUR", totalAmount: 100 } });
      expect(world.dropped).toEqual(["move_invalid"]);
      expect(world.record.outcome).not.toBeNull();
    },
  );

  it.each([
    ["turn", 30_000, "turn_timeout", 0],
    ["total", 120_000, "total_timeout", 4],
  ] as const)("RM-36: the %s deadline: a move 1 ms before counts, one at it is too late", async (...row) => {
    const [, ms, reason, counters] = row;
    const reach = async (world: World, left: number): Promise<void> => {
      await world.create();
      for (let turn = 0; turn < counters; turn += 1) {
        await world.pass(25_000);
        await world.counter(turn % 2 === 0 ? "b" : "a");
      }
      const spent = counters * 25_000;
      await world.pass(ms - spent - left - 1);
      world.opened.clock.set(T0 + ms - left);
    };
    const before = new World();
    await reach(before, 1);
    await before.accept("b");
    expect(before.record.outcome).toMatchObject({ status: "accepted", at: T0 + ms - 1 });
    const at = new World();
    await reach(at, 0);
    // The timer has not fired: the move itself finds the deadline due.
    at.told({ expired: 0 });
    await at.accept("b");
    expect(at.dropped).toEqual(["negotiation_over"]);
    expect(at.record.outcome).toMatchObject({ status: "expired", reason, at: T0 + ms });
    await at.pass(10);
    at.told({ expired: 1, agreed: 0 });
  });

  it("RM-36: with nobody moving, the clock alone expires at 30,000 and not at 29,999", async () => {
    const world = new World();
    await world.create();
    await world.pass(29_999);
    expect(world.record.outcome).toBeNull();
    await world.pass(1);
    expect(world.record.outcome).toMatchObject({ reason: "turn_timeout", at: T0 + 30_000 });
  });

  it("RM-37: the total deadline stays, and wins at equal instants", async () => {
    const world = new World();
    await world.create();
    for (const by of ["b", "a", "b"]) {
      await world.pass(30_000 - 1);
      await world.counter(by);
    }
    await world.pass(120_000 - 3 * 29_999 - 30_000);
    await world.counter("a");
    const { turnAt, totalAt } = world.record.deadlines;
    expect(turnAt).toBe(totalAt);
    await world.pass(29_999);
    expect(world.record.outcome).toBeNull();
    await world.pass(1);
    expect(world.record.outcome).toMatchObject({ reason: "total_timeout", at: T0 + 120_000 });
    world.told({ expired: 1 });
  });
});
