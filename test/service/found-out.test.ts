import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { codeOf } from "../kit/open-room.js";
import { type Fault, faulty, type Hook, openStored, plainly, type StoredRoom } from "./hooked-store.js";

// After a store that has failed three times nobody knows what was stored. Nobody comes back either, and no
// deadline is near: the service itself looks again, after 1, 2, 4 ... 30 s.

const PRICE = { totalAmount: 40 };
const COUNTER = { action: "counter", terms: { totalAmount: 50 } } as const;
const ACCEPT = { action: "accept" } as const;
const DONE: readonly Fault[] = ["throws after", "throws after", "throws after"];
const NOT_DONE: readonly Fault[] = ["throws before", "throws before", "throws before"];
const WEEK = 604_800_000;
const SLOW = { rules: { turnMs: WEEK, totalMs: 2 * WEEK } };
const LOST: Hook = () => {
  throw new Error("The store is away.");
};

async function begun(options: ServiceOptions<any> = {}, smith: Agent<any> | undefined = undefined) {
  const world = openStored(plainly, { ...SLOW, ...options });
  const responder = smith === undefined ? "smith" : ({ id: "smith", kind: "system", agent: smith } as const);
  await world.room.createNegotiation("ada", responder, PRICE, { id: "n" });
  const start = world.told.length;
  return Object.assign(world, { since: () => world.names().slice(start) });
}

/** Ends the call as `store_failed`, 250 ms later. */
async function failing(world: StoredRoom, call: Promise<unknown>, hook: Hook = plainly): Promise<void> {
  const code = codeOf(call);
  await world.clock.advance(250);
  expect(await code).toBe("store_failed");
  world.hook = hook;
}

/** The instants at which the record is read while time passes, in ms after the failure. */
async function readsOf(world: StoredRoom, ms: number): Promise<readonly number[]> {
  const from = world.clock.now();
  const reads: number[] = [];
  const { hook } = world;
  world.hook = (method, work, argument) => {
    if (method === "load") reads.push(world.clock.now() - from);
    return hook(method, work, argument);
  };
  await world.clock.advance(ms);
  return reads;
}

