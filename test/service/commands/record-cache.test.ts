import { describe, expect, it } from "vitest";
import { mistake } from "../../../src/core/checks/index.js";
import { decide } from "../../../src/core/index.js";
import type { Negotiation } from "../../../src/core/record/index.js";
import { NegotiationError } from "../../../src/errors.js";
import { Ledger, RETRY_DELAYS_MS, RulesBook } from "../../../src/service/commands/index.js";
import type { LedgerOptions } from "../../../src/service/commands/record-cache.js";
import { runSteps } from "../../../src/service/queue/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { CANCEL, createCommand, negotiationOf, T0 } from "../../core/builders.js";
import { faulty, hookedStore, plainly } from "../hooked-store.js";
import { codeOf } from "../open-room.js";

function ledgerOf(options: Partial<LedgerOptions> = {}): {
  ledger: Ledger<unknown>;
  clock: ManualClock;
  store: MemoryStore;
} {
  const clock = new ManualClock(T0);
  const store = new MemoryStore();
  const ledger = new Ledger<unknown>({
    roomId: "room-1",
    store,
    rules: new RulesBook({}, false),
    clock,
    keepSettled: 10,
    isShared: false,
    outbox: false,
    ...options,
  });
  return { ledger, clock, store };
}

const named = (id: string, record: Negotiation): Negotiation => ({ ...record, id });
const LIVE = negotiationOf({ opening: { price: 40 } });
const NEXT = negotiationOf({ opening: { price: 40 }, moves: ["counter"] });
const OVER = negotiationOf({ opening: { price: 40 }, moves: ["accept"] });
const CLOSED = new NegotiationError("service_closed", "closed");

function stored(ledger: Ledger<unknown>): Negotiation {
  const decision = decide(null, createCommand({ opening: { price: 40 } }), T0);
  if (!decision.ok || decision.entry === null) throw new Error("Expected a creation.");
  ledger.create(decision.negotiation, decision.entry, decision.events);
  return decision.negotiation;
}

describe("Ledger: what it keeps", () => {
  it("keeps the newest record of each negotiation", () => {
    const { ledger } = ledgerOf();
    ledger.keep(NEXT);
    ledger.keep(LIVE);
    expect(ledger.known("neg_1")).toBe(NEXT);
    expect(ledger.known("nope")).toBeUndefined();
  });

  it("RM-20: knows the active and the latest of those that it created", () => {
    const { ledger } = ledgerOf();
    expect([ledger.active, ledger.latest]).toEqual([undefined, undefined]);
    ledger.keep(named("neg_other", LIVE));
    expect([ledger.active, ledger.latest]).toEqual([undefined, undefined]);
    ledger.keepCreated(LIVE);
    expect([ledger.active, ledger.latest]).toEqual([LIVE, LIVE]);
    ledger.keep(OVER);
    expect([ledger.active, ledger.latest]).toEqual([undefined, OVER]);
  });

  it("RM-19: lets the oldest final records go, and no live one", () => {
    const { ledger } = ledgerOf({ keepSettled: 2 });
    ledger.keep(named("live", LIVE));
    for (const id of ["one", "two", "three"]) ledger.keep(named(id, OVER));
    expect(["one", "two", "three", "live"].map((id) => ledger.known(id)?.id)).toEqual([
      undefined,
      "two",
      "three",
      "live",
    ]);
  });

  it("is quiet when nothing that it has seen is live", () => {
    const { ledger } = ledgerOf({ keepSettled: 1 });
    expect(ledger.isQuiet).toBe(true);
    ledger.keep(LIVE);
    expect(ledger.isQuiet).toBe(false);
    ledger.keep(OVER);
    expect(ledger.isQuiet).toBe(true);
    ledger.keep(named("two", OVER));
    ledger.keep(named("three", LIVE));
    expect(ledger.isQuiet).toBe(false);
    ledger.forget("three");
    expect(ledger.isQuiet).toBe(true);
  });

  it("RM-21: forgets one, or everything", () => {
    const { ledger } = ledgerOf();
    ledger.keepCreated(LIVE);
    ledger.forget("neg_1");
    expect([ledger.known("neg_1"), ledger.active, ledger.latest]).toEqual([undefined, undefined, undefined]);
    ledger.keepCreated(LIVE);
    ledger.clear();
    expect([ledger.known("neg_1"), ledger.active, ledger.latest]).toEqual([undefined, undefined, undefined]);
  });
});

