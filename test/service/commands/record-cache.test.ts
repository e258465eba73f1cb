import { describe, expect, it } from "vitest";
import { mistake } from "../../../src/core/checks/index.js";
import { decide } from "../../../src/core/index.js";
import type { Negotiation } from "../../../src/core/record/index.js";
import { NegotiationError } from "../../../src/errors.js";
import { RETRY_DELAYS_MS, RecordCache, RulesResolver } from "../../../src/service/commands/index.js";
import type { RecordCacheOptions } from "../../../src/service/commands/record-cache.js";
import { runSteps } from "../../../src/service/queue/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { CANCEL, createCommand, negotiationOf, T0 } from "../../kit/builders.js";
import { codeOf } from "../../kit/open-room.js";
import { faulty, hookedStore, plainly } from "../hooked-store.js";

function ledgerOf(options: Partial<RecordCacheOptions> = {}): {
  cache: RecordCache<unknown>;
  clock: ManualClock;
  store: MemoryStore;
} {
  const clock = new ManualClock(T0);
  const store = new MemoryStore();
  const cache = new RecordCache<unknown>({
    roomId: "room-1",
    store,
    rules: new RulesResolver({}, false),
    clock,
    keepSettled: 10,
    isShared: false,
    outbox: false,
    ...options,
  });
  return { cache, clock, store };
}

const named = (id: string, record: Negotiation): Negotiation => ({ ...record, id });
const LIVE = negotiationOf({ opening: { price: 40 } });
const NEXT = negotiationOf({ opening: { price: 40 }, moves: ["counter"] });
const OVER = negotiationOf({ opening: { price: 40 }, moves: ["accept"] });
const CLOSED = new NegotiationError("service_closed", "closed");

function stored(cache: RecordCache<unknown>): Negotiation {
  const decision = decide(null, createCommand({ opening: { price: 40 } }), T0);
  if (!decision.ok || decision.entry === null) throw new Error("Expected a creation.");
  cache.create(decision.negotiation, decision.entry, decision.events);
  return decision.negotiation;
}

describe("RecordCache: what it keeps", () => {
  it("keeps the newest record of each negotiation", () => {
    const { cache } = ledgerOf();
    cache.keep(NEXT);
    cache.keep(LIVE);
    expect(cache.known("neg_1")).toBe(NEXT);
    expect(cache.known("nope")).toBeUndefined();
  });

  it("RM-20: knows the active and the latest of those that it created", () => {
    const { cache } = ledgerOf();
    expect([cache.active, cache.latest]).toEqual([undefined, undefined]);
    cache.keep(named("neg_other", LIVE));
    expect([cache.active, cache.latest]).toEqual([undefined, undefined]);
    cache.keepCreated(LIVE);
    expect([cache.active, cache.latest]).toEqual([LIVE, LIVE]);
    cache.keep(OVER);
    expect([cache.active, cache.latest]).toEqual([undefined, OVER]);
  });

  it("RM-19: lets the oldest final records go, and no live one", () => {
    const { cache } = ledgerOf({ keepSettled: 2 });
    cache.keep(named("live", LIVE));
    for (const id of ["one", "two", "three"]) cache.keep(named(id, OVER));
    expect(["one", "two", "three", "live"].map((id) => cache.known(id)?.id)).toEqual([
      undefined,
      "two",
      "three",
      "live",
    ]);
  });

  it("is quiet when nothing that it has seen is live", () => {
    const { cache } = ledgerOf({ keepSettled: 1 });
    expect(cache.isQuiet).toBe(true);
    cache.keep(LIVE);
    expect(cache.isQuiet).toBe(false);
    cache.keep(OVER);
    expect(cache.isQuiet).toBe(true);
    cache.keep(named("two", OVER));
    cache.keep(named("three", LIVE));
    expect(cache.isQuiet).toBe(false);
    cache.forget("three");
    expect(cache.isQuiet).toBe(true);
  });

  it("RM-21: forgets one, or everything", () => {
    const { cache } = ledgerOf();
    cache.keepCreated(LIVE);
    cache.forget("neg_1");
    expect([cache.known("neg_1"), cache.active, cache.latest]).toEqual([undefined, undefined, undefined]);
    cache.keepCreated(LIVE);
    cache.clear();
    expect([cache.known("neg_1"), cache.active, cache.latest]).toEqual([undefined, undefined, undefined]);
  });
});

