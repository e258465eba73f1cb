import { afterEach, describe, expect, it } from "vitest";
import { banGlobals } from "../../../src/simulation/nodes/index.js";

describe("banGlobals", () => {
  let unban = (): void => {};
  afterEach(() => unban());

  it("SM-2: makes clock, timers and randomness throw until it is lifted", () => {
    const before = [
      Date,
      setTimeout,
      setInterval,
      setImmediate,
      Math.random,
      performance.now,
      crypto.randomUUID,
    ];
    unban = banGlobals();
    const asked: readonly (() => unknown)[] = [
      () => Date.now(),
      () => new Date(),
      () => Date(),
      () => Math.random(),
      () => performance.now(),
      () => setTimeout(() => {}, 1),
      () => setInterval(() => {}, 1),
      () => setImmediate(() => {}),
      () => crypto.randomUUID(),
      () => crypto.getRandomValues(new Uint8Array(1)),
    ];
    const thrown = asked.filter((ask) => {
      try {
        ask();
        return false;
      } catch {
        return true;
      }
    });
    const read = new Date(0).toISOString();
    const isDate = new Date(0) instanceof Date;
    unban();
    expect(thrown.length).toBe(asked.length);
    expect([read, isDate]).toEqual(["1970-01-01T00:00:00.000Z", true]);
    const after = [
      Date,
      setTimeout,
      setInterval,
      setImmediate,
      Math.random,
      performance.now,
      crypto.randomUUID,
    ];
    expect(after.map((value, index) => value === before[index])).toEqual(before.map(() => true));
  });

  it("may be lifted twice", () => {
    unban = banGlobals();
    unban();
    unban();
    expect(typeof Date.now()).toBe("number");
  });
});
