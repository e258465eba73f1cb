import { describe, expect, it } from "vitest";
import type { OutboxRecord } from "../../src/ports/index.js";
import { type FeedSource, followed } from "../../src/stores/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { newCommit, newNegotiation } from "../../src/testing/stores/lab/index.js";

const record = (position: number): OutboxRecord => ({
  type: "x",
  body: null,
  position: String(position),
  negotiationId: "a",
  version: position,
  index: 0,
});

/** An outbox that is looked at on a manual clock, with the instants of the looks. */
function watched(records: OutboxRecord[], source: Partial<FeedSource> = {}) {
  const clock = new ManualClock(0);
  const reads: number[] = [];
  const ending = new AbortController();
  const errors: unknown[] = [];
  const whole: FeedSource = {
    pollMs: 1_000,
    newest: () => null,
    read: (after, limit) => {
      reads.push(clock.now());
      const rest = records.filter(({ position }) => Number(position) > Number(after ?? 0));
      return rest.slice(0, limit).map((one) => ({ record: one, roomId: "room" }));
    },
    ...source,
  };
  const options = { clock, signal: ending.signal, onError: (error: unknown) => void errors.push(error) };
  return { clock, reads, ending, errors, whole, options };
}

describe("a feed", () => {
  it("looks at once, and every pollMs when nothing wakes it [ST-103]", async () => {
    const { clock, reads, ending, whole, options } = watched([]);
    const feed = await followed(whole, () => {}, options);
    await clock.advance(2_500);
    expect(reads).toEqual([0, 1_000, 2_000]);
    ending.abort();
    await feed.ended;
    await clock.advance(5_000);
    expect(reads).toHaveLength(3);
  });

  it("looks soon and then less and less often after a wake-up that found nothing yet [ST-104]", async () => {
    let wake = (): void => {};
    const { clock, reads, whole, options } = watched([], {
      watch: (woken) => {
        wake = woken;
        return () => {};
      },
    });
    await followed(whole, () => {}, options);
    await clock.advance(100);
    reads.length = 0;
    wake();
    await clock.advance(1_300);
    expect(reads).toEqual([100, 110, 130, 170, 250, 410, 730, 1_370]);
  });

  it("hands a page of more than 500 on in parts, in order, with a turn for others between them", async () => {
    const records = Array.from({ length: 1_200 }, (_, index) => record(index + 1));
    const { clock, whole, options } = watched(records);
    const pages: string[][] = [];
    await followed(whole, (page) => void pages.push(page.map(({ position }) => position)), options);
    await clock.advance(1);
    expect(pages.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(pages.flat()).toEqual(records.map(({ position }) => position));
  });

  it("waits longer each time while its handler fails, and then goes on with the same page", async () => {
    const { clock, errors, whole, options } = watched([record(1)]);
    const tries: number[] = [];
    await followed(
      whole,
      async () => {
        tries.push(clock.now());
        if (tries.length < 5) throw new Error("out of order");
      },
      options,
    );
    await clock.advance(5_000);
    expect(tries).toEqual([0, 10, 30, 70, 150]);
    expect(errors).toHaveLength(4);
  });

  it("reads nothing while its store says that nothing is new, but for what it failed at", async () => {
    const { clock, reads, whole, options } = watched([record(1)], { hasNews: () => false });
    let failures = 1;
    const handled: string[] = [];
    await followed(
      whole,
      ([first]) => {
        if (failures-- > 0) throw new Error("out of order");
        handled.push(first?.position ?? "");
      },
      options,
    );
    await clock.advance(10_000);
    expect(handled).toEqual(["1"]);
    expect(reads.length).toBeLessThanOrEqual(3);
  });

  it("ends with its store", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    const { ended } = await store.feed(() => {}, { clock, signal: new AbortController().signal });
    store.close();
    await clock.advance(1);
    await ended;
    expect(clock.pendingCount).toBe(0);
  });

  it("hands nothing on when it was ended while a handler ran", async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    const ending = new AbortController();
    let calls = 0;
    const { ended } = await store.feed(() => void (calls++, ending.abort()), {
      clock,
      signal: ending.signal,
    });
    store.create(newNegotiation({ outbox: [{ type: "x", body: null }] }));
    await clock.advance(1);
    store.commit(newCommit({ expectedVersion: 0, outbox: [{ type: "x", body: null }] }));
    await ended;
    expect(calls).toBe(1);
  });

  it.each([
    [{}, TypeError],
    [{ signal: new AbortController().signal, pollMs: 0 }, RangeError],
    [{ signal: new AbortController().signal, pollms: 5 }, TypeError],
  ])("refuses options that make no sense: %j", (options, error) => {
    const { whole } = watched([]);
    expect(() => followed(whole, () => {}, options as never)).toThrow(error);
  });

  it("refuses a position that it never gave [ST-103]", async () => {
    const signal = new AbortController().signal;
    await expect(
      Promise.resolve(new MemoryStore().feed(() => {}, { after: "last", signal })),
    ).rejects.toThrow(TypeError);
  });
});
