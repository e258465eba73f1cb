import { describe, expect, it } from "vitest";
import { MemoryStore, NegotiationService } from "../../../src/index.js";
import type { Feed, OutboxRecord } from "../../../src/ports/index.js";
import { eventFeed } from "../../../src/store.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { newNegotiation } from "../../../src/testing/stores/lab/index.js";

const about = (roomId: string) => [{ type: "x", body: { roomId } }];

describe("the feed of a process", () => {
  it("is begun by the first room, shared by all, and ended by the last [ST-103]", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    let fedCount = 0;
    const feed = store.feed.bind(store);
    store.feed = (...given) => {
      fedCount++;
      return feed(...given);
    };
    const shared = eventFeed(store, { clock });
    await clock.advance(1);
    expect(fedCount).toBe(0);
    const heard: string[] = [];
    const hear = (roomId: string) =>
      shared.hear(
        roomId,
        async (records) => void heard.push(...records.map((one) => `${roomId} ${one.negotiationId}`)),
      );
    const [red, blue] = [hear("red"), hear("blue")];
    await shared.begun;
    for (const roomId of ["red", "blue", "green"]) {
      store.create(newNegotiation({ id: `neg-${roomId}`, outbox: about(roomId) }));
    }
    await clock.advance(1);
    expect(heard.toSorted()).toEqual(["blue neg-blue", "red neg-red"]);
    await red();
    expect(clock.pendingCount).toBe(1);
    const ended = blue();
    await clock.advance(1);
    await ended;
    expect(clock.pendingCount).toBe(0);
    expect(fedCount).toBe(1);
  });

  it("hands a page on again when a room fails, after the others had it", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    const errors: unknown[] = [];
    const shared = eventFeed(store, { clock, onError: (error) => void errors.push(error) });
    const heard: OutboxRecord[][] = [[], []];
    let failures = 1;
    shared.hear("red", async (records) => {
      if (failures-- > 0) throw new Error("out of order");
      heard[0]?.push(...records);
    });
    shared.hear("blue", async (records) => void heard[1]?.push(...records));
    await shared.begun;
    store.create(newNegotiation({ id: "a", outbox: about("red") }));
    store.create(newNegotiation({ id: "b", outbox: about("blue") }));
    await clock.advance(100);
    expect(heard.map((records) => records.map(({ negotiationId }) => negotiationId))).toEqual([
      ["a"],
      ["b", "b"],
    ]);
    expect(errors.map(String)).toEqual(["Error: out of order"]);
  });

  it("begins again where the store cannot yet, and says why", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    const feed = store.feed.bind(store);
    let failures = 3;
    store.feed = (...given): ReturnType<typeof feed> => {
      if (failures-- > 0) return Promise.reject<Feed>(new Error("no server"));
      return feed(...given);
    };
    const errors: unknown[] = [];
    const shared = eventFeed(store, { clock, onError: (error) => void errors.push(error) });
    let heardCount = 0;
    shared.hear("red", async () => void heardCount++);
    await clock.advance(50 + 200 + 1_000);
    await shared.begun;
    store.create(newNegotiation({ outbox: about("red") }));
    await clock.advance(1);
    expect([errors.length, heardCount]).toEqual([3, 1]);
  });

  it("needs a store that has a feed, and says so where the room is made [ST-103]", () => {
    const store = Object.assign(new MemoryStore(), { feed: undefined }) as never;
    expect(() => eventFeed(store)).toThrow(/^Expected a store to hear to be one with feed/);
    expect(() => new NegotiationService("red", { store, hearOthers: true })).toThrow(TypeError);
    expect(() => new NegotiationService("red", { hearOthers: "yes" as never })).toThrow(/hearOthers/);
  });
});
