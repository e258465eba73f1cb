import { describe, expect, it } from "vitest";
import type { DueClaim } from "../../../src/ports/index.js";
import { DeadlineSweep, type DeadlineSweepOptions } from "../../../src/service/timing/deadline-sweep.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const NEVER = Number.POSITIVE_INFINITY;

describe("DeadlineSweep", () => {
  it("asks once an interval, first at once", () => {
    const { sweep, clock, asked } = newSweep([]);
    expect(sweep.wakesAt).toBe(NEVER);
    sweep.look(clock.now());
    expect(asked).toEqual([]);
    const start = clock.now();
    sweep.begin();
    expect(sweep.wakesAt).toBe(0);
    for (let ms = 0; ms <= 2_000; ms++) {
      sweep.look(clock.now());
      clock.advanceSync(1);
    }
    expect(asked).toEqual([start, start + 1_000, start + 2_000]);
    sweep.end();
    expect(sweep.wakesAt).toBe(NEVER);
  });

  it("asks again at once after a full page, when its claims are taken", () => {
    const { sweep, clock, asked } = newSweep([["a", "b"], ["c", "d"], ["e"]]);
    const start = clock.now();
    sweep.begin();
    const taken: (string | undefined)[] = [];
    for (let look = 0; look < 9; look++) {
      sweep.look(clock.now());
      taken.push(sweep.take()?.id);
    }
    expect(taken).toEqual(["a", "b", "c", "d", "e", undefined, undefined, undefined, undefined]);
    expect(asked).toEqual([start, start, start]);
    expect(sweep.wakesAt).toBe(start + 1_000);
  });

  it("wakes for claims that wait, and asks nothing while the store is asked", async () => {
    const { sweep, clock, answered } = newSweep([["a"], []], { isAsync: true });
    sweep.begin();
    sweep.look(clock.now());
    expect(sweep.wakesAt).toBe(clock.now() + 10_000);
    sweep.look(clock.now());
    await clock.advance(0);
    expect([answered.count, sweep.wakesAt]).toEqual([1, 0]);
    expect(sweep.take()?.id).toBe("a");
    expect(sweep.wakesAt).toBe(clock.now() + 1_000);
  });

  it("drops an answer from before an end, and claims that nobody took", async () => {
    const { sweep, clock } = newSweep([["a"], ["b"]], { isAsync: true });
    sweep.begin();
    sweep.look(clock.now());
    sweep.end();
    sweep.begin();
    await clock.advance(0);
    expect(sweep.take()).toBeUndefined();
    sweep.look(clock.now());
    await clock.advance(0);
    sweep.end();
    expect([sweep.take(), sweep.wakesAt]).toEqual([undefined, NEVER]);
  });

  it("asks again when a store has not answered for as long as a lease, and drops what it answers then", async () => {
    const answers: ((claims: readonly DueClaim[]) => void)[] = [];
    const claimDue = (): Promise<readonly DueClaim[]> => new Promise((resolve) => void answers.push(resolve));
    const { sweep, clock } = newSweep([], { store: { claimDue } });
    sweep.begin();
    sweep.look(clock.now());
    clock.advanceSync(9_999);
    sweep.look(clock.now());
    expect(answers).toHaveLength(1);
    clock.advanceSync(1);
    sweep.look(clock.now());
    expect(answers).toHaveLength(2);
    answers[0]?.([claimOf("late", 0)]);
    await clock.advance(0);
    expect(sweep.take()).toBeUndefined();
    answers[1]?.([claimOf("a", 0)]);
    await clock.advance(0);
    expect(sweep.take()?.id).toBe("a");
  });

  it("does not wait when the clock was set back", () => {
    const { sweep, clock, asked } = newSweep([]);
    sweep.begin();
    sweep.look(clock.now());
    clock.set(clock.now() - 3_600_000);
    sweep.look(clock.now());
    expect(asked).toHaveLength(2);
    sweep.look(clock.now());
    expect(asked).toHaveLength(2);
  });

  it("begins a new round after a failure, an interval later", () => {
    const { sweep, clock, asked, errors } = newSweep([["a", "b"], new Error("down"), ["c"]]);
    sweep.begin();
    sweep.look(clock.now());
    sweep.take();
    sweep.take();
    sweep.look(clock.now());
    expect(errors.map(String)).toEqual(["Error: down"]);
    sweep.look(clock.now());
    expect(asked).toHaveLength(2);
    clock.advanceSync(1_000);
    sweep.look(clock.now());
    expect(sweep.take()?.id).toBe("c");
  });
});

/** A sweep over a store that answers these pages of two, one after the other, then nothing. */
function newSweep(
  pages: readonly (readonly string[] | Error)[],
  { isAsync = false, ...over }: Partial<DeadlineSweepOptions> & { readonly isAsync?: boolean } = {},
) {
  const clock = new ManualClock();
  const asked: number[] = [];
  const errors: unknown[] = [];
  const answered = { count: 0 };
  const claimDue = ({ now }: { readonly now: number }): readonly DueClaim[] => {
    asked.push(now);
    const page = pages[asked.length - 1] ?? [];
    if (page instanceof Error) throw page;
    return page.map((id) => claimOf(id, now));
  };
  const sweep = new DeadlineSweep({
    clock,
    store: { claimDue: (query) => (isAsync ? Promise.resolve(claimDue(query)) : claimDue(query)) },
    intervalMs: 1_000,
    limit: 2,
    leaseMs: 10_000,
    roomIds: () => undefined,
    onAnswer: () => {
      answered.count++;
    },
    onError: (error) => errors.push(error),
    ...over,
  });
  return { sweep, clock, asked, errors, answered };
}

function claimOf(id: string, at: number): DueClaim {
  return { id, version: 0, roomId: "room-1", deadline: { at, kind: "turn" }, leaseEndsAt: at + 10_000 };
}
