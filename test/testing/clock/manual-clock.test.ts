import { describe, expect, it } from "vitest";
import { ManualClock } from "../../../src/testing/clock/index.js";

describe("ManualClock", () => {
  it("stands still where it starts", () => {
    expect(new ManualClock().now()).toBe(1_700_000_000_000);
    const clock = new ManualClock(5);
    expect([clock.now(), clock.now(), clock.pendingCount, clock.refCount]).toEqual([5, 5, 0, 0]);
  });

  it("runs what is due in the order of instant, then creation, each at its instant", async () => {
    const clock = new ManualClock(0);
    const log: [string, number][] = [];
    const note = (name: string) => () => void log.push([name, clock.now()]);
    clock.setTimeout(note("b"), 20);
    clock.setTimeout(note("a"), 10);
    clock.setTimeout(note("c"), 20);
    clock.setTimeout(note("d"), 21);
    await clock.advance(20);
    expect(log).toEqual([
      ["a", 10],
      ["b", 20],
      ["c", 20],
    ]);
    expect([clock.now(), clock.pendingCount]).toEqual([20, 1]);
    await clock.advance(1);
    expect(log).toHaveLength(4);
  });

  it("runs nothing before it is advanced, not even what is due at once", async () => {
    const clock = new ManualClock();
    let count = 0;
    clock.setTimeout(() => void count++, 0);
    await Promise.resolve();
    expect(count).toBe(0);
    await clock.advance(0);
    expect(count).toBe(1);
  });

  it("runs what callbacks add, if it falls due in time", async () => {
    const clock = new ManualClock(0);
    const log: number[] = [];
    const again = (): void => {
      log.push(clock.now());
      clock.setTimeout(again, 10);
      clock.setTimeout(() => void log.push(clock.now()), 0);
    };
    clock.setTimeout(again, 10);
    await clock.advance(35);
    expect(log).toEqual([10, 10, 20, 20, 30, 30]);
    expect([clock.now(), clock.pendingCount]).toEqual([35, 1]);
  });

  it("does not run what is cleared, also in a callback at the same instant", async () => {
    const clock = new ManualClock();
    const log: string[] = [];
    clock.setTimeout(() => {
      log.push("first");
      clock.clearTimeout(second);
    }, 10);
    const second = clock.setTimeout(() => void log.push("second"), 10);
    const third = clock.setTimeout(() => void log.push("third"), 10);
    clock.clearTimeout(third);
    clock.clearTimeout(third);
    for (const stranger of [undefined, null, 7, {}, new ManualClock().setTimeout(() => {}, 1)]) {
      clock.clearTimeout(stranger);
    }
    expect(clock.pendingCount).toBe(2);
    await clock.advance(10);
    expect([log, clock.pendingCount]).toEqual([["first"], 0]);
    clock.clearTimeout(second);
    expect(clock.pendingCount).toBe(0);
  });

  it("keeps up with many timers that are set and cleared", async () => {
    const clock = new ManualClock();
    let fired = 0;
    for (let count = 0; count < 50_000; count++) {
      const handle = clock.setTimeout(() => void fired++, 1_000 + (count % 7));
      if (count % 1_000 > 0) clock.clearTimeout(handle);
    }
    expect(clock.pendingCount).toBe(50);
    await clock.advance(2_000);
    expect(fired).toBe(50);
  });

  it("lets promises settle before, between and after, at the instant that caused them", async () => {
    const clock = new ManualClock(0);
    const log: string[] = [];
    const think = async (name: string): Promise<void> => {
      // Longer than the quiet time, but never without a look at the clock.
      for (let step = 0; step < 40; step++) {
        for (let turn = 0; turn < 20; turn++) await undefined;
        clock.now();
      }
      log.push(`${name}@${clock.now()}`);
    };
    void think("before").then(() => clock.setTimeout(() => void think("late"), 10));
    clock.setTimeout(() => void think("first"), 10);
    clock.setTimeout(() => void think("second"), 10);
    clock.setTimeout(() => void think("third"), 11);
    await clock.advance(11);
    expect(log).toEqual(["before@0", "first@10", "second@10", "late@10", "third@11"]);
  });

  it("advances at once, without promises, when asked to", () => {
    const clock = new ManualClock(0);
    const log: number[] = [];
    clock.setTimeout(() => {
      log.push(clock.now());
      void Promise.resolve().then(() => log.push(-1));
      clock.setTimeout(() => void log.push(clock.now()), 5);
    }, 10);
    clock.advanceSync(20);
    expect([log, clock.now()]).toEqual([[10, 15], 20]);
  });

  it("goes on inside a callback that advances it, and never back", async () => {
    const clock = new ManualClock(0);
    const log: number[] = [];
    clock.setTimeout(() => clock.advanceSync(50), 10);
    clock.setTimeout(() => void log.push(clock.now()), 20);
    clock.setTimeout(() => void log.push(clock.now()), 70);
    await clock.advance(40);
    expect([log, clock.now()]).toEqual([[20], 60]);
    await clock.advance(10);
    expect([log, clock.now()]).toEqual([[20, 70], 70]);
  });

  it("is set forward and back without firing; timers take as long as they were asked to", async () => {
    const clock = new ManualClock(1_000);
    const log: number[] = [];
    clock.setTimeout(() => void log.push(clock.now()), 100);
    clock.set(5_000);
    await clock.advance(99);
    expect([log, clock.now()]).toEqual([[], 5_099]);
    clock.set(0);
    await clock.advance(1);
    expect([log, clock.now()]).toEqual([[1], 1]);
  });

  it("counts the timers that would keep a process alive", () => {
    const clock = new ManualClock();
    const one = clock.setTimeout(() => {}, 10);
    const other = clock.setTimeout(() => {}, 10);
    expect([one.isRef, clock.refCount]).toEqual([true, 2]);
    expect(one.unref()).toBe(one);
    expect([one.isRef, clock.refCount, clock.pendingCount]).toEqual([false, 1, 2]);
    expect(one.ref().isRef).toBe(true);
    clock.clearTimeout(one);
    clock.clearTimeout(other);
    expect([clock.refCount, clock.pendingCount]).toEqual([0, 0]);
  });

  it("refuses delays that a platform would fire at once, and time that runs backwards", async () => {
    const clock = new ManualClock();
    for (const ms of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
      expect(() => clock.setTimeout(() => {}, ms)).toThrow(RangeError);
    }
    clock.setTimeout(() => {}, 2 ** 31 - 1);
    for (const ms of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(clock.advance(ms)).rejects.toThrow(RangeError);
      expect(() => clock.advanceSync(ms)).toThrow(RangeError);
    }
    expect(() => clock.set(0.5)).toThrow(RangeError);
    expect(() => new ManualClock(Number.NaN)).toThrow(RangeError);
    clock.set(-5);
    expect(clock.now()).toBe(-5);
  });

  it("passes on what a callback throws, and can be used afterwards", async () => {
    const clock = new ManualClock(0);
    clock.setTimeout(() => {
      throw new Error("callback");
    }, 10);
    clock.setTimeout(() => {}, 10);
    await expect(clock.advance(50)).rejects.toThrow("callback");
    expect([clock.now(), clock.pendingCount]).toEqual([10, 1]);
    await clock.advance(50);
    expect([clock.now(), clock.pendingCount]).toEqual([60, 0]);
  });

  it("gives up on timers and promises that keep each other going for ever", async () => {
    const timers = new ManualClock();
    const again = (): void => void timers.setTimeout(again, 0);
    again();
    expect(() => timers.advanceSync(1)).toThrow("1000000 timers");
    const promises = new ManualClock();
    let isOver = false;
    const spin = async (): Promise<void> => {
      while (!isOver) {
        promises.now();
        await undefined;
      }
    };
    void spin();
    await expect(promises.advance(1)).rejects.toThrow("1000000 turns");
    isOver = true;
  });
});
