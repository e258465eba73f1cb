import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { codeOf, T0 } from "../kit/open-room.js";
import { type Fault, faulty, openStored, plainly, type StoredRoom } from "./hooked-store.js";

// A store that has failed three times has done the work, or has not: nobody knows. What is told about it is
// told when somebody does.

const PRICE = { totalAmount: 40 };
const COUNTER = { action: "counter", terms: { totalAmount: 50 } } as const;
const ACCEPT = { action: "accept" } as const;
const thrice = (fault: Fault): Fault[] => [fault, fault, fault];

/** The first try of three does the work, so that the next find it done; the answers of all are lost. */
const DONE: readonly Fault[] = ["throws after", "throws after", "throws after"];
/** Over before anything was done. */
const NOT_DONE: readonly Fault[] = thrice("throws before");

/** Ends the call as `store_failed`, which takes two waits of the clock. */
async function failing(world: StoredRoom, call: Promise<unknown>): Promise<void> {
  const code = codeOf(call);
  await world.clock.advance(250);
  expect(await code).toBe("store_failed");
  world.hook = plainly;
}

async function begun(options: ServiceOptions<any> = {}) {
  const world = openStored(plainly, options);
  await world.room.createNegotiation("ada", "smith", PRICE, { id: "n" });
  await world.clock.advance(0);
  const start = world.told.length;
  return Object.assign(world, { since: () => world.names().slice(start) });
}

describe("a move that was answered with store_failed", () => {
  it.each([
    ["stored", DONE, true],
    ["not stored", NOT_DONE, false],
  ])(
    "AS-58, ST-32: %s: the repeat settles it, and the events are told once",
    async (_, faults, isDuplicate) => {
      const world = await begun();
      world.hook = faulty("commit", ...faults);
      await failing(world, world.room.submit("n", "smith", ACCEPT, { commandId: "c" }));
      expect(world.since()).toEqual([]);
      const repeated = await world.room.submit("n", "smith", ACCEPT, { commandId: "c" });
      expect(repeated).toMatchObject({
        ok: true,
        duplicate: isDuplicate,
        turn: { number: 2, commandId: "c" },
        negotiation: { status: "accepted", version: 1 },
      });
      expect(world.since()).toEqual(["turn:recorded", "negotiation:agreed", "negotiation:settled"]);
      expect(await world.room.submit("n", "smith", ACCEPT, { commandId: "c" })).toMatchObject({
        duplicate: true,
      });
      expect(world.since()).toHaveLength(3);
      expect(world.memory.entries("n")).toHaveLength(2);
      // What looks for itself finds that it is known.
      await world.clock.advance(1_000);
      expect([world.since().length, world.clock.pendingCount]).toEqual([3, 0]);
    },
  );

  it.each([
    ["stored", DONE],
    ["not stored", NOT_DONE],
  ])(
    "AS-58: %s: after the repeat the next agent is asked, once, and a waiter has its outcome",
    async (_, faults) => {
      const ada = scriptedAgent<any>([ACCEPT]);
      const world = openStored();
      const initiator = { id: "ada", kind: "system", agent: ada as Agent } as const;
      const outcome = world.room.negotiate({ initiator, responder: "smith", proposal: PRICE, id: "n" });
      await world.clock.advance(0);
      world.hook = faulty("commit", ...faults);
      await failing(world, world.room.submit("n", "smith", COUNTER, { commandId: "c" }));
      expect(ada.calls).toHaveLength(0);
      await world.room.submit("n", "smith", COUNTER, { commandId: "c" });
      await world.clock.advance(0);
      expect(ada.calls).toHaveLength(1);
      expect(world.room.getNegotiation("n")?.turns[1]).toMatchObject({
        at: T0 + (faults === DONE ? 0 : 250),
      });
      expect(await outcome).toMatchObject({ status: "accepted", by: "ada", turnCount: 3 });
    },
  );

  it("AS-58: whatever command comes next tells it first, and is decided after it", async () => {
    const world = await begun();
    world.hook = faulty("commit", ...DONE);
    await failing(world, world.room.submit("n", "smith", COUNTER));
    expect(await world.room.submit("n", "ada", ACCEPT)).toMatchObject({ ok: true, turn: { number: 3 } });
    expect(world.since()).toEqual([
      "turn:recorded",
      "negotiation:updated",
      "turn:awaited",
      "turn:recorded",
      "negotiation:agreed",
      "negotiation:settled",
    ]);
  });

  it("AS-58: one that arrives while the repeat is being decided is told all the same", async () => {
    const world = await begun();
    let late: (() => unknown) | undefined;
    world.hook = (method, work) => {
      if (method !== "commit") return work();
      late ??= work;
      throw new Error("on its way");
    };
    await failing(world, world.room.submit("n", "smith", ACCEPT, { commandId: "c" }));
    // After the record was looked at, and before the repeat is stored, the first one arrives.
    world.hook = (method, work) => {
      if (method !== "commit") return work();
      late?.();
      late = undefined;
      return work();
    };
    expect(await world.room.submit("n", "smith", ACCEPT, { commandId: "c" })).toMatchObject({
      ok: true,
      duplicate: true,
    });
    expect(world.since()).toEqual(["turn:recorded", "negotiation:agreed", "negotiation:settled"]);
  });

  it("AS-58: where somebody else has moved meanwhile, it is not told and not repeated", async () => {
    const world = await begun();
    world.hook = faulty("commit", ...NOT_DONE);
    await failing(world, world.room.submit("n", "smith", COUNTER, { commandId: "c" }));
    const other = openStored(plainly, {}, world.clock, world.memory);
    await other.room.submit("n", "smith", { action: "reject" });
    expect(await world.room.submit("n", "smith", COUNTER, { commandId: "c" })).toMatchObject({
      code: "negotiation_over",
    });
    expect(world.since()).toEqual([]);
  });

  it("AS-58: stored here, and moved on elsewhere: it is told, and no agent is asked on old news", async () => {
    const ada = scriptedAgent<any>([]);
    const world = openStored();
    await world.room.createNegotiation({ id: "ada", kind: "system", agent: ada as Agent }, "smith", PRICE, {
      id: "n",
    });
    world.hook = faulty("commit", ...DONE);
    await failing(world, world.room.submit("n", "smith", COUNTER, { commandId: "c" }));
    const other = openStored(plainly, {}, world.clock, world.memory);
    await other.room.submit("n", "ada", { action: "reject" });
    expect(await world.room.submit("n", "smith", COUNTER, { commandId: "c" })).toMatchObject({
      duplicate: true,
    });
    await world.clock.advance(0);
    expect([world.count("turn:recorded"), ada.calls.length]).toEqual([2, 0]);
    expect(world.room.getNegotiation("n")?.status).toBe("rejected");
    await world.clock.advance(1_000);
    expect(world.clock.pendingCount).toBe(0);
  });
});

