import { describe, expect, it } from "vitest";
import type { Negotiation } from "../../../src/core/record/index.js";
import type { Agent, NegotiationStore } from "../../../src/ports/index.js";
import { definePreset } from "../../../src/presets/registry/index.js";
import type { ServiceOptions } from "../../../src/service/options/index.js";
import { memoryDirectory } from "../../../src/service/parking/index.js";
import { NegotiationRooms } from "../../../src/service/room/index.js";
import { WakeUpTimer } from "../../../src/service/timing/index.js";
import type { MemoryStore } from "../../../src/stores/memory/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { codeOf, openRoom, T0 } from "../../kit/open-room.js";
import { behindPromises } from "../../kit/wrapped-store.js";
import { hookedStore, processes } from "../hooked-store.js";
import { ADA, never, openNodes, propose, SMITH } from "../parking.js";
import { must } from "../watched-room.js";

const PRICE = { price: 40 };
const accept: Agent = () => ({ action: "accept" });

/** A store that outlives the services over it, and what was asked of it. */
const durable = (wrap?: (store: NegotiationStore) => NegotiationStore) =>
  processes({ rules: { oneActive: "none", turnMs: 30_000, totalMs: 120_000 } }, wrap);

/** Rooms of `durable` in which somebody has left open negotiations with these ids, a second apart. */
async function left(ids: readonly string[], wrap?: (store: NegotiationStore) => NegotiationStore) {
  const world = durable(wrap);
  const crashed = world.open();
  for (const id of ids) {
    await crashed.room.createNegotiation("ada", "smith", PRICE, { id });
    await world.clock.advance(1_000);
  }
  crashed.room.destroy();
  world.calls.length = 0;
  return world;
}

