import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { DeadlineTimer, TermsSchema } from "../../../src/ports/index.js";
import type { NegotiationRoomsOptions } from "../../../src/service/room/index.js";
import { NegotiationRooms, NegotiationService } from "../../../src/service/room/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { codeOf, EVENT_NAMES, sequentialIds, T0 } from "../../kit/open-room.js";
import { deferred } from "../watched-room.js";

interface Offer {
  readonly price: number;
}

/** One event of one room. */
interface Heard {
  readonly name: string;
  readonly roomId: string;
  readonly payload: any;
}

const open: NegotiationRooms<Offer>[] = [];
afterEach(async () => {
  for (const rooms of open.splice(0)) await rooms.close();
});

/** Rooms on a manual clock, with everything that they tell. */
function openRooms(options: NegotiationRoomsOptions<Offer> = {}) {
  const clock = options.clock instanceof ManualClock ? options.clock : new ManualClock(T0);
  const rooms = new NegotiationRooms<Offer>({ clock, ids: sequentialIds(), ...options });
  open.push(rooms);
  const heard: Heard[] = [];
  for (const name of EVENT_NAMES) rooms.on(name, (event) => void heard.push({ name, ...event }));
  const headlines = () =>
    heard
      .filter(({ name }) => !name.startsWith("turn:"))
      .map(({ name, roomId }) => `${roomId} ${name.split(":")[1]}`);
  return { rooms, clock, heard, headlines };
}

const IDLE_MS = 600_000;

/** Judges when the test says so. */
function slowSchema() {
  const verdict = deferred<{ readonly value: Offer }>();
  const terms: TermsSchema<Offer> = {
    "~standard": { version: 1, vendor: "test", validate: () => verdict.promise },
  };
  return { terms, judge: () => verdict.resolve({ value: { price: 40 } }) };
}

describe("finding rooms", () => {
  it("EN-48: room() makes a service on first use and gives the same afterwards, peek() makes none", async () => {
    const { rooms } = openRooms();
    const room = rooms.room("market-7");
    expect(room).toBeInstanceOf(NegotiationService);
    expect(room.roomId).toBe("market-7");
    expect(rooms.room("market-7")).toBe(room);
    expect(rooms.room("market-8")).not.toBe(room);
    expect([rooms.peek("market-7"), rooms.peek("market-9"), rooms.size]).toEqual([room, undefined, 2]);
  });

  it("EN-48: rooms share no active negotiation", async () => {
    const { rooms } = openRooms();
    const one = await rooms.room("one").createNegotiation("ada", "smith", { price: 40 });
    const two = await rooms.room("two").createNegotiation("ada", "smith", { price: 40 });
    expect(rooms.room("one").getActiveNegotiation()).toBe(one);
    expect(rooms.room("two").getActiveNegotiation()).toBe(two);
    expect(await rooms.room("two").submit(one.id, "smith", { action: "accept" })).toMatchObject({
      ok: false,
      code: "unknown_negotiation",
    });
  });
});

