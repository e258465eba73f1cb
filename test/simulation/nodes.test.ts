import { afterEach, describe, expect, it } from "vitest";
import { banGlobals, EventLoop, never, platformPause, Trace } from "../../src/simulation/nodes/index.js";
import { pass, START, smallParts } from "./world-parts.js";

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
});

describe("EventLoop", () => {
  it("SM-3: runs by instant, then by the order of scheduling, each at its own instant", async () => {
    const loop = new EventLoop(100);
    const log: string[] = [];
    for (const [name, ms] of [
      ["c", 20],
      ["a", 10],
      ["b", 10],
      ["d", 30],
    ] as const) {
      loop.schedule(ms, () => log.push(`${name}${loop.now}`));
    }
    await pass(loop, 25);
    expect(log).toEqual(["a110", "b110", "c120"]);
    expect([loop.now, loop.eventCount]).toEqual([125, 3]);
  });

  it("SM-3: lets promises settle between two events", async () => {
    const loop = new EventLoop(0);
    const log: string[] = [];
    loop.schedule(1, async () => {
      for (let turn = 0; turn < 12; turn++) await undefined;
      log.push("settled");
    });
    loop.schedule(1, () => log.push("next"));
    await pass(loop, 1);
    expect(log).toEqual(["settled", "next"]);
  });

  it("spares the drain after a silent event", async () => {
    const loop = new EventLoop(0);
    const log: string[] = [];
    loop.schedule(1, () => void Promise.resolve().then(() => log.push("settled")), "silent");
    loop.schedule(1, () => log.push("next"));
    await pass(loop, 1);
    expect(log).toEqual(["next", "settled"]);
  });

  it("SM-3: fails when promises, or events, keep each other going for ever", async () => {
    let turns = 0;
    const bounded = new EventLoop(0);
    bounded.schedule(1, async () => {
      for (; turns < 2_000; turns++) {
        bounded.touch();
        await undefined;
      }
    });
    await expect(pass(bounded, 5)).rejects.toThrow("microtask storm at 1");
    const still = new EventLoop(0);
    const again = (): void => void still.schedule(0, again);
    again();
    await expect(pass(still, 5)).rejects.toThrow("event storm at 0");
  });

  it("does not run what was cancelled, and ends when it is told to", async () => {
    const loop = new EventLoop(0);
    const log: string[] = [];
    loop.cancel(loop.schedule(1, () => log.push("cancelled")));
    loop.schedule(2, () => log.push("first"));
    loop.schedule(3, () => log.push("second"));
    await loop.run(10, () => log.includes("first"), platformPause);
    expect([log, loop.now]).toEqual([["first"], 2]);
  });

  it("lets no virtual time pass before a real answer has come", async () => {
    const loop = new EventLoop(0);
    const log: string[] = [];
    loop.schedule(1, () => {
      const answer = platformPause().then(() => platformPause());
      loop.hold(answer);
      void answer.then(() => log.push(`answered at ${loop.now}`));
    });
    loop.schedule(2, () => log.push(`next at ${loop.now}`));
    await pass(loop, 5);
    expect(log).toEqual(["answered at 1", "next at 2"]);
  });
});

describe("NodeClock", () => {
  it("is off by its skew, and keeps the latest instant that was read", async () => {
    const { life, loop } = smallParts();
    const { clock } = life;
    clock.skewMs = 40;
    expect([clock.now(), clock.latestRead]).toEqual([START + 40, START + 40]);
    clock.skewMs = -960;
    await pass(loop, 10);
    expect([clock.now(), clock.latestRead]).toEqual([START - 950, START + 40]);
  });

  it("fires on steady time, at the earliest 1 ms later, and not once it is cleared", async () => {
    const { life, loop } = smallParts();
    const { clock } = life;
    const log: string[] = [];
    clock.setTimeout(() => log.push(`now ${loop.now}`), 0);
    const handle = clock.setTimeout(() => log.push("cleared"), 5);
    clock.setTimeout(() => log.push(`later ${loop.now}`), 5);
    clock.skewMs = 1_000;
    expect(clock.pendingCount).toBe(3);
    clock.clearTimeout(handle);
    clock.clearTimeout(handle);
    clock.clearTimeout("no handle");
    await pass(loop, 10);
    expect([log, clock.pendingCount]).toEqual([[`now ${START + 1}`, `later ${START + 5}`], 0]);
    for (const ms of [-1, 0.5, Number.NaN, 2 ** 31]) {
      expect(() => clock.setTimeout(() => {}, ms)).toThrow(RangeError);
    }
  });
});

describe("NodeLife", () => {
  it("SM-11: does nothing after its death, which is told once", async () => {
    const { life, loop, crashes } = smallParts();
    const log: string[] = [];
    life.onDeath(() => log.push("heard"));
    const stop = life.onDeath(() => log.push("not heard"));
    stop();
    life.clock.setTimeout(() => log.push("fired"), 10);
    expect([life.name, life.acts("something"), life.isDead]).toEqual(["n1#1", true, false]);
    life.crash();
    life.crash();
    expect([life.acts("something"), life.reads(), life.isDead]).toEqual([false, false, true]);
    life.clock.setTimeout(() => log.push("fired"), 10);
    await pass(loop, 100);
    expect([log, crashes, life.clock.pendingCount]).toEqual([["heard"], ["n1#1"], 0]);
  });

  it("tells what it does after its end, but for reads that were under way", () => {
    const { life, fired } = smallParts();
    life.acts("before");
    life.end();
    life.acts("after");
    life.reads();
    life.die();
    life.acts("dead");
    expect(fired).toEqual(["after"]);
  });
});

describe("never", () => {
  it("does not settle", async () => {
    const first = await Promise.race([never(), platformPause().then(() => "other")]);
    expect(first).toBe("other");
  });
});

function traceOf(...lines: readonly Parameters<Trace["add"]>[]): Trace {
  const trace = new Trace();
  for (const line of lines) trace.add(...line);
  return trace;
}

describe("Trace", () => {
  it("SM-5: has a line a step, with what there is none of as -", () => {
    const trace = traceOf([5, "n1#1", "commit", "neg_1", 3], [6, "n2#1", "claimDue", null, null]);
    expect(trace.lines).toEqual(["5 n1#1 commit neg_1 3", "6 n2#1 claimDue - -"]);
  });

  it("SM-5: has a hash that each member and the order decide", () => {
    const line = [5, "n1#1", "commit", "neg_1", 3] as const;
    const { hash } = traceOf([...line]);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(traceOf([...line]).hash).toBe(hash);
    const others = [6, "n2#1", "load", "neg_2", 4];
    const hashes = others.map((other, index) => {
      const changed = line.map((member, at) => (at === index ? other : member)) as [...typeof line];
      return traceOf(changed).hash;
    });
    const swapped = [
      traceOf([...line], [6, "a", "b", null, null]),
      traceOf([6, "a", "b", null, null], [...line]),
    ];
    expect(new Set([hash, ...hashes, ...swapped.map((one) => one.hash)]).size).toBe(8);
  });

  it("has the same hash on every platform", () => {
    expect(traceOf([1_000_000, "n1#1", "started", null, null]).hash).toMatchInlineSnapshot(
      `"5652ae2fa131d19b"`,
    );
  });
});