describe("resume()", () => {
  it("ST-87: reads no record when none is due and nobody here takes turns", async () => {
    const { open, calls } = await left(["n-1", "n-2"]);
    const { room, told } = open();
    await room.resume();
    expect(calls.map(([method]) => method)).toEqual(["nextDeadline"]);
    expect(told).toEqual([]);
    expect(room.getNegotiation("n-1")).toBeUndefined();
  });

  it("ST-87: reads those that are due and no others", async () => {
    const { open, calls, clock } = await left(["n-1", "n-2", "n-3"]);
    clock.set(T0 + 31_000);
    const { room } = open();
    await room.resume();
    expect(calls.map(([method, { id } = {} as any]) => [method, id].filter(Boolean).join(" "))).toEqual([
      "nextDeadline",
      "claimDue",
      "load",
      "turns",
      "commit n-1",
      "load",
      "turns",
      "commit n-2",
    ]);
    expect(calls.filter(([method]) => method === "load").map(([, id]) => id)).toEqual(["n-1", "n-2"]);
    expect(room.getNegotiation("n-3")).toBeUndefined();
  });

  it.each([
    ["", undefined],
    [", behind promises", behindPromises],
  ])("ST-87, RM-38: what is overdue ends at once and once, by deadline and then id%s", async (_, wrap) => {
    const world = durable(wrap);
    const crashed = world.open();
    for (const [id, seconds] of [
      ["n-9", 1],
      ["n-5", 2],
      ["n-3", 3],
      ["n-4", 3],
      ["later", 500],
    ] as const) {
      const rules = { turnMs: seconds * 1_000, totalMs: 1_000_000 };
      await crashed.room.createNegotiation("ada", "smith", PRICE, { id, rules });
    }
    crashed.room.destroy();
    world.clock.set(T0 + 60_000);
    const { room, payloads } = world.open();
    await Promise.all([room.resume(), room.resume()]);
    const ended = payloads("negotiation:settled") as Negotiation[];
    expect(ended.map(({ id }) => id)).toEqual(["n-9", "n-5", "n-3", "n-4"]);
    // What ended them is the deadline of before; it took effect now.
    for (const { outcome } of ended) {
      expect(outcome).toMatchObject({ reason: "turn_timeout", at: T0 + 60_000 });
    }
    expect(world.memory.load("later")).toMatchObject({
      version: 0,
      deadline: { at: T0 + 500_000, kind: "turn" },
    });
    expect(await room.loadNegotiation("n-9")).toMatchObject({ version: 1, status: "expired" });
  });

  it("ST-87: more than a page of overdue ones", async () => {
    const { open, clock, calls } = durable();
    const crashed = open();
    for (let number = 0; number < 230; number += 1) {
      await crashed.room.createNegotiation("ada", "smith", PRICE, { id: `n-${1_000 + number}` });
    }
    crashed.room.destroy();
    clock.set(T0 + 3_600_000);
    const { room, count } = open();
    await room.resume();
    expect(count("negotiation:expired")).toBe(230);
    expect(calls.filter(([method]) => method === "claimDue")).toHaveLength(3);
  });

  it.each(["a room", "rooms"] as const)(
    "ST-87: %s with a slow store and a sweep: all that is overdue has ended in order, and no agent was asked about it",
    async (kind) => {
      const { memory, clock } = durable();
      const ids = Array.from({ length: 130 }, (_, number) => `n-${1_000 + number}`);
      for (const roomId of kind === "rooms" ? ["room-1", "room-2"] : ["room-1"]) {
        const crashed = openRoom(
          { store: memory, rules: { oneActive: "none", turnMs: 600_000, totalMs: 3_000_000 } },
          roomId,
          clock,
        );
        for (const id of ids)
          await crashed.room.createNegotiation("ada", "smith", PRICE, {
            id: `${roomId} ${id}`,
            commandId: id,
          });
        crashed.room.destroy();
      }
      clock.set(T0 + 3_600_000);
      const store = hookedStore(async (_, work) => {
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, 2));
        return work();
      }, memory);
      let asked = 0;
      const agentFor = () => () => {
        asked += 1;
        return { action: "accept" } as const;
      };
      const options = { store, clock, agentFor, rules: { oneActive: "none" } } as const;
      const ended: string[] = [];
      let isResumed = false;
      const room = kind === "a room" ? openRoom(options, "room-1", clock) : undefined;
      const rooms = room === undefined ? new NegotiationRooms(options) : undefined;
      room?.room.on("negotiation:settled", ({ id }) => void ended.push(id));
      rooms?.on("negotiation:settled", ({ payload }) => void ended.push(payload.id));
      const resumed = (room?.room ?? must(rooms)).resume().then(() => {
        isResumed = true;
      });
      // In steps, since what is asked for in a step takes its time from there.
      while (!isResumed) await clock.advance(2);
      await resumed;
      expect(ended).toEqual([...ended].sort());
      expect(ended).toHaveLength(kind === "rooms" ? 260 : 130);
      await clock.advance(20_000);
      expect(asked).toBe(0);
      await (room?.room ?? must(rooms)).close();
    },
  );

  it("ST-87: a room that ends while it resumes begins to hear of nothing", async () => {
    const { memory, clock, open } = await left(["n-1"]);
    clock.set(T0 + 30_000);
    const store = hookedStore(async (_, work) => {
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 2));
      return work();
    }, memory);
    const { room } = open({ store, timer: undefined });
    const resumed = codeOf(room.resume());
    // It is just about to load what is overdue.
    await clock.advance(4);
    room.destroy();
    await clock.advance(10);
    await resumed;
    expect(clock.pendingCount).toBe(0);
  });

  it("ST-87: what is overdue and leased to another process ends: its agent is not asked", async () => {
    const { open, clock, memory } = await left(["n-1"]);
    clock.set(T0 + 30_000);
    memory.claimDue({ now: T0 + 30_000, limit: 1, leaseMs: 10_000, maxSchema: 1 });
    const agent = scriptedAgent<any>(() => ({ action: "accept" }));
    const { room } = open({ agentFor: () => agent as Agent });
    await room.resume();
    await clock.advance(0);
    expect(room.getNegotiation("n-1")?.outcome?.reason).toBe("turn_timeout");
    expect(agent.calls).toHaveLength(0);
  });

  it("ST-87, PT-1: turns are parked that the rules of the room's preset park, named or not", async () => {
    const park = { parkMs: 60_000, claimBudget: "remaining", onClaimExpiry: "repark" } as const;
    const preset = definePreset({ name: "parking", rules: { park } });
    for (const rules of [{ park }, { preset }]) {
      const { open, clock, memory } = durable();
      const directory = { ...memoryDirectory([]), agentsOf: () => new Promise<never>(() => {}) };
      const crashed = open({ rules, directory });
      await crashed.room.createNegotiation(ADA, SMITH, PRICE, { id: "n-1" });
      crashed.room.destroy();
      expect(memory.load("n-1")?.parked).toBeNull();
      await open({ rules }).room.resume();
      await clock.advance(0);
      expect(memory.load("n-1")?.parked).toMatchObject({ partyId: "smith" });
    }
  });

  it("ST-87: only of this room", async () => {
    const { open, clock, memory } = await left(["n-1"]);
    clock.set(T0 + 30_000);
    const other = open({}, "room-2");
    await other.room.resume();
    expect([other.told, memory.load("n-1")]).toMatchObject([[], { isFinal: false }]);
    await open().room.resume();
    expect(memory.load("n-1")).toMatchObject({ isFinal: true });
  });

  it("EN-42, EN-15: the agents of open negotiations are asked again, through agentFor, and it goes on to its end", async () => {
    const world = durable();
    const crashed = world.open();
    const smith = scriptedAgent<any>([new Promise(() => {}) as never]);
    await crashed.room.createNegotiation(
      "ada",
      { id: "smith", kind: "system", agent: smith as Agent },
      PRICE,
      {
        id: "n-1",
      },
    );
    await world.clock.advance(10);
    await crashed.room.close();
    expect(world.memory.load("n-1")).toMatchObject({ isFinal: false, version: 0 });
    const asked: unknown[] = [];
    const agentFor =
      (party: { id: string }): Agent =>
      (call) => {
        asked.push([party.id, call.turnNumber, call.attempt, call.deadlineAt]);
        return { action: "accept" };
      };
    const { room, clock, count } = { ...world.open({ agentFor }), clock: world.clock };
    await room.resume();
    await clock.advance(0);
    expect(asked).toEqual([["smith", 2, 1, T0 + 30_000]]);
    expect(room.getNegotiation("n-1")).toMatchObject({
      status: "accepted",
      turns: [{}, { source: "agent" }],
    });
    expect(count("negotiation:settled")).toBe(1);
  });

  it("EN-29: attempts that failed before count: nobody is asked a third time", async () => {
    const world = durable();
    const failing = scriptedAgent<any>([new Error("down"), new Promise(() => {}) as never]);
    const crashed = world.open({ agentFor: () => failing as Agent });
    await crashed.room.createNegotiation("ada", "smith", PRICE, { id: "n-1" });
    await world.clock.advance(0);
    expect(failing.calls).toHaveLength(2);
    crashed.room.destroy();
    const again = scriptedAgent<any>([new Error("down")]);
    const { room } = world.open({ agentFor: () => again as Agent });
    await room.resume();
    await world.clock.advance(0);
    expect(again.calls.map(({ attempt }) => attempt)).toEqual([2]);
    expect(room.getNegotiation("n-1")?.outcome?.reason).toBe("agent_error");
  });

  it.each([
    ["", undefined],
    [", behind promises", behindPromises],
  ])(
    "ST-87: a room that resumes twice, and again while its agent thinks, asks nobody twice%s",
    async (_, wrap) => {
      const { open, clock } = await left(["n-1"], wrap);
      const agent = scriptedAgent<any>(() => new Promise(() => {}));
      const { room, told } = open({ agentFor: () => agent as Agent });
      await Promise.all([room.resume(), room.resume()]);
      await clock.advance(0);
      await room.resume();
      await clock.advance(0);
      expect(agent.calls).toHaveLength(1);
      expect(told).toEqual([]);
    },
  );

  it("ST-87: a resumed room hears the deadlines of what it asks for", async () => {
    const { open, clock } = await left(["n-1"]);
    const { room, payloads } = open({ agentFor: () => never });
    await room.resume();
    await clock.advance(28_999);
    expect(room.getNegotiation("n-1")?.outcome).toBeNull();
    await clock.advance(1);
    expect(payloads("negotiation:expired")).toMatchObject([{ outcome: { at: T0 + 30_000 } }]);
  });

  it("EN-43: the active and the latest negotiation are known again, of several the last created", async () => {
    const { open } = await left(["n-1", "n-2", "n-3"]);
    const { room } = open({ agentFor: ({ id }) => (id === "smith" ? never : undefined) });
    expect(room.getActiveNegotiation()).toBeUndefined();
    await room.resume();
    expect(room.getActiveNegotiation()?.id).toBe("n-3");
    expect(room.getLatestNegotiation()?.id).toBe("n-3");
    expect(room.getNegotiation("n-1")?.status).toBe("proposed");
    await room.submit("n-3", "smith", { action: "accept" });
    expect(room.getActiveNegotiation()).toBeUndefined();
    room.destroy();
  });

  it("EN-43: where nobody here takes turns, the active one is known as soon as it is touched", async () => {
    const { open } = await left(["n-1"]);
    const { room } = open();
    await room.resume();
    expect(room.getActiveNegotiation()).toBeUndefined();
    await room.submit("n-1", "smith", { action: "counter", terms: { price: 50 } });
    expect(room.getActiveNegotiation()).toMatchObject({ id: "n-1", version: 1 });
  });

  it("EN-43: a wake-up for what another process has moved leaves the negotiation active", async () => {
    const { open, clock } = durable();
    const [one, other] = [open(), open()];
    await one.room.createNegotiation("ada", "smith", PRICE, { id: "n-1" });
    await clock.advance(10_000);
    await other.room.submit("n-1", "smith", { action: "counter", terms: { price: 50 } });
    await clock.advance(20_000);
    expect(one.room.getActiveNegotiation()).toMatchObject({ id: "n-1", version: 1 });
  });

  it("EN-43: a page that was read before the end does not make it active again, and asks nobody", async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const world = durable((store) =>
      hookedStore((method, work) => {
        if (method !== "list") return work();
        const page = work();
        return gate.then(() => page);
      }, store as MemoryStore),
    );
    const agent = scriptedAgent<any>(() => new Promise(() => {}));
    const { room } = world.open({ agentFor: () => agent as Agent });
    await room.createNegotiation("ada", "smith", PRICE, { id: "n-1" });
    await world.clock.advance(0);
    const resuming = room.resume();
    await room.submit("n-1", "smith", { action: "accept" });
    release();
    await resuming;
    await world.clock.advance(0);
    expect(room.getActiveNegotiation()).toBeUndefined();
    expect(agent.calls).toHaveLength(1);
    expect(world.clock.pendingCount).toBe(0);
  });

  it("ST-41: what a newer version has written is left to it, and the others go on", async () => {
    const { open, memory, clock } = await left(["n-1", "n-2"]);
    const newer = hookedStore((method, work) => {
      const answer: any = work();
      if (method !== "list") return answer;
      return {
        ...answer,
        items: answer.items.map((row: any) => (row.id === "n-2" ? { ...row, schema: 9 } : row)),
      };
    }, memory);
    const { room } = open({ store: newer, agentFor: () => accept });
    await room.resume();
    await clock.advance(0);
    expect(memory.load("n-1")).toMatchObject({ status: "accepted" });
    expect(memory.load("n-2")).toMatchObject({ status: "proposed" });
  });

  it("ST-33: a store that throws is asked again, and fails as store_failed when it goes on", async () => {
    for (const throws of [2, 3]) {
      const { open, memory, clock } = await left(["n-1"]);
      let count = 0;
      const flaky = hookedStore((method, work) => {
        if (method === "list" && count++ < throws) throw new Error("away");
        return work();
      }, memory);
      const { room } = open({ store: flaky, agentFor: () => accept });
      const resumed = codeOf(room.resume());
      await clock.advance(250);
      expect(await resumed).toBe(throws === 2 ? "resolved" : "store_failed");
    }
  });

  it("EN-41: after close it is service_closed, also when closed meanwhile, and nobody is asked", async () => {
    const { open, clock, memory } = await left(["n-1"], behindPromises);
    const agent = scriptedAgent<any>([]);
    const { room } = open({ agentFor: () => agent as Agent });
    const resuming = codeOf(room.resume());
    room.destroy();
    expect(await resuming).toBe("service_closed");
    expect(await codeOf(room.resume())).toBe("service_closed");
    await clock.advance(60_000);
    expect([agent.calls.length, room.getNegotiation("n-1"), clock.pendingCount]).toEqual([0, undefined, 0]);
    expect(memory.load("n-1")).toMatchObject({ version: 0 });
  });

  it("ST-87: beside another process that is at work: each overdue one ends once, each turn is stored once", async () => {
    const world = durable(behindPromises);
    const one = world.open({ agentFor: ({ id }) => (id === "smith" ? accept : undefined) });
    await one.room.createNegotiation("ada", "x", PRICE, { id: "due", rules: { turnMs: 1_000 } });
    world.clock.set(T0 + 2_000);
    const other = world.open({ agentFor: ({ id }) => (id === "smith" ? accept : undefined) });
    await Promise.all([
      one.room.createNegotiation("ada", "smith", PRICE, { id: "n-1" }),
      other.room.resume(),
      one.room.resume(),
    ]);
    await world.clock.advance(0);
    await other.room.resume();
    await world.clock.advance(0);
    expect(world.memory.load("due")).toMatchObject({ version: 1, status: "expired" });
    expect(world.memory.turns("n-1")).toHaveLength(2);
    expect(one.count("negotiation:expired") + other.count("negotiation:expired")).toBe(1);
  });

  it("PT-5, PT-1: an ordinary turn is parked, a parked one left as it is, a fallback's agent asked again", async () => {
    const silent = { ...memoryDirectory([]), agentsOf: () => new Promise<never>(() => {}) };
    const { nodes, clock, open, stored } = openNodes(1, { directory: silent });
    const crashed = must(nodes[0]);
    const create = (id: string) =>
      crashed.room.createNegotiation(ADA, { ...SMITH, id: `of-${id}` }, undefined, { id });
    await create("fallback");
    await clock.advance(300_000);
    await create("move");
    crashed.room.destroy();
    const parking = open({ directory: undefined });
    await parking.room.createNegotiation(ADA, { ...SMITH, id: "of-parked" }, undefined, { id: "parked" });
    parking.room.destroy();
    await clock.advance(1_000);
    const before = await stored("parked");
    const fallback = scriptedAgent<any>([propose, new Promise(() => {}) as never]);
    const next = open({ fallback: fallback as Agent, directory: undefined });
    await next.room.resume();
    await clock.advance(0);
    expect((await stored("move")).awaiting).toMatchObject({ kind: "parked", firstParkedAt: T0 + 301_000 });
    expect(await stored("parked")).toEqual(before);
    expect(fallback.calls.map(({ negotiationId }) => negotiationId)).toEqual(["fallback"]);
    expect((await stored("fallback")).floor).toBe("of-fallback");
  });
});

