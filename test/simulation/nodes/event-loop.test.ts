import { describe, expect, it } from "vitest";
import { EventLoop, platformPause } from "../../../src/simulation/nodes/index.js";
import { pass } from "../world-parts.js";

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