describe("events of all rooms", () => {
  it("EN-48: tells each event once, with the id of its room, after the room's own listeners", async () => {
    const { rooms, heard } = openRooms();
    const order: string[] = [];
    const own: unknown[] = [];
    rooms.on("negotiation:started", ({ roomId }) => void order.push(`rooms ${roomId}`));
    for (const id of ["one", "two"]) {
      rooms.room(id).on("negotiation:started", (negotiation) => {
        order.push(`room ${id}`);
        own.push(negotiation);
      });
      await rooms.room(id).createNegotiation("ada", "smith", { price: 40 });
    }
    expect(order).toEqual(["room one", "rooms one", "room two", "rooms two"]);
    const started = heard.filter(({ name }) => name === "negotiation:started");
    expect(started.map(({ payload }) => payload)).toEqual(own);
    expect(started[0]?.payload).toBe(own[0]);
    expect(heard.map(({ name, roomId }) => `${roomId} ${name}`)).toEqual([
      "one negotiation:started",
      "one turn:recorded",
      "one turn:awaited",
      "two negotiation:started",
      "two turn:recorded",
      "two turn:awaited",
    ]);
  });

  it("EN-48: a listener of a room that throws is told of with the id of the room", async () => {
    const { rooms, heard } = openRooms();
    const error = new Error("Broken.");
    const room = rooms.room("one");
    room.on("negotiation:started", () => {
      throw error;
    });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    expect(heard.filter(({ name }) => name === "listener:error")).toEqual([
      {
        name: "listener:error",
        roomId: "one",
        payload: { event: "negotiation:started", error, negotiationId: id },
      },
    ]);
  });

  it("EN-48: a listener of all rooms that throws or rejects hurts nobody, and is told of in the same way", async () => {
    const { rooms, heard, headlines } = openRooms();
    const error = new Error("Broken.");
    rooms.on("negotiation:started", () => {
      throw error;
    });
    rooms.on("turn:recorded", (async () => {
      throw error;
    }) as never);
    const after: string[] = [];
    rooms.on("negotiation:started", ({ roomId }) => void after.push(roomId));
    const { id } = await rooms.room("one").createNegotiation("ada", "smith", { price: 40 });
    await Promise.resolve();
    expect(after).toEqual(["one"]);
    const failures = heard.filter(({ name }) => name === "listener:error");
    expect(failures).toEqual(
      ["negotiation:started", "turn:recorded"].map((event) => ({
        name: "listener:error",
        roomId: "one",
        payload: { event, error, negotiationId: id },
      })),
    );
    expect(headlines()).toContain("one started");
  });
});

describe("what rooms share", () => {
  it("EN-48: one native timer for the deadlines of all rooms, and one that looks for idle rooms", async () => {
    const { rooms, clock } = openRooms();
    const live: string[] = [];
    for (let count = 1; count <= 500; count++) {
      const { id } = await rooms.room(`room-${count}`).createNegotiation("ada", "smith", { price: 40 });
      live.push(id);
    }
    expect(clock.pendingCount).toBe(2);
    // Neither keeps a process alive that has nothing else to do.
    expect(clock.refCount).toBe(0);
    for (const [index, id] of live.entries()) {
      await rooms.room(`room-${index + 1}`).submit(id, "smith", { action: "reject" });
    }
    expect(clock.pendingCount).toBeLessThanOrEqual(2);
    await rooms.close();
    expect(clock.pendingCount).toBe(0);
  });

  it("EN-48: one timer port, started once for all rooms, however many are made", async () => {
    const scopes: (string | undefined)[] = [];
    const timer: DeadlineTimer = {
      arm: () => undefined,
      disarm: () => undefined,
      start: (_, scope) => {
        scopes.push(scope?.roomId);
        return { stop: () => undefined };
      },
    };
    const { rooms } = openRooms({ timer });
    for (const id of ["one", "two", "three"]) rooms.room(id);
    expect(scopes).toEqual([undefined]);
  });

  it("EN-48: one sweep: what another process left overdue in any room is expired by it", async () => {
    const store = new MemoryStore();
    const clock = new ManualClock(T0);
    const other = new NegotiationRooms<Offer>({ store, clock });
    const left = await other.room("of another").createNegotiation("ada", "smith", { price: 40 });
    await other.close();
    const { rooms, headlines } = openRooms({ store, clock });
    rooms.room("mine");
    await clock.advance(29_999);
    expect(rooms.peek("of another")).toBeUndefined();
    // The sweep looks once a second.
    await clock.advance(1_001);
    expect(headlines()).toEqual(["of another expired", "of another settled"]);
    expect(rooms.peek("of another")?.getNegotiation(left.id)?.outcome?.reason).toBe("turn_timeout");
  });
});

