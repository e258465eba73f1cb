import { afterEach, describe, expect, it, vi } from "vitest";
import { asking, boundedMemo, randomPool, withinTime } from "../../../src/oap/runtime/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

describe("what others give in time", () => {
  it("SG-16: is what they give; what they throw, at once or later, is nothing; no timer is left", async () => {
    const clock = new ManualClock();
    expect(await withinTime(clock, async () => 7)).toBe(7);
    expect(await withinTime(clock, () => Promise.reject(new Error("boom")))).toBeUndefined();
    const throwing = (): never => {
      throw new Error("boom");
    };
    expect(await withinTime(clock, throwing)).toBeUndefined();
    expect(clock.pendingCount).toBe(0);
  });

  it("SG-20: is nothing at 5,000 ms, not 1 ms before; then who was asked is told", async () => {
    const clock = new ManualClock();
    const signals: AbortSignal[] = [];
    const answers: unknown[] = [];
    const hanging = (signal: AbortSignal): Promise<never> => new Promise(() => signals.push(signal));
    withinTime(clock, hanging).then((answer) => answers.push(answer));
    await clock.advance(4_999);
    expect([answers, signals[0]?.aborted]).toEqual([[], false]);
    await clock.advance(1);
    expect([answers, signals[0]?.aborted]).toEqual([[undefined], true]);
  });

  it("keeps a process alive for an answer in time, and not for a port that hangs [OAP-53]", async () => {
    const unref = vi.fn();
    const clock = { now: () => 0, setTimeout: () => ({ unref }), clearTimeout: () => undefined };
    const hanging = (): Promise<never> => new Promise(() => undefined);
    withinTime(clock, hanging);
    expect(unref).not.toHaveBeenCalled();
    asking(clock)(hanging);
    expect(unref).toHaveBeenCalledOnce();
    // In browsers a handle is a number.
    for (const handle of [7, null, undefined]) {
      expect(await asking({ ...clock, setTimeout: () => handle })(() => "answer")).toBe("answer");
    }
  });

  it("is store_failed at 30,000 ms, not 1 ms before, when a port hangs [OAP-53]", async () => {
    const clock = new ManualClock();
    const codes: string[] = [];
    asking(clock)(() => new Promise(() => undefined)).catch(({ code }) => codes.push(code));
    await clock.advance(29_999);
    expect(codes).toEqual([]);
    await clock.advance(1);
    expect(codes).toEqual(["store_failed"]);
  });
});

afterEach(() => vi.restoreAllMocks());

describe("random bytes drawn many at a time", () => {
  it("SG-36: no byte of a draw is given out twice, and none is left out of a count", () => {
    let drawn = 0;
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      const bytes = array as unknown as Uint8Array;
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = (drawn + index) % 251;
      drawn += bytes.length;
      return array;
    });
    const randomBytes = randomPool();
    const given = Array.from({ length: 204 }, () => [...randomBytes(10)]).flat();
    expect(given).toEqual(Array.from({ length: 2_040 }, (_, index) => index % 251));
    expect(drawn).toBe(2_048);
    // Eight are left, which are too few, and are dropped.
    expect([...randomBytes(10)]).toEqual(Array.from({ length: 10 }, (_, index) => (2_048 + index) % 251));
  });

  it("more than a pool at once, and none, are given as asked", () => {
    const randomBytes = randomPool();
    expect(randomBytes(5_000)).toHaveLength(5_000);
    expect(randomBytes(0)).toHaveLength(0);
  });

  it("what was given stays as it is when somebody writes into it", () => {
    const randomBytes = randomPool();
    const first = randomBytes(4);
    const copy = [...first];
    randomBytes(4).fill(0);
    expect([...first]).toEqual(copy);
  });
});

it("an answer is found once, until it is the oldest of too many", () => {
  const asked: string[] = [];
  const lengthOf = boundedMemo((text: string) => {
    asked.push(text);
    return text.length;
  }, 2);
  expect(["a", "bb", "a", "bb"].map(lengthOf)).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(["a", "bb"]);
  expect(["ccc", "bb", "a"].map(lengthOf)).toEqual([3, 2, 1]);
  expect(asked).toEqual(["a", "bb", "ccc", "a"]);
});
