import { describe, expect, it } from "vitest";
import { FAULT_KINDS, faultKinds } from "../../../src/simulation/faults/index.js";
import type { SimWorldOptions } from "../../../src/simulation/world/index.js";
import { worldPlan } from "../../../src/simulation/world/world-plan.js";
import { randomStreams } from "../../../src/testing/harness/index.js";

const planOf = (options: SimWorldOptions) => worldPlan(options, randomStreams(options.seed));

describe("worldPlan", () => {
  it("draws the same from the same seed, and something else from another", () => {
    expect(planOf({ seed: 1 })).toEqual(planOf({ seed: 1 }));
    expect(planOf({ seed: 1 })).not.toEqual(planOf({ seed: 2 }));
  });

  it("SM-10: draws rates of zero with probability 0.3, else up to the maximum", () => {
    const rates = Array.from({ length: 300 }, (_, seed) => planOf({ seed }).rates);
    for (const kind of FAULT_KINDS) {
      const ofKind = rates.map((one) => one[kind]);
      const zeros = ofKind.filter((rate) => rate === 0).length;
      expect([kind, zeros > 55 && zeros < 130]).toEqual([kind, true]);
      expect(Math.max(...ofKind)).toBeLessThanOrEqual(faultKinds[kind].most);
      expect(Math.max(...ofKind)).toBeGreaterThan(faultKinds[kind].most * 0.9);
    }
  });

  it("SM-82: leaves all else as it is when faults are switched off or negotiations are left out", () => {
    const { rates, negotiations, ...plan } = planOf({ seed: 5 });
    const other = planOf({ seed: 5, only: ["failAfter"], negotiations: 2 });
    expect(other).toMatchObject(plan);
    expect(other.negotiations).toEqual(negotiations.slice(0, 2));
    expect(other.rates).toEqual({
      ...Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])),
      failAfter: rates.failAfter,
    });
    expect(planOf({ seed: 5, without: ["failAfter"] }).rates).toEqual({ ...rates, failAfter: 0 });
  });

  it("has agents that poll only where turns are parked", () => {
    const stylesOf = (preset: "room" | "index") =>
      new Set(
        Array.from({ length: 50 }, (_, seed) => planOf({ seed, preset }).parties).flatMap((parties) =>
          parties.map(({ style }) => style),
        ),
      );
    expect(stylesOf("room")).toEqual(new Set(["agent", "client"]));
    expect(stylesOf("index")).toEqual(new Set(["agent", "client", "pull"]));
  });

  it("SM-40: draws no actor, no fault and no rule for a script", () => {
    const script = (): Promise<void> => Promise.resolve();
    const [one, other] = [1, 2].map((seed) => planOf({ seed, script, preset: "index" }));
    expect(one).toEqual(other);
    expect(one?.negotiations).toEqual([]);
    expect(Object.values(one?.rates ?? {}).every((rate) => rate === 0)).toBe(true);
    expect(one?.parties.map(({ style }) => style)).toEqual(["client", "client", "client", "client"]);
  });
});
