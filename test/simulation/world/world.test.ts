import { describe, expect, it } from "vitest";
import { WORLD_START, World } from "../../../src/simulation/world/index.js";
import { pass } from "../world-parts.js";

describe("World", () => {
  it("is wired by its seed alone", () => {
    const [one, other] = [new World({ seed: 8 }), new World({ seed: 8 })];
    expect(one.plan).toEqual(other.plan);
    expect(one.random("x").next()).toBe(other.random("x").next());
    expect([one.loop.now, one.mode, one.cluster.nodes.length]).toEqual([WORLD_START, "safety", 3]);
  });

  it("SM-12: has faults to the end for safety, and 2,500 ms of them for liveness", async () => {
    const [safety, liveness] = [new World({ seed: 8 }), new World({ seed: 8, mode: "liveness" })];
    for (const { loop } of [safety, liveness]) await pass(loop, 2_499);
    expect([safety.faults.isOn, liveness.faults.isOn]).toEqual([true, true]);
    for (const { loop } of [safety, liveness]) await pass(loop, 1);
    expect([safety.faults.isOn, liveness.faults.isOn]).toEqual([true, false]);
  });

  it("resolves no pause once it is over", async () => {
    const world = new World({ seed: 8 });
    const log: string[] = [];
    void world.pause(10).then(() => log.push("before"));
    void world.pause(30).then(() => log.push("after"));
    await pass(world.loop, 20);
    world.isOver = true;
    await pass(world.loop, 20);
    expect(log).toEqual(["before"]);
  });
});