describe("a commit of which nobody knows whether it was stored", () => {
  it("is told a second later, without a command or a deadline, and once [EN-64]", async () => {
    const world = await begun();
    world.hook = faulty("commit", ...DONE);
    await failing(world, world.room.submit("n", "smith", ACCEPT));
    await world.clock.advance(999);
    expect(world.since()).toEqual([]);
    await world.clock.advance(1);
    expect(world.since()).toEqual(["turn:recorded", "negotiation:agreed", "negotiation:settled"]);
    await world.clock.advance(WEEK);
    expect(world.count("negotiation:settled")).toBe(1);
    expect(world.clock.pendingCount).toBe(0);
  });

  it.each([{}, [], 0, "x", { ok: false }, undefined, null])(
    "is one that the store answers with %j: it is tried again, found stored, and told once [EN-64]",
    async (answer) => {
      const world = await begun();
      let count = 0;
      world.hook = (method, work, argument) => {
        const real = plainly(method, work, argument);
        if (method !== "commit" || count > 0) return real;
        count += 1;
        return Promise.resolve(real).then(() => answer) as never;
      };
      const submitted = world.room.submit("n", "smith", ACCEPT);
      await world.clock.advance(250);
      expect(await submitted).toMatchObject({ ok: true });
      expect(world.since()).toEqual(["turn:recorded", "negotiation:agreed", "negotiation:settled"]);
    },
  );

  it("has the next agent asked at once when it is found out, and gives negotiate its outcome [EN-64]", async () => {
    const ada = scriptedAgent<any>([ACCEPT]);
    const world = openStored(plainly, { ...SLOW, sweepIntervalMs: WEEK });
    const initiator = { id: "ada", kind: "system", agent: ada as Agent } as const;
    const outcome = world.room.negotiate({ initiator, responder: "smith", proposal: PRICE, id: "n" });
    await world.clock.advance(0);
    world.hook = faulty("commit", ...DONE);
    await failing(world, world.room.submit("n", "smith", COUNTER));
    await world.clock.advance(1_000);
    expect(ada.calls).toHaveLength(1);
    expect(await outcome).toMatchObject({ status: "accepted", turnCount: 3 });
  });

  it("is looked for after growing pauses up to 30 s, each of three tries while the store is away [EN-64]", async () => {
    const world = await begun();
    world.hook = faulty("commit", ...DONE);
    await failing(world, world.room.submit("n", "smith", ACCEPT), LOST);
    const reads = await readsOf(world, 125_000);
    const begins = reads.filter((_, index) => index % 3 === 0);
    expect(begins).toEqual([1_000, 3_250, 7_500, 15_750, 32_000, 62_250, 92_500, 122_750]);
    expect(world.since()).toEqual([]);
    world.hook = plainly;
    await world.clock.advance(30_250);
    expect(world.since()).toEqual(["turn:recorded", "negotiation:agreed", "negotiation:settled"]);
  });

  it("is looked for until it is known: also one that arrives an hour later is told, and nothing is read then [EN-64]", async () => {
    const world = await begun();
    let late: (() => unknown) | undefined;
    world.hook = (method, work) => {
      if (method !== "commit") return work();
      late ??= work;
      throw new Error("on its way");
    };
    await failing(world, world.room.submit("n", "smith", ACCEPT));
    expect(await readsOf(world, 3_600_000)).toHaveLength(5 + 118);
    expect(world.since()).toEqual([]);
    late?.();
    expect(await readsOf(world, 30_000)).toHaveLength(1);
    expect(world.since()).toEqual(["turn:recorded", "negotiation:agreed", "negotiation:settled"]);
    expect(await readsOf(world, 3_600_000)).toEqual([]);
  });

  it("one of two of one version that arrives is told, whichever it is, and the other never [EN-64]", async () => {
    for (const arriving of [0, 1]) {
      const world = await begun();
      const underWay: (() => unknown)[] = [];
      const tried: unknown[] = [];
      world.hook = (method, work, argument) => {
        if (method !== "commit") return work();
        if (!tried.includes(argument.entry.commandId)) underWay.push(work);
        tried.push(argument.entry.commandId);
        throw new Error("on its way");
      };
      const { hook } = world;
      await failing(world, world.room.submit("n", "smith", COUNTER), hook);
      await failing(world, world.room.submit("n", "smith", ACCEPT), plainly);
      underWay[arriving]?.();
      await world.clock.advance(30_000);
      expect(world.payloads("turn:recorded").map(({ turn }) => turn.action)).toEqual([
        "propose",
        arriving === 0 ? "counter" : "accept",
      ]);
    }
  });

  it("that was not stored is given up for what another process stored instead, from which this one goes on [EN-64]", async () => {
    const smith = scriptedAgent<any>([{ ...COUNTER, message: "1" }, ACCEPT]);
    const world = await begun({}, smith as Agent);
    // The agent's own answer is tried again by the agent's turn; here the host's own command fails.
    await world.clock.advance(0);
    world.hook = faulty("commit", ...NOT_DONE);
    await failing(world, world.room.submit("n", "ada", COUNTER));
    const other = openStored(plainly, {}, world.clock, world.memory);
    await other.room.submit("n", "ada", { ...COUNTER, message: "2" });
    expect(smith.calls).toHaveLength(1);
    await world.clock.advance(1_000);
    expect(smith.calls).toHaveLength(2);
    expect(world.room.getNegotiation("n")).toMatchObject({ status: "accepted", version: 3 });
    expect(await readsOf(world, WEEK)).toEqual([]);
  });

  it("is forgotten with a negotiation that was deleted [EN-64]", async () => {
    const world = await begun();
    world.hook = faulty("commit", ...NOT_DONE);
    await failing(world, world.room.submit("n", "smith", ACCEPT));
    world.memory.delete("n");
    expect(await readsOf(world, 1_000)).toHaveLength(1);
    expect(await readsOf(world, WEEK)).toEqual([]);
  });

  it("keeps no process alive, and is looked for no more once the service is closed [EN-64]", async () => {
    for (const end of ["close", "destroy"] as const) {
      const world = await begun();
      world.hook = faulty("commit", ...DONE);
      await failing(world, world.room.submit("n", "smith", COUNTER));
      expect(world.clock.refCount).toBe(0);
      const told = world.told.length;
      await world.room[end]();
      expect(world.clock.pendingCount).toBe(0);
      await world.clock.advance(WEEK);
      expect(world.told).toHaveLength(told);
    }
  });

  it("a driver's TypeError leaves the outcome as unknown as any other throw, and is found out [EN-64]", async () => {
    const world = await begun();
    let count = 0;
    world.hook = (method, work) => {
      if (method === "commit" && count++ === 0) {
        work();
        throw new TypeError("fetch failed");
      }
      return work();
    };
    const result = world.room.submit("n", "smith", ACCEPT);
    await world.clock.advance(50);
    expect(await result).toMatchObject({ ok: true, turn: { action: "accept" } });
    expect(world.since()).toEqual(["turn:recorded", "negotiation:agreed", "negotiation:settled"]);
  });
});

