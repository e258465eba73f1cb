import { describe, expect, it } from "vitest";
import { never, platformPause } from "../../../src/simulation/nodes/index.js";
import { pass, smallParts } from "../world-parts.js";

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
