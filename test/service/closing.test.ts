import { describe, expect, it } from "vitest";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationRooms } from "../../src/service/room/index.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { codeOf, T0 } from "../kit/open-room.js";
import { type Hook, hookedStore, openStored, plainly } from "./hooked-store.js";
import { deferred } from "./watched-room.js";

const PRICE = { totalAmount: 40 };
const ACCEPT = { action: "accept" } as const;
const HANGING: Hook = () => new Promise(() => {});
/** A schema that judges the opening at 40 at once, and anything else when the test says so, or never. */
const slowly = (verdict: Promise<unknown>): ServiceOptions<any>["terms"] => ({
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value: any) => (value.totalAmount === 40 ? { value } : verdict.then(() => ({ value }))),
  },
});
const COUNTER = { action: "counter", terms: { totalAmount: 50 } } as const;
const NEVER = new Promise(() => {});

type Warning = readonly [string, Readonly<Record<string, unknown>>];

async function begun(options: ServiceOptions<any> = {}) {
  const warnings: Warning[] = [];
  const observer = { warn: (what: string, details: object) => void warnings.push([what, { ...details }]) };
  const world = openStored(plainly, { observer, ...options });
  await world.room.createNegotiation("ada", "smith", PRICE, { id: "n" });
  return Object.assign(world, { warnings });
}

/** Whether it has resolved by now. */
function watched(promise: Promise<unknown>): { readonly isOver: () => boolean } {
  let isOver = false;
  void promise.then(() => {
    isOver = true;
  });
  return { isOver: () => isOver };
}

describe("close() of a service", () => {
  it.each([
    ["a store", "store", 5_000, {}],
    ["a store, with a closeMs of its own", "store", 70, { closeMs: 70 }],
    ["a schema", "schema", 5_000, {}],
    ["a hook of admission", "admit", 5_000, {}],
    ["nothing at all: closeMs 0 waits for nobody", "store", 0, { closeMs: 0 }],
  ])("that waits for %s that hangs ends after closeMs, and says so [EN-63]", async (_, what, ms, options) => {
    const hung = {
      store: {},
      schema: { terms: slowly(NEVER) },
      admit: { admit: ({ move }: any) => (move.action === "counter" ? (NEVER as any) : true) },
    }[what as "store"];
    const world = await begun({ ...options, ...hung });
    if (what === "store") world.hook = HANGING;
    void world.room.submit("n", "smith", COUNTER).catch(() => undefined);
    const told = world.told.length;
    const closing = watched(world.room.close());
    await world.clock.advance(Math.max(ms - 1, 0));
    expect(closing.isOver()).toBe(ms === 0);
    await world.clock.advance(1);
    expect(closing.isOver()).toBe(true);
    expect(world.room.isClosed).toBe(true);
    expect(world.warnings).toEqual([["close gave up", { roomId: "room-1", closeMs: ms, commands: 1 }]]);
    expect([world.told.length, world.clock.pendingCount]).toEqual([told, 0]);
    await world.clock.advance(3_600_000);
    expect(world.told).toHaveLength(told);
  });

  it("ends although a wake-up hangs in the store, which nobody's command waits for [EN-63]", async () => {
    const world = await begun();
    world.hook = HANGING;
    await world.clock.advance(30_000);
    const closing = watched(world.room.close());
    await world.clock.advance(5_000);
    expect(closing.isOver()).toBe(true);
  });

  it("ends although its timer never stops [EN-63]", async () => {
    const clock = new ManualClock(T0);
    const real = new WakeUpTimer({ clock });
    const timer = {
      arm: real.arm.bind(real),
      disarm: real.disarm.bind(real),
      start: () => ({ stop: () => new Promise<void>(() => {}) }),
    };
    const world = openStored(plainly, { timer }, clock);
    await world.room.createNegotiation("ada", "smith", PRICE);
    const closing = watched(world.room.close());
    await world.clock.advance(5_000);
    expect(closing.isOver()).toBe(true);
  });

  it("ends at once with destroy(), and leaves no timer [EN-63]", async () => {
    const world = await begun();
    world.hook = HANGING;
    void world.room.submit("n", "smith", COUNTER).catch(() => undefined);
    const closing = watched(world.room.close());
    world.room.destroy();
    expect(world.clock.pendingCount).toBe(0);
    await world.clock.advance(0);
    expect([closing.isOver(), world.warnings]).toEqual([true, []]);
  });

  it("lets a move end that a slow hook is judging, and tells it before it resolves [EN-63]", async () => {
    const verdict = deferred<unknown>();
    const world = await begun({ terms: slowly(verdict.promise) });
    const moved = world.room.submit("n", "smith", COUNTER);
    const closing = watched(world.room.close());
    await world.clock.advance(4_999);
    expect(closing.isOver()).toBe(false);
    verdict.resolve(true);
    expect(await moved).toMatchObject({ ok: true, turn: { number: 2 } });
    await world.clock.advance(0);
    expect(closing.isOver()).toBe(true);
    expect(world.count("turn:recorded")).toBe(2);
    expect([world.warnings, world.clock.pendingCount]).toEqual([[], 0]);
  });

  it("lets an opening end that a slow schema is judging, also in a room without any other [EN-63]", async () => {
    const verdict = deferred<unknown>();
    const world = openStored(plainly, { terms: slowly(verdict.promise) });
    const created = world.room.createNegotiation("ada", "smith", { totalAmount: 50 });
    expect(world.room.isIdle).toBe(false);
    const closed = world.room.close();
    verdict.resolve(true);
    expect(await created).toMatchObject({ status: "proposed" });
    await closed;
    expect(world.count("negotiation:started")).toBe(1);
  });

  it("refuses a closeMs that is no time with a RangeError [EN-63]", () => {
    for (const closeMs of [-1, 0.5, Number.NaN, 2_147_483_648])
      expect(() => openStored(plainly, { closeMs })).toThrow(RangeError);
  });
});