describe("a creation that was answered with store_failed", () => {
  const creation = { commandId: "create" };

  it.each([
    ["stored", DONE, {}],
    ["not stored", NOT_DONE, {}],
    ["stored, with an id of the caller's", DONE, { id: "n" }],
    ["not stored, with an id of the caller's", NOT_DONE, { id: "n" }],
  ])("AS-58, ST-32: %s: the repeat gives the one record, and it is told once", async (_, faults, own) => {
    const smith = scriptedAgent<any>([() => new Promise(() => {})]);
    const party = { id: "smith", kind: "system", agent: smith as Agent } as const;
    const world = openStored(faulty("create", ...faults));
    const create = () => world.room.createNegotiation("ada", party, PRICE, { ...creation, ...own });
    await failing(world, create());
    expect(world.names()).toEqual([]);
    await world.clock.advance(900);
    const made = await create();
    expect(made.createdAt).toBe(T0 + (faults === DONE ? 0 : 1_150));
    const { items } = world.memory.list({ limit: 9 });
    expect(items).toMatchObject([{ id: made.id, createdAt: made.createdAt, version: 0 }]);
    expect(world.names()).toEqual(["negotiation:started", "turn:recorded", "turn:awaited"]);
    expect(world.payloads("negotiation:started")).toEqual([made]);
    expect(world.room.getActiveNegotiation()).toEqual(made);
    await world.clock.advance(0);
    expect(smith.calls).toHaveLength(1);
    // And once more: it is known now.
    expect(await create()).toEqual(made);
    expect(await create()).toEqual(made);
    await world.clock.advance(0);
    expect([world.names().length, smith.calls.length]).toEqual([3, 1]);
    // It is whole: the next version is stored on top of it.
    expect(await world.room.submit(made.id, "smith", ACCEPT)).toMatchObject({ negotiation: { version: 1 } });
  });

  it("AS-58: stored, and the repeat is answered by a throw as well: still one record, told once, as it was stored", async () => {
    for (const own of [{}, { id: "n" }]) {
      const world = openStored(faulty("create", ...DONE));
      const create = () => world.room.createNegotiation("ada", "smith", PRICE, { ...creation, ...own });
      await failing(world, create());
      await world.clock.advance(900);
      world.hook = faulty("create", "throws after");
      const repeat = create();
      await world.clock.advance(50);
      const made = await repeat;
      expect(made).toMatchObject({ createdAt: T0, deadlines: { turnAt: T0 + 30_000 } });
      expect(world.payloads("negotiation:started")).toEqual([made]);
      expect(world.room.getNegotiation(made.id)).toEqual(made);
    }
  });

  it("AS-58: a repeat that throws although the first had been told tells nothing again", async () => {
    const world = openStored();
    const create = () => world.room.createNegotiation("ada", "smith", PRICE, creation);
    const made = await create();
    world.hook = faulty("create", "throws before");
    const repeat = create();
    await world.clock.advance(50);
    expect(await repeat).toEqual(made);
    expect(world.count("negotiation:started")).toBe(1);
  });

  it("AS-58: negotiate fails, and its repeat goes on with what was stored, to the outcome", async () => {
    const world = openStored(faulty("create", ...DONE));
    const smith = { id: "smith", kind: "system", agent: () => ACCEPT } as const;
    const negotiate = () =>
      world.room.negotiate({ initiator: "ada", responder: smith, proposal: PRICE, ...creation });
    await failing(world, negotiate());
    expect(await negotiate()).toMatchObject({ status: "accepted" });
    expect(world.count("negotiation:started")).toBe(1);
    expect(world.count("negotiation:settled")).toBe(1);
    expect(world.memory.list({ limit: 9 }).items).toHaveLength(1);
  });
});