describe("Ledger: what it reads", () => {
  it("ST-4: reads a record with its turns, and keeps it", () => {
    const { ledger } = ledgerOf();
    const created = stored(ledger);
    const read = runSteps(ledger.read(created.id)) as Negotiation;
    expect(read).toEqual(created);
    expect(ledger.known(created.id)).toBe(read);
    expect(runSteps(ledger.load(created.id))).toBe(read);
  });

  it("sees what another process has committed when it loads, and not when it reads", () => {
    const { ledger, store } = ledgerOf();
    const created = stored(ledger);
    ledger.keep(created);
    const other = new Ledger<unknown>({
      roomId: "room-1",
      store,
      rules: new RulesBook({}, false),
      clock: new ManualClock(T0),
      keepSettled: 10,
      isShared: true,
      outbox: false,
    });
    const decision = decide(created, CANCEL, T0 + 1);
    if (!decision.ok || decision.entry === null) throw new Error("Expected a decision.");
    other.commit(decision.negotiation, { ...decision.entry, commandId: "cancel" }, decision.events);
    expect(runSteps(ledger.read(created.id))).toBe(created);
    expect(runSteps(ledger.load(created.id))).toEqual(decision.negotiation);
    expect(ledger.known(created.id)?.status).toBe("withdrawn");
  });

  it("AS-18: a negotiation of another room is none of this one's", () => {
    const { ledger, store } = ledgerOf();
    const created = stored(ledger);
    const { ledger: other } = ledgerOf({ store, roomId: "room-2" });
    expect(runSteps(other.load(created.id))).toBeUndefined();
    expect(other.known(created.id)).toBeUndefined();
  });

  it.each([undefined, null, 7, "", "x".repeat(257), {}])(
    "asks no store for %j, which cannot be an id",
    (id) => {
      const { ledger } = ledgerOf({
        store: hookedStore(() => {
          throw new Error("asked");
        }),
      });
      expect(runSteps(ledger.read(id as string))).toBeUndefined();
    },
  );

  it("ST-22: writes outbox rows when it is told to, and else none", () => {
    for (const outbox of [false, true]) {
      const { ledger, store } = ledgerOf({ outbox });
      stored(ledger);
      const types = store.readOutbox({ after: null, limit: 10 }).map(({ type }) => type);
      expect(types).toEqual(outbox ? ["negotiation:started", "turn:recorded", "turn:awaited"] : []);
    }
  });
});

describe("Ledger: what it does when the store throws", () => {
  it("ST-33: asks again after 50 and 200 ms on the clock", async () => {
    expect(RETRY_DELAYS_MS).toEqual([50, 200]);
    const asked: number[] = [];
    const memory = new MemoryStore();
    const fault = faulty("load", "throws before", "rejects before");
    const { ledger, clock } = ledgerOf({
      store: hookedStore((method, work, argument) => {
        asked.push(clock.now() - T0);
        return fault(method, work, argument);
      }, memory),
    });
    const read = runSteps(ledger.read("neg_1"));
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
    const { ledger, clock } = ledgerOf({
      store: hookedStore(faulty("load", ...Array(3).fill("throws before"))),
    });
    const read = Promise.resolve(runSteps(ledger.read("neg_1")));
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
    const { ledger, clock } = ledgerOf({
      store: hookedStore(() => {
        throw error;
      }),
    });
    expect(() => runSteps(ledger.read("neg_1"))).toThrow(error);
    expect(clock.pendingCount).toBe(0);
  });

  it.each([new TypeError("fetch failed"), new RangeError("out of memory")])(
    "a driver's own %s is tried again like any other throw [EN-64]",
    async (error) => {
      const { ledger, clock } = ledgerOf({
        store: hookedStore(() => {
          throw error;
        }),
      });
      const failed = Promise.resolve(runSteps(ledger.read("neg_1"))).catch((thrown: unknown) => thrown);
      await clock.advance(250);
      expect(await failed).toMatchObject({ code: "store_failed", cause: error });
    },
  );

  it("ST-33: the waits end when the service closes, and none begins afterwards", async () => {
    const { ledger, clock } = ledgerOf({
      store: hookedStore(faulty("load", ...Array(9).fill("throws before"))),
    });
    const waits = [codeOf(Promise.resolve(runSteps(ledger.read("neg_1"))))];
    waits.push(codeOf(Promise.resolve(runSteps(ledger.read("neg_2")))));
    expect(clock.pendingCount).toBe(2);
    ledger.stopPausing(CLOSED);
    expect(clock.pendingCount).toBe(0);
    expect(await Promise.all(waits)).toEqual(["service_closed", "service_closed"]);
    expect(() => runSteps(ledger.read("neg_3"))).toThrow(CLOSED);
    expect(clock.pendingCount).toBe(0);
  });

  it("a plain store needs no wait at all", () => {
    const { ledger, clock } = ledgerOf({ store: hookedStore(plainly) });
    expect(runSteps(ledger.read("neg_1"))).toBeUndefined();
    expect(clock.pendingCount).toBe(0);
  });
});