describe("an opening that takes its time to be judged", () => {
  it("holds up no command on another creation of the same id, which comes first [EN-63]", async () => {
    const verdict = deferred<unknown>();
    const world = openStored(plainly, { terms: slowly(verdict.promise) });
    const slow = codeOf(world.room.createNegotiation("ada", "smith", { totalAmount: 50 }, { id: "n" }));
    expect(await world.room.createNegotiation("ada", "smith", PRICE, { id: "n" })).toMatchObject({ id: "n" });
    expect(await world.room.submit("n", "smith", ACCEPT)).toMatchObject({ ok: true });
    verdict.resolve(true);
    expect(await slow).toBe("id_taken");
  });

  it("that hangs ends with the room: it fails with service_closed, and creates nothing [EN-63]", async () => {
    for (const end of ["close", "destroy"] as const) {
      const world = openStored(plainly, { terms: slowly(NEVER) });
      const slow = codeOf(world.room.createNegotiation("ada", "smith", { totalAmount: 50 }, { id: "n" }));
      const ended = world.room[end]();
      await world.clock.advance(5_000);
      await ended;
      expect(await slow).toBe("service_closed");
      expect(world.memory.load("n")).toBeNull();
    }
  });
});

describe("close() of many rooms", () => {
  it("ends after closeMs although each hangs in its store, and each says so [EN-63]", async () => {
    const clock = new ManualClock(T0);
    const warnings: unknown[] = [];
    let hook: Hook = plainly;
    const store = hookedStore((method, work, argument) => hook(method, work, argument));
    const observer = { warn: (what: string, { roomId }: any) => void warnings.push([what, roomId]) };
    const rooms = new NegotiationRooms<any>({ store, clock, observer, timer: new WakeUpTimer({ clock }) });
    for (const id of ["red", "blue"])
      await rooms.room(id).createNegotiation("ada", "smith", PRICE, { id: `in ${id}` });
    hook = HANGING;
    for (const id of ["red", "blue"])
      void rooms
        .room(id)
        .submit(`in ${id}`, "smith", ACCEPT)
        .catch(() => undefined);
    const closing = watched(rooms.close());
    await clock.advance(4_999);
    expect(closing.isOver()).toBe(false);
    await clock.advance(1);
    expect(closing.isOver()).toBe(true);
    expect(warnings).toEqual([
      ["close gave up", "red"],
      ["close gave up", "blue"],
    ]);
    expect(clock.pendingCount).toBe(0);
  });
});
