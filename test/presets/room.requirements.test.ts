import { EventEmitter } from "eventemitter3";
import { describe, expect, it } from "vitest";
import { NegotiationService } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { codeOf, type Offer, openRoom, T0 } from "../kit/open-room.js";
import { P, World } from "./room-world.js";

describe("RM: construction, records, creation and queries of the room preset", () => {
  it("RM-0: every number can be overridden", async () => {
    const { room, clock, count } = openRoom({ rules: { turnMs: 90_000, totalMs: 300_000 } });
    const created = await room.createNegotiation("a", "b", P);
    expect(created.deadlines).toMatchObject({ turnAt: T0 + 90_000, totalAt: T0 + 300_000 });
    await clock.advance(89_999);
    expect(count("negotiation:expired")).toBe(0);
    await clock.advance(1);
    expect(count("negotiation:expired")).toBe(1);
  });

  it("RM-1: a service is an EventEmitter, and two rooms share no event, timer or active negotiation", async () => {
    const clock = new ManualClock(T0);
    const one = openRoom<Offer>({}, "room-1", clock);
    const other = openRoom<Offer>({ rules: { turnMs: 60_000 } }, "room-2", clock);
    expect(one.room).toBeInstanceOf(EventEmitter);
    const first = await one.room.createNegotiation("a", "b", P, { id: "neg_one" });
    const second = await other.room.createNegotiation("a", "b", P, { id: "neg_other" });
    await one.room.submit(first.id, "b", { action: "counter", terms: P });
    await other.room.submit(second.id, "b", { action: "counter", terms: P });
    expect(one.room.getActiveNegotiation()?.id).toBe("neg_one");
    expect(other.room.getActiveNegotiation()?.id).toBe("neg_other");
    await clock.advance(30_000);
    expect(one.count("negotiation:expired")).toBe(1);
    expect(other.count("negotiation:expired")).toBe(0);
    one.room.destroy();
    await clock.advance(30_000);
    expect(other.count("negotiation:expired")).toBe(1);
    for (const { told, room } of [one, other]) {
      const rooms = told.map(({ payload }) => payload.roomId ?? payload.negotiation?.roomId);
      expect(new Set(rooms)).toEqual(new Set([room.roomId]));
    }
  });

  it("RM-3: keeps negotiations by id, one of them active, and one timer however many there are", async () => {
    const { room, clock } = openRoom({ rules: { oneActive: "none" } });
    expect(clock.pendingCount).toBe(0);
    for (let count = 1; count <= 100; count += 1) {
      const { id } = await room.createNegotiation("a", "b", P);
      expect(room.getActiveNegotiation()?.id).toBe(id);
      expect(clock.pendingCount).toBe(1);
    }
    expect(room.getNegotiation("neg_1")?.id).toBe("neg_1");
    await clock.advance(30_000);
    expect(clock.pendingCount).toBe(0);
  });

  it("RM-6: 100,000 ids of one frozen millisecond begin with neg_ and do not collide", async () => {
    const room = new NegotiationService("room-1", { clock: new ManualClock(T0), keepSettled: 10 });
    const ids = new Set<string>();
    for (let count = 0; count < 100_000; count += 1) {
      const { id } = await room.createNegotiation("a", "b", P);
      ids.add(id);
      await room.submit(id, "b", { action: "reject" });
    }
    expect(ids.size).toBe(100_000);
    expect([...ids].every((id) => id.startsWith("neg_"))).toBe(true);
  });

  it("RM-8: a busy room refuses another creation with the source's words, and nothing else happens", async () => {
    const { room, told, clock } = openRoom<Offer>();
    const created = await room.createNegotiation("a", "b", P);
    const before = told.length;
    const error = await room.createNegotiation("c", "d", P).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: "NegotiationError",
      code: "busy",
      message: "Negotiation already in progress",
      details: { scope: "room", activeNegotiationId: created.id },
    });
    expect(told).toHaveLength(before);
    expect(room.getActiveNegotiation()).toBe(created);
    expect(room.getNegotiation(created.id)).toBe(created);
    expect(clock.pendingCount).toBe(1);
    expect((await room.list({ partyId: "c", limit: 10 })).total).toBe(0);
  });

  it("RM-8: a party may be an id, of kind system, or a Party", async () => {
    const { room } = openRoom<Offer>();
    const created = await room.createNegotiation("a", { id: "b", kind: "personal" }, P);
    expect(created.initiator).toEqual({ id: "a", kind: "system" });
    expect(created.responder).toEqual({ id: "b", kind: "personal" });
  });

  it("RM-9: turn 1 is the initiator's proposal, which stands; the responder has the floor", async () => {
    const { room } = openRoom<Offer>();
    const created = await room.createNegotiation("a", "b", P);
    expect(created).toMatchObject({ status: "proposed", floor: "b", version: 0, outcome: null });
    expect(created.turns).toMatchObject([{ number: 1, action: "propose", partyId: "a", terms: P, round: 1 }]);
    expect(created.standing).toMatchObject({ partyId: "a", terms: P, turn: 1 });
  });

  it("RM-10: commits, marks the room busy and tells, all before the call returns", async () => {
    const { room, told } = openRoom<Offer>();
    let seen: unknown;
    room.on("negotiation:started", (negotiation) => {
      seen = room.getActiveNegotiation();
      expect(room.getNegotiation(negotiation.id)).toBe(negotiation);
      expect(negotiation.deadlines.turnAt).toBe(T0 + 30_000);
    });
    const promise = room.createNegotiation("a", "b", P);
    expect(told.map(({ name }) => name)).toEqual(["negotiation:started", "turn:recorded", "turn:awaited"]);
    const started = told[0]?.payload;
    expect(seen).toBe(started);
    expect(room.getActiveNegotiation()).toBe(started);
    expect(await promise).toBe(started);
    expect(isDeepFrozen(started)).toBe(true);
  });

  it("RM-18, B-06: a snapshot that was handed out never changes, at any depth", async () => {
    const world = new World();
    const snapshots = [await world.create({ totalAmount: 100, lineItems: [{ amount: 1 }] })];
    const texts = [JSON.stringify(snapshots[0])];
    for (const step of [() => world.counters(3), () => world.reject("a", "no")]) {
      await step();
      snapshots.push(world.record);
      texts.push(JSON.stringify(world.record));
    }
    expect(snapshots.map((snapshot) => JSON.stringify(snapshot))).toEqual(texts);
    expect(snapshots.every(isDeepFrozen)).toBe(true);
    expect(snapshots[2]?.turns[0]).toBe(snapshots[0]?.turns[0]);
  });

  it("RM-19: final negotiations stay readable, the newest keepSettled of them", async () => {
    const { room } = openRoom({ keepSettled: 3 });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await room.createNegotiation("a", "b", P);
      ids.push(id);
      await room.submit(id, "b", { action: "reject" });
    }
    const live = await room.createNegotiation("a", "b", P);
    expect(ids.map((id) => room.getNegotiation(id)?.status)).toEqual([
      undefined,
      undefined,
      "rejected",
      "rejected",
      "rejected",
    ]);
    expect(await room.loadNegotiation(ids[0] ?? "")).toBeUndefined();
    expect(room.getNegotiation(live.id)).toBe(live);
    expect(room.getNegotiation("nope")).toBeUndefined();
  });

  it("RM-20: the active one is live, the latest is the last created, final or not", async () => {
    const world = new World();
    expect(world.room.getLatestNegotiation()).toBeUndefined();
    const created = await world.create();
    expect(world.room.getActiveNegotiation()).toBe(created);
    expect(world.room.getLatestNegotiation()).toBe(created);
    await world.accept("b");
    expect(world.room.getActiveNegotiation()).toBeUndefined();
    expect(world.room.getLatestNegotiation()).toBe(world.record);
    expect(world.record.status).toBe("accepted");
  });

  it("RM-21: destroy stops everything, later commands fail, and twice is once", async () => {
    const { room, clock, told } = openRoom<Offer>();
    const aborted: boolean[] = [];
    const running = room.negotiate({
      initiator: "a",
      responder: {
        id: "b",
        kind: "system",
        agent: ({ signal }) =>
          new Promise(() => {
            signal.addEventListener("abort", () => void aborted.push(signal.aborted));
          }),
      },
      proposal: P,
    });
    const ended = codeOf(running);
    await clock.advance(10);
    const before = told.length;
    const { id } = room.getActiveNegotiation() ?? { id: "" };
    room.destroy();
    expect(aborted).toEqual([true]);
    expect(clock.pendingCount).toBe(0);
    expect(room.eventNames()).toEqual([]);
    expect(room.getActiveNegotiation()).toBeUndefined();
    expect(room.getNegotiation(id)).toBeUndefined();
    room.destroy();
    await room.close();
    await clock.advance(200_000);
    expect(told).toHaveLength(before);
    expect(await ended).toBe("service_closed");
    expect(await codeOf(room.createNegotiation("a", "b", P))).toBe("service_closed");
    expect(await codeOf(room.submit(id, "b", { action: "accept" }))).toBe("service_closed");
  });

  it("RM-21: close does the same, after the commands that are queued already", async () => {
    const { room, clock, told, headlines } = openRoom<Offer>();
    const { id } = await room.createNegotiation("a", "b", P);
    let closing: Promise<void> | undefined;
    room.once("turn:recorded", () => {
      // Both wait for the events of this commit; the room closes before they could start.
      void room.submit(id, "a", { action: "counter", terms: P });
      void room.submit(id, "b", { action: "reject" });
      closing = room.close();
    });
    await room.submit(id, "b", { action: "counter", terms: P });
    await closing;
    expect(headlines()).toEqual([
      "negotiation:started",
      "negotiation:updated",
      "negotiation:updated",
      "negotiation:rejected",
      "negotiation:settled",
    ]);
    const before = told.length;
    expect(await codeOf(room.submit(id, "a", { action: "accept" }))).toBe("service_closed");
    await clock.advance(200_000);
    expect(told).toHaveLength(before);
    expect(clock.pendingCount).toBe(0);
  });
});