describe("a creation of which nobody knows whether it was stored", () => {
  it("is told a second later with its agents asked, without a repeat [EN-64]", async () => {
    const world = openStored(faulty("create", ...DONE), SLOW);
    const smith = { id: "smith", kind: "system", agent: () => ACCEPT } as const;
    await failing(world, world.room.createNegotiation("ada", smith, PRICE));
    expect(world.names()).toEqual([]);
    await world.clock.advance(1_000);
    expect(world.headlines()).toEqual(["negotiation:started", "negotiation:agreed", "negotiation:settled"]);
    await world.clock.advance(WEEK);
    expect(world.count("negotiation:started")).toBe(1);
  });

  it("is looked for no longer than until its first deadline, at which it could only end [EN-64]", async () => {
    const world = openStored(faulty("create", ...NOT_DONE), { rules: { turnMs: 10_000 } });
    await failing(world, world.room.createNegotiation("ada", "smith", PRICE));
    expect(await readsOf(world, 3_600_000)).toEqual([1_000, 3_000, 7_000, 15_000]);
    expect([world.names(), world.clock.pendingCount]).toEqual([[], 0]);
  });

  it("that a repeat has told is not told again [EN-64]", async () => {
    const world = openStored(faulty("create", ...DONE), SLOW);
    const create = () => world.room.createNegotiation("ada", "smith", PRICE, { commandId: "c" });
    await failing(world, create());
    await create();
    await world.clock.advance(60_000);
    expect(world.count("negotiation:started")).toBe(1);
  });

  it("is told before what a party says to it, which must have found it in the store [EN-64]", async () => {
    const world = openStored(faulty("create", ...DONE), SLOW);
    await failing(world, world.room.createNegotiation("ada", "smith", PRICE, { id: "n" }));
    expect(await world.room.submit("n", "smith", ACCEPT)).toMatchObject({ ok: true });
    const headlines = ["negotiation:started", "negotiation:agreed", "negotiation:settled"];
    expect(world.headlines()).toEqual(headlines);
    await world.clock.advance(WEEK);
    expect(world.headlines()).toEqual(headlines);
  });

  it("is told before what a deadline comes to that is found due in the store [EN-64]", async () => {
    const world = openStored(faulty("create", ...DONE), { rules: { turnMs: 500 } });
    await failing(world, world.room.createNegotiation("ada", "smith", PRICE, { id: "n" }));
    // Told of its deadline by somebody who read the store, such as a sweep.
    await world.clock.advance(250);
    expect(await world.room.submit("n", "smith", COUNTER)).toMatchObject({ code: "negotiation_over" });
    expect(world.names()[0]).toBe("negotiation:started");
    expect(world.names().at(-1)).toBe("negotiation:settled");
    await world.clock.advance(WEEK);
    expect(world.count("negotiation:started")).toBe(1);
  });
});
