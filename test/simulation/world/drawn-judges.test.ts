import { describe, expect, it } from "vitest";
import { permits } from "../../../src/simulation/invariants/index.js";
import { plannedJudges } from "../../../src/simulation/world/drawn-judges.js";
import type { SimWorldOptions } from "../../../src/simulation/world/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";

describe("the judges of a world", () => {
  it("draws hooks and policies, at once and slow, but none beside agents or terms of the user's own [SM-85]", () => {
    const judgesOf = (options: Partial<SimWorldOptions>) =>
      Array.from({ length: 60 }, (_, seed) =>
        plannedJudges({ ...options, seed }, new RandomStream(seed, "judges")),
      );
    const drawn = judgesOf({});
    expect(new Set(drawn.map(({ admission }) => admission))).toEqual(new Set(["none", "quick", "slow"]));
    expect(new Set(drawn.map(({ hasPolicy }) => hasPolicy))).toEqual(new Set([true, false]));
    const nobody = new Set([JSON.stringify({ admission: "none", hasPolicy: false })]);
    for (const own of [{ agents: () => undefined }, { terms: { draw: () => 1 } }]) {
      expect(new Set(judgesOf(own).map((judges) => JSON.stringify(judges)))).toEqual(nobody);
    }
  });

  it("leave something to do on whatever stands", () => {
    for (let price = 0; price < 200; price += 1) {
      const standing = { round: 1, terms: { price } };
      const open = (["accept", "counter"] as const).filter(
        (action) => permits("admission", action, standing) && permits("policy", action, standing),
      );
      expect(open).not.toEqual([]);
    }
  });
});