describe("RecordCache: what it reads", () => {
  it("ST-4: reads a record with its turns, and keeps it", () => {
    const { cache } = ledgerOf();
    const created = stored(cache);
    const read = runSteps(cache.read(created.id)) as Negotiation;
    expect(read).toEqual(created);
    expect(cache.known(created.id)).toBe(read);
    expect(runSteps(cache.load(created.id))).toBe(read);
  });

  it("sees what another process has committed when it loads, and not when it reads", () => {
    const { cache, store } = ledgerOf();
    const created = stored(cache);
    cache.keep(created);
    const other = new RecordCache<unknown>({
      roomId: "room-1",
      store,
      rules: new RulesResolver({}, false),
      clock: new ManualClock(T0),
      keepSettled: 10,
      isShared: true,
      outbox: false,
    });
    const decision = decide(created, CANCEL, T0 + 1);
    if (!decision.ok || decision.entry === null) throw new Error("Expected a decision.");
    other.commit(decision.negotiation, { ...decision.entry, commandId: "cancel" }, decision.events);
    expect(runSteps(cache.read(created.id))).toBe(created);
    expect(runSteps(cache.load(created.id))).toEqual(decision.negotiation);
    expect(cache.known(created.id)?.status).toBe("withdrawn");
  });

  it("AS-18: a negotiation of another room is none of this one's", () => {
    const { cache, store } = ledgerOf();
    const created = stored(cache);
    const { cache: other } = ledgerOf({ store, roomId: "room-2" });
    expect(runSteps(other.load(created.id))).toBeUndefined();
    expect(other.known(created.id)).toBeUndefined();
  });

  it.each([undefined, null, 7, "", "x".repeat(257), {}])(
    "asks no store for %j, which cannot be an id",
    (id) => {
      const { cache } = ledgerOf({
        store: hookedStore(() => {
          throw new Error("asked");
        }),
      });
      expect(runSteps(cache.read(id as string))).toBeUndefined();
    },
  );

  it("ST-22: writes outbox rows when it is told to, and else none", () => {
    for (const outbox of [false, true]) {
      const { cache, store } = ledgerOf({ outbox });
      stored(cache);
      const types = store.readOutbox({ after: null, limit: 10 }).map(({ type }) => type);
      expect(types).toEqual(outbox ? ["negotiation:started", "turn:recorded", "turn:awaited"] : []);
    }
  });
});

describe("RecordCache: what it does when the store throws", () => {
  it("ST-33: asks again after 50 and 200 ms on the clock", async () => {
    expect(RETRY_DELAYS_MS).toEqual([50, 200]);
    const asked: number[] = [];
    const memory = new MemoryStore();
    const fault = faulty("load", "throws before", "rejects before");
    const { cache, clock } = ledgerOf({
      store: hookedStore((method, work, argument) => {
        asked.push(clock.now() - T0);
        return fault(method, work, argument);
      }, memory),
    });
    const read = runSteps(cache.read("neg_1"));
    await clock.advance(49);
    expect(asked).toEqual([0]);
    await clock.advance(1);
    expect(asked).toEqual([0, 50]);
    await clock.advance(199);
    expect(asked).toEqual([0, 50]);
    await clock.advance(1);
    expect(asked).toEqual([0, 50, 250]);
    expect(await read).toBeUndefined();
    expect(clock.pendingCount).toBe(0);
  });

  it("ST-33: gives up after the third throw, with the store's own error as the cause", async () => {
    const { cache, clock } = ledgerOf({
      store: hookedStore(faulty("load", ...Array(3).fill("throws before"))),
    });
    const read = Promise.resolve(runSteps(cache.read("neg_1")));
    const failed = read.catch((error: unknown) => error);
    await clock.advance(250);
    expect(await failed).toMatchObject({
      code: "store_failed",
      details: { attempts: 3 },
      cause: new Error("The store is away."),
    });
  });

  it.each([
    mistake(new TypeError("malformed")),
    mistake(new RangeError("out of range")),
    new NegotiationError("store_closed", "closed"),
  ])("ST-13: does not ask again where that cannot help: %s", (error) => {
    const { cache, clock } = ledgerOf({
      store: hookedStore(() => {
        throw error;
      }),
    });
    expect(() => runSteps(cache.read("neg_1"))).toThrow(error);
    expect(clock.pendingCount).toBe(0);
  });

  it.each([new TypeError("fetch failed"), new RangeError("out of memory")])(
    "a driver's own %s is tried again like any other throw [EN-64]",
    async (error) => {
      const { cache, clock } = ledgerOf({
        store: hookedStore(() => {
          throw error;
        }),
      });
      const failed = Promise.resolve(runSteps(cache.read("neg_1"))).catch((thrown: unknown) => thrown);
      await clock.advance(250);
      expect(await failed).toMatchObject({ code: "store_failed", cause: error });
    },
  );

  it("ST-33: the waits end when the service closes, and none begins afterwards", async () => {
    const { cache, clock } = ledgerOf({
      store: hookedStore(faulty("load", ...Array(9).fill("throws before"))),
    });
    const waits = [codeOf(Promise.resolve(runSteps(cache.read("neg_1"))))];
    waits.push(codeOf(Promise.resolve(runSteps(cache.read("neg_2")))));
    expect(clock.pendingCount).toBe(2);
    cache.stopPausing(CLOSED);
    expect(clock.pendingCount).toBe(0);
    expect(await Promise.all(waits)).toEqual(["service_closed", "service_closed"]);
    expect(() => runSteps(cache.read("neg_3"))).toThrow(CLOSED);
    expect(clock.pendingCount).toBe(0);
  });

  it("a plain store needs no wait at all", () => {
    const { cache, clock } = ledgerOf({ store: hookedStore(plainly) });
    expect(runSteps(cache.read("neg_1"))).toBeUndefined();
    expect(clock.pendingCount).toBe(0);
  });
});