describe("letting go", () => {
  it.each([
    ["the default, 600,000", undefined],
    ["1", 1],
    ["2,000", 2_000],
    ["more than 2^31", 2_147_483_648],
  ])("EN-48: an unused room is let go after idleMs, and not 1 ms before: %s", async (_, idleMs) => {
    const { rooms, clock } = openRooms({ idleMs });
    const room = rooms.room("one");
    await clock.advance((idleMs ?? IDLE_MS) - 1);
    expect(rooms.peek("one")).toBe(room);
    await clock.advance(1);
    expect([rooms.size, rooms.peek("one"), room.isClosed, clock.pendingCount]).toEqual([
      0,
      undefined,
      true,
      0,
    ]);
  });

  it("EN-48: each room has its own time: a call for it or an event of it begins idleMs anew, a peek does not", async () => {
    const { rooms, clock } = openRooms({ rules: { turnMs: 500_000, totalMs: 900_000 } });
    rooms.room("peeked");
    rooms.room("called");
    const { id } = await rooms.room("told").createNegotiation("ada", "smith", { price: 40 });
    const told = rooms.room("told");
    await clock.advance(400_000);
    rooms.peek("peeked");
    rooms.room("called");
    await told.submit(id, "smith", { action: "reject" });
    const held = () => ["peeked", "called", "told"].filter((one) => rooms.peek(one) !== undefined);
    await clock.advance(199_999);
    expect(held()).toEqual(["peeked", "called", "told"]);
    await clock.advance(1);
    expect(held()).toEqual(["called", "told"]);
    await clock.advance(399_999);
    expect(held()).toEqual(["called", "told"]);
    await clock.advance(1);
    expect(held()).toEqual([]);
  });

  it("EN-48: not with an open negotiation, and idleMs after its last event", async () => {
    const { rooms, clock } = openRooms({ rules: { turnMs: 5 * IDLE_MS, totalMs: 10 * IDLE_MS } });
    const room = rooms.room("one");
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await clock.advance(5 * IDLE_MS - 1);
    expect(rooms.peek("one")).toBe(room);
    await clock.advance(1);
    expect(room.getNegotiation(id)?.outcome?.reason).toBe("turn_timeout");
    await clock.advance(IDLE_MS - 1);
    expect(rooms.peek("one")).toBe(room);
    await clock.advance(1);
    expect(rooms.peek("one")).toBeUndefined();
  });

  it("EN-48: not with a listener; once it is gone, at the next look", async () => {
    const { rooms, clock } = openRooms();
    const listener = (): void => undefined;
    const room = rooms.room("one").on("negotiation:started", listener);
    await clock.advance(10 * IDLE_MS);
    expect(rooms.peek("one")).toBe(room);
    room.off("negotiation:started", listener);
    await clock.advance(IDLE_MS);
    expect(rooms.peek("one")).toBeUndefined();
  });

  it("EN-48: listeners of all rooms keep none", async () => {
    const { rooms, clock } = openRooms();
    rooms.room("one");
    expect(rooms.listenerCount("negotiation:started")).toBe(1);
    await clock.advance(IDLE_MS);
    expect(rooms.size).toBe(0);
  });

  it("EN-48: not while a command is under way", async () => {
    const { terms, judge } = slowSchema();
    const { rooms, clock } = openRooms({ terms });
    const room = rooms.room("one");
    const created = room.createNegotiation("ada", "smith", { price: 40 });
    await clock.advance(10 * IDLE_MS);
    expect(rooms.peek("one")).toBe(room);
    judge();
    expect((await created).status).toBe("proposed");
  });

  it("EN-48: an old handle is closed; asked for again, the room comes back with what it had", async () => {
    const { rooms, clock } = openRooms();
    const old = rooms.room("one");
    const { id } = await old.createNegotiation("ada", "smith", { price: 40 });
    await old.submit(id, "smith", { action: "accept" });
    const record = old.getNegotiation(id);
    await clock.advance(IDLE_MS);
    expect(await codeOf(old.createNegotiation("ada", "smith", { price: 40 }))).toBe("service_closed");
    const again = rooms.room("one");
    expect(again).not.toBe(old);
    expect(again.getNegotiation(id)).toBeUndefined();
    expect(await again.loadNegotiation(id)).toEqual(record);
    expect((await again.createNegotiation("ada", "smith", { price: 50 })).status).toBe("proposed");
  });

  it("EN-48: a clock that is set back lets nobody go early", async () => {
    const { rooms, clock } = openRooms();
    rooms.room("one");
    clock.set(T0 - IDLE_MS);
    rooms.room("one");
    await clock.advance(IDLE_MS);
    expect(rooms.size).toBe(1);
    await clock.advance(IDLE_MS);
    expect(rooms.size).toBe(0);
  });
});

