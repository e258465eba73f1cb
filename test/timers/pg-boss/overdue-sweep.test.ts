import { describe, expect, it } from "vitest";
import type { DueClaim, NegotiationStore } from "../../../src/ports/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { OverdueSweep, type OverdueSweepOptions } from "../../../src/timers/pg-boss/overdue-sweep.js";

type ClaimDue = NegotiationStore["claimDue"];

function made(claimDue: ClaimDue, over: Partial<OverdueSweepOptions> = {}) {
  const clock = new ManualClock();
  const woken: string[] = [];
  const errors: string[] = [];
  const sweep = new OverdueSweep({
    store: () => ({ claimDue }),
    clock,
    intervalMs: 30_000,
    limit: 2,
    leaseMs: 10_000,
    roomIds: () => undefined,
    wake: ({ id }) => void woken.push(id),
    onError: (error) => void errors.push(String(error)),
    ...over,
  });
  return { clock, woken, errors, sweep };
}

function claimOf(id: string): DueClaim {
  return { id, version: 3, roomId: "room-1", deadline: { at: 0, kind: "turn" }, leaseEndsAt: 10_000 };
}

/** Settles when the test says so. */
function deferred<T>() {
  let resolve = (_: T): void => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("OverdueSweep", () => {
  it("looks at once and then once an interval, each time again while pages are full", async () => {
    const pages = [["a", "b"], ["c"], [], ["d"]];
    const instants: number[] = [];
    const { clock, woken, sweep } = made(({ now }) => {
      instants.push(now);
      return (pages.shift() ?? []).map(claimOf);
    });
    const start = clock.now();
    sweep.begin();
    sweep.begin();
    await clock.advance(29_999);
    expect(woken).toEqual(["a", "b", "c"]);
    await clock.advance(1);
    await clock.advance(30_000);
    expect(instants.map((at) => at - start)).toEqual([0, 0, 30_000, 60_000]);
    expect(woken).toEqual(["a", "b", "c", "d"]);
  });

  it("gives id, version and room, and asks for the next page when that is done", async () => {
    const done = deferred<void>();
    const given: unknown[] = [];
    let askedCount = 0;
    const { clock, sweep } = made(() => (++askedCount === 1 ? [claimOf("a"), claimOf("b")] : []), {
      wake: (one) => {
        given.push(one);
        return done.promise;
      },
    });
    sweep.begin();
    await clock.advance(100_000);
    expect([askedCount, given.length, given[0]]).toEqual([1, 2, { id: "a", version: 3, roomId: "room-1" }]);
    done.resolve();
    await clock.advance(0);
    expect(askedCount).toBe(2);
  });

  it("asks for 1,000 rooms at a time, and for nothing without a room", async () => {
    let roomIds = Array.from({ length: 2_500 }, (_, index) => `room-${index}`);
    const asked: number[] = [];
    const { clock, sweep } = made(
      (query) => {
        asked.push(query.roomIds?.length ?? -1);
        return [];
      },
      { roomIds: () => roomIds },
    );
    sweep.begin();
    await clock.advance(0);
    roomIds = [];
    await clock.advance(30_000);
    expect(asked).toEqual([1_000, 1_000, 500]);
  });

  it.each(["throws", "rejects"])("goes on when the store %s, and says so", async (how) => {
    const { clock, errors, sweep } = made(() => {
      if (how === "throws") throw new Error("no");
      return Promise.reject(new Error("no"));
    });
    sweep.begin();
    await clock.advance(30_000);
    expect(errors).toEqual(["Error: no", "Error: no"]);
  });

  it("goes on when the store never answers, once its leases are over", async () => {
    let askedCount = 0;
    const { clock, sweep } = made(() => {
      askedCount++;
      return new Promise(() => {});
    });
    sweep.begin();
    await clock.advance(39_999);
    expect(askedCount).toBe(1);
    await clock.advance(1);
    expect(askedCount).toBe(2);
  });

  it("ends at once, also while the store thinks, and takes no answer of an earlier time", async () => {
    const answers = [deferred<readonly DueClaim[]>(), deferred<readonly DueClaim[]>()];
    let askedCount = 0;
    const { clock, woken, sweep } = made(() => answers[askedCount++]?.promise ?? []);
    sweep.begin();
    await clock.advance(0);
    sweep.end();
    sweep.end();
    expect(clock.pendingCount).toBe(0);
    sweep.begin();
    await clock.advance(0);
    answers[0]?.resolve([claimOf("a"), claimOf("b")]);
    await clock.advance(0);
    expect([askedCount, woken]).toEqual([2, []]);
    answers[1]?.resolve([claimOf("c")]);
    await clock.advance(0);
    expect(woken).toEqual(["c"]);
    sweep.end();
    await clock.advance(100_000);
    expect([askedCount, clock.pendingCount]).toEqual([2, 0]);
  });

  it("ST-82: keeps no process alive", async () => {
    const { clock, sweep } = made(() => []);
    sweep.begin();
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
    await clock.advance(0);
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
  });

  it("waits for a store that is not there yet", async () => {
    let store: { claimDue: ClaimDue } | undefined;
    const { clock, woken, errors, sweep } = made(() => [], { store: () => store });
    sweep.begin();
    await clock.advance(30_000);
    store = { claimDue: () => [claimOf("a")] };
    await clock.advance(30_000);
    expect([woken, errors]).toEqual([["a"], []]);
  });
});