describe("a claim that was answered with store_failed", () => {
  it("ST-36: stored: the same agent gets it at its next pickup, and it is told before its answer", async () => {
    const rules = { preset: "index" } as const;
    const world = openStored(plainly, { rules, fallback: () => new Promise(() => {}) });
    const ada = { id: "ada", kind: "personal" } as const;
    await world.room.createNegotiation(ada, { id: "smith", kind: "personal" }, undefined, { id: "n" });
    world.hook = faulty("commit", ...DONE);
    await failing(world, world.room.pickup("ada", { agentId: "phone" }));
    const turn = (await world.room.pickup("ada", { agentId: "phone" })) as { claimId: string };
    expect(world.memory.load("n")).toMatchObject({ version: 2, parked: { claimedBy: "phone" } });
    const claim = { agentId: "phone", claimId: turn.claimId };
    expect(await world.room.respond("n", claim, { action: "propose" } as never)).toMatchObject({ ok: true });
    expect(world.names().slice(2)).toEqual([
      "turn:parked",
      "turn:claimed",
      "turn:recorded",
      "negotiation:updated",
      "turn:awaited",
      "turn:parked",
    ]);
  });
});

describe("pickup in the store's calls", () => {
  const rules = { preset: "index" } as const;
  const fallback: Agent = () => new Promise(() => {});
  const ada = { id: "ada", kind: "personal" } as const;

  async function parked(count: number) {
    const world = openStored(plainly, { rules, fallback });
    for (let number = 0; number < count; number += 1) {
      const other = { id: `x-${number}`, kind: "personal" } as const;
      await world.room.createNegotiation(ada, other, undefined, { id: `n-${number}` });
    }
    world.calls.length = 0;
    return world;
  }

  it("ST-36: its own claim is looked for first, then those that nobody holds, and its own again before it claims", async () => {
    const world = await parked(1);
    const asked: unknown[] = [];
    world.hook = (method, work, argument) => {
      if (method === "listParked") asked.push(argument.claimedBy);
      return work();
    };
    await world.room.pickup("ada", { agentId: "phone" });
    expect(asked).toEqual(["phone", null, "phone"]);
    expect(world.calls).toEqual(["listParked", "listParked", "listParked", "commit"]);
    asked.length = 0;
    await world.room.pickup("ada", { agentId: "phone" });
    expect(asked).toEqual(["phone"]);
    asked.length = 0;
    expect(await world.room.pickup("ada", { agentId: "watch" })).toBeNull();
    expect(asked).toEqual(["watch", null]);
  });

  it.each([
    [4, "n-4"],
    [5, null],
  ])("ST-36: when a rival has got %i of the rows that it was listed: %s", async (taken, gets) => {
    const world = await parked(7);
    const rival = openStored(plainly, { rules, fallback }, world.clock, world.memory);
    const rivals: Promise<unknown>[] = [];
    world.hook = (method, work, argument) => {
      const page = work();
      if (method === "listParked" && argument.claimedBy === null) {
        for (let number = 0; number < taken; number += 1)
          rivals.push(rival.room.pickup("ada", { agentId: `rival-${number}` }));
      }
      return page;
    };
    const turn = (await world.room.pickup("ada", { agentId: "phone" })) as { negotiationId: string } | null;
    await Promise.all(rivals);
    expect(turn?.negotiationId ?? null).toBe(gets);
  });
});