describe("waking", () => {
  it("EN-48: a deadline of a room that was closed brings it back and expires the negotiation", async () => {
    const { rooms, clock, headlines } = openRooms();
    const { id } = await rooms.room("one").createNegotiation("ada", "smith", { price: 40 });
    await rooms.close("one");
    expect(rooms.peek("one")).toBeUndefined();
    await clock.advance(29_999);
    expect(rooms.peek("one")).toBeUndefined();
    await clock.advance(1);
    expect(headlines()).toEqual(["one started", "one expired", "one settled"]);
    expect(rooms.peek("one")?.getNegotiation(id)).toMatchObject({
      status: "expired",
      outcome: { reason: "turn_timeout" },
    });
  });

  it("EN-48: a wake-up that came too early brings the room back, and the negotiation ends in time", async () => {
    const store = new MemoryStore();
    const clock = new ManualClock(T0);
    let deliver: (id: string, roomId: string) => void = () => undefined;
    const inner = openRooms({ store, clock });
    const { id } = await inner.rooms.room("one").createNegotiation("ada", "smith", { price: 40 });
    await inner.rooms.close();
    const timer: DeadlineTimer = {
      arm: () => undefined,
      disarm: () => undefined,
      start: (handler) => {
        deliver = (negotiationId, roomId) => void handler({ id: negotiationId, version: 0, roomId });
        return { stop: () => undefined };
      },
    };
    const { rooms, headlines } = openRooms({ store, clock, timer });
    rooms.room("other");
    deliver(id, "one");
    await clock.advance(0);
    expect(rooms.peek("one")?.getNegotiation(id)?.status).toBe("proposed");
    await clock.advance(30_000);
    deliver(id, "one");
    deliver(id, "one");
    await clock.advance(0);
    expect(headlines()).toEqual(["one expired", "one settled"]);
    await rooms.close();
    deliver(id, "two");
    await clock.advance(0);
    expect(rooms.size).toBe(0);
  });
});

describe("a timer that fails", () => {
  const warnings: string[] = [];
  const observer = { warn: (what: string) => void warnings.push(what) };

  it.each([
    ["throws", false],
    ["rejects", true],
  ] as const)(
    "EN-48: one whose start %s is started again with the next room, and close() still closes",
    async (_, isLater) => {
      warnings.length = 0;
      let starts = 0;
      const timer: DeadlineTimer = {
        arm: () => undefined,
        disarm: () => undefined,
        start: () => {
          starts += 1;
          if (starts > 1) return { stop: () => Promise.reject(new Error("No server.")) };
          if (isLater) return Promise.reject(new Error("No server."));
          throw new Error("No server.");
        },
      };
      const { rooms, clock } = openRooms({ timer, observer });
      const room = rooms.room("one");
      await clock.advance(0);
      expect(warnings).toEqual(["timer start failed"]);
      rooms.room("two");
      expect(starts).toBe(2);
      expect(rooms.room("one")).toBe(room);
      await rooms.close();
      expect(warnings).toEqual(["timer start failed", "timer stop failed"]);
      expect(room.isClosed).toBe(true);
    },
  );
});

