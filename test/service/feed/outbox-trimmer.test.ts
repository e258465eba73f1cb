import { describe, expect, it } from "vitest";
import type { ServiceOptions } from "../../../src/index.js";
import { MemoryStore, NegotiationRooms, NegotiationService } from "../../../src/index.js";
import { OutboxTrimmer } from "../../../src/service/feed/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const HOUR = 3_600_000;
const RULES = { oneActive: "none" } as const;
const countOf = (store: MemoryStore): number => store.readOutbox({ after: null, limit: 10_000 }).length;

async function roomWith(options: ServiceOptions) {
  const clock = new ManualClock();
  const store = new MemoryStore();
  const room = new NegotiationService("red", { clock, store, rules: RULES, ...options });
  const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
  await room.submit(id, "smith", { action: "accept" });
  return { clock, store, room };
}

describe("an outbox that is kept for a while", () => {
  it("lets go of what is older than that, and of nothing younger [ST-103]", async () => {
    const { clock, store, room } = await roomWith({ outbox: { keepMs: 10_000 } });
    const count = countOf(store);
    await clock.advance(9_000);
    expect(countOf(store)).toBe(count);
    await room.createNegotiation("ada", "smith", { price: 41 });
    const young = countOf(store) - count;
    await clock.advance(4_000);
    expect(countOf(store)).toBe(young);
    await room.close();
    expect(clock.pendingCount).toBe(0);
  });

  it("lets go of any number in one look", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    const room = new NegotiationService("red", { clock, store, rules: RULES, outbox: true });
    for (let index = 0; index < 900; index++) await room.createNegotiation("ada", "smith", { price: index });
    expect(countOf(store)).toBeGreaterThan(2_000);
    const trimmer = new OutboxTrimmer({ store, clock, keepMs: 1_000, onError: () => {} });
    trimmer.begin();
    await clock.advance(2_100);
    expect(countOf(store)).toBe(0);
    trimmer.stop();
  });

  it.each([
    ["an hour with hearOthers", { hearOthers: true }, HOUR],
    ["an hour where no time is said", { outbox: {} }, HOUR],
  ] as const)("is kept for %s [ST-103]", async (_, options, keepMs) => {
    const { clock, store } = await roomWith(options);
    const count = countOf(store);
    expect(count).toBeGreaterThan(0);
    await clock.advance(keepMs);
    expect(countOf(store)).toBe(count);
    await clock.advance(61_000);
    expect(countOf(store)).toBe(0);
  });

  it("is left to its readers with outbox: true", async () => {
    const { clock, store } = await roomWith({ outbox: true });
    await clock.advance(10 * HOUR);
    expect(countOf(store)).toBeGreaterThan(0);
  });

  it("is trimmed once for all rooms, also while nothing happens, and tried again when the store fails", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    const warnings: unknown[] = [];
    const observer = { warn: (what: string) => void warnings.push(what) };
    const rooms = new NegotiationRooms({ clock, store, observer, outbox: { keepMs: 4_000 } });
    for (const roomId of ["red", "blue"])
      await rooms.room(roomId).createNegotiation("ada", "smith", { price: 1 });
    const read = store.readOutbox.bind(store);
    let readCount = 0;
    store.readOutbox = (query) => {
      if (++readCount === 1) throw new Error("out of order");
      return read(query);
    };
    await clock.advance(3_500);
    expect([readCount, warnings]).toEqual([3, ["outbox not trimmed"]]);
    await clock.advance(2_000);
    store.readOutbox = read;
    expect(countOf(store)).toBe(0);
    await rooms.close();
    expect(clock.pendingCount).toBe(0);
  });

  it.each([
    { outbox: { keepMs: 0 } },
    { outbox: { keepMs: 1.5 } },
    { outbox: { keep: 5 } },
    { outbox: "yes" },
  ])("refuses %j", (options) => {
    expect(() => new NegotiationService("red", options as never)).toThrow(/outbox|keep/);
  });
});
