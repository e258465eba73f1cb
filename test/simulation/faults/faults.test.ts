import { describe, expect, it } from "vitest";
import { Faults } from "../../../src/simulation/faults/index.js";
import { EventLoop, Trace } from "../../../src/simulation/nodes/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";
import { always, pass, START, smallParts } from "../world-parts.js";

const draws = (): RandomStream => new RandomStream(1, "faults");

describe("Faults", () => {
  it("SM-10: counts what occurs and leaves a line of it", () => {
    const { faults, trace } = smallParts("failBefore");
    expect([
      faults.occurs("failBefore", draws(), "n1#1"),
      faults.occurs("failAfter", draws(), "n1#1"),
    ]).toEqual([true, false]);
    expect(faults.counts).toMatchObject({ failBefore: 1, failAfter: 0 });
    expect(trace.lines).toEqual([`${START} n1#1 !failBefore - -`]);
  });

  it("SM-82: spends the same draws whether or not a fault is switched off or held back", () => {
    const stream = draws();
    smallParts("failBefore").faults.occurs("failBefore", stream, "n1#1");
    const other = draws();
    smallParts().faults.occurs("failBefore", other, "n1#1");
    expect(stream.next()).toBe(other.next());
  });

  it("SM-82: holds back by ordinal", () => {
    const options = {
      rates: always("failBefore"),
      trace: new Trace(),
      loop: new EventLoop(0),
      until: Infinity,
    };
    const faults = new Faults({ ...options, filter: (index) => index === 1 });
    const occurred = [0, 1, 2].map(() => faults.occurs("failBefore", draws(), "n1#1"));
    expect(occurred).toEqual([false, true, false]);
    expect([faults.indexCount, faults.counts.failBefore]).toEqual([3, 1]);
  });

  it("SM-12: stops at its instant, but for agents that stay silent", async () => {
    const loop = new EventLoop(0);
    const rates = always("failBefore", "agentSilent");
    const faults = new Faults({ rates, trace: new Trace(), loop, until: 10, filter: () => true });
    await pass(loop, 9);
    expect([faults.isOn, faults.occurs("failBefore", draws(), "n1#1")]).toEqual([true, true]);
    await pass(loop, 1);
    expect([faults.isOn, faults.occurs("failBefore", draws(), "n1#1")]).toEqual([false, false]);
    expect(faults.occurs("agentSilent", draws(), "n1#1")).toBe(true);
    faults.stop();
    expect(faults.occurs("agentSilent", draws(), "n1#1")).toBe(false);
  });
});