describe("closing", () => {
  it("EN-48: close(roomId) closes that room after its queued commands, and no other", async () => {
    const { terms, judge } = slowSchema();
    const { rooms, headlines } = openRooms({ terms });
    const [one, two] = [rooms.room("one"), rooms.room("two")];
    const created = one.createNegotiation("ada", "smith", { price: 40 });
    const closing = rooms.close("one");
    expect(rooms.peek("one")).toBeUndefined();
    judge();
    await closing;
    expect((await created).status).toBe("proposed");
    expect(headlines()).toEqual(["one started"]);
    expect([one.isClosed, two.isClosed]).toEqual([true, false]);
    expect(rooms.room("one")).not.toBe(one);
  });

  it("EN-48: close(roomId) of an unknown room, and either close twice, is no error", async () => {
    const { rooms } = openRooms();
    rooms.room("one");
    await Promise.all([rooms.close("nobody"), rooms.close("one"), rooms.close("one")]);
    expect(rooms.size).toBe(0);
    expect(rooms.close()).toBe(rooms.close());
    await rooms.close();
    await rooms.close("one");
  });

  it("EN-48: close() waits for rooms that are closing already, before it closes the store", async () => {
    const { terms, judge } = slowSchema();
    const { rooms } = openRooms({ terms });
    const created = rooms.room("one").createNegotiation("ada", "smith", { price: 40 });
    void rooms.close("one");
    const closing = rooms.close();
    judge();
    expect((await created).status).toBe("proposed");
    await closing;
  });

  it("EN-48: after close() room() throws service_closed, and handles reject with it", async () => {
    const { rooms } = openRooms();
    const room = rooms.room("one");
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    const closing = rooms.close();
    expect(() => rooms.room("one")).toThrow(expect.objectContaining({ code: "service_closed" }));
    expect(() => rooms.room("new")).toThrow(/after close\(\)/);
    await closing;
    expect(rooms.peek("one")).toBeUndefined();
    expect(await codeOf(room.submit(id, "smith", { action: "accept" }))).toBe("service_closed");
  });

  it("EN-48: after close() nothing fires: no event, no timer, no wake-up", async () => {
    const { rooms, clock, heard } = openRooms();
    for (const id of ["one", "two"]) await rooms.room(id).createNegotiation("ada", "smith", { price: 40 });
    await rooms.close();
    const before = heard.length;
    expect(clock.pendingCount).toBe(0);
    await clock.advance(10 * IDLE_MS);
    expect(heard).toHaveLength(before);
    expect(rooms.size).toBe(0);
  });

  it("EN-48: closes a store of its own, and never one that was handed in", async () => {
    const store = new MemoryStore();
    const { rooms } = openRooms({ store });
    rooms.room("one");
    await rooms.close();
    expect(store.load("neg_1")).toBeNull();
  });
});

describe("wrong arguments", () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "600000", null])(
    "EN-48: idleMs %s is a RangeError that shows it",
    (idleMs) => {
      const make = () => new NegotiationRooms({ idleMs: idleMs as never });
      expect(make).toThrow(RangeError);
      expect(make).toThrow(/^Expected idleMs to be an integer of at least 1, got /);
    },
  );

  it("EN-48: an unknown option is a TypeError that names the nearest known one", () => {
    const make = (options: object) => () => new NegotiationRooms(options);
    expect(make({ idelMs: 1 })).toThrow(
      new TypeError('Expected a known member of options, got "idelMs". Did you mean idleMs?'),
    );
    expect(make({ clok: new ManualClock() })).toThrow(/Did you mean clock\?/);
    expect(make(null as never)).toThrow(TypeError);
    expect(make(7 as never)).toThrow(/^Expected options to be a.* object, got another number\.$/);
  });

  it("EN-48: wrong options of the rooms, and wrong rules, are told at construction", () => {
    expect(() => new NegotiationRooms({ keepSettled: -1 })).toThrow(RangeError);
    expect(() => new NegotiationRooms({ store: 7 as never })).toThrow(TypeError);
    expect(() => new NegotiationRooms({ rules: { turnMs: -5 } })).toThrow(
      expect.objectContaining({ code: "rules_invalid" }),
    );
  });

  it.each([
    ["empty", ""],
    ["too long", "x".repeat(257)],
    ["a number", 7],
    ["null", null],
    ["undefined", undefined],
  ])("EN-48: a room id that is %s is a TypeError, and nothing is made", async (_, id) => {
    const { rooms } = openRooms();
    expect(() => rooms.room(id as never)).toThrow(TypeError);
    expect(rooms.size).toBe(0);
  });
});

describe("10,000 rooms", () => {
  it("EN-48: that are let go, and as many that are closed, leave no growth of the heap", async () => {
    const script = fileURLToPath(new URL("../let-go-rooms.ts", import.meta.url));
    // A room that stayed would cost thousands of bytes; tables that grew and shrank give or take some tens.
    const negligible = 10_000 * 128;
    const output = await nodeOutput(["--expose-gc", "--import", "tsx", script, String(negligible)]);
    const { letGoBytes, closedBytes, size, pendingCount } = JSON.parse(output);
    // One room has stayed, for the alarm to look at.
    expect({ size, pendingCount }).toEqual({ size: 1, pendingCount: 1 });
    expect(letGoBytes).toBeLessThan(negligible);
    expect(closedBytes).toBeLessThan(negligible);
  });
});

function nodeOutput(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { encoding: "utf8", timeout: 120_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stderr}`));
    });
  });
}