describe("NegotiationRooms.resume()", () => {
  function openRooms(world: ReturnType<typeof durable>, options: ServiceOptions<any> = {}) {
    const { clock, store } = world;
    return new NegotiationRooms<any>({ clock, store, timer: new WakeUpTimer({ clock }), ...options });
  }

  it("EN-48: makes all rooms with open negotiations, and no other, and lets each go on", async () => {
    const world = durable();
    for (const roomId of ["one", "two", "three"]) {
      const { room } = world.open({}, roomId);
      const { id } = await room.createNegotiation("ada", "smith", PRICE, { id: `in-${roomId}` });
      if (roomId === "three") await room.cancel(id);
      room.destroy();
    }
    const rooms = openRooms(world, { agentFor: () => accept });
    const agreed: string[] = [];
    rooms.on("negotiation:agreed", ({ roomId, payload }) => void agreed.push(`${roomId} ${payload.id}`));
    await rooms.resume();
    await world.clock.advance(0);
    expect(agreed.sort()).toEqual(["one in-one", "two in-two"]);
    expect([rooms.size, rooms.peek("three")]).toEqual([2, undefined]);
    await rooms.close();
  });

  it("EN-48: page by page, however many there are", async () => {
    const world = durable();
    for (let number = 0; number < 1_005; number += 1) {
      const { room } = world.open({}, `room-${number}`);
      await room.createNegotiation("ada", "smith", PRICE);
      room.destroy();
    }
    world.calls.length = 0;
    const rooms = openRooms(world);
    await rooms.resume();
    expect(rooms.size).toBe(1_005);
    expect(world.calls.filter(([method]) => method === "list").map(([, { limit }]) => limit)).toEqual([
      1_000, 1_000,
    ]);
    expect(world.calls.some(([method]) => method === "load" || method === "turns")).toBe(false);
    await rooms.close();
  });

  it("EN-41: after close it is service_closed, whatever is stored", async () => {
    const world = durable();
    const rooms = openRooms(world);
    await rooms.close();
    expect(await codeOf(rooms.resume())).toBe("service_closed");
    expect(world.calls).toEqual([]);
  });

  it("ST-33: a store that throws is asked again; closing ends the wait", async () => {
    for (const end of ["recovers", "stays away", "close"]) {
      const { clock, memory } = durable();
      let count = 0;
      const store = hookedStore((method, work) => {
        if (method === "list" && (end !== "recovers" || count++ < 2)) throw new Error("away");
        return work();
      }, memory);
      const rooms = new NegotiationRooms({ clock, store, timer: new WakeUpTimer({ clock }) });
      const resumed = codeOf(rooms.resume());
      if (end === "close") await rooms.close();
      else await clock.advance(250);
      expect(await resumed).toBe(
        { recovers: "resolved", "stays away": "store_failed", close: "service_closed" }[end],
      );
      await rooms.close();
      expect(clock.pendingCount).toBe(0);
    }
  });
});
