import { describe, expect, it } from "vitest";
import { NegotiationService } from "../../../src/service/room/index.js";
import { WORLD_PRESETS } from "../../../src/simulation/world/index.js";
import { scriptedRules, worldRules } from "../../../src/simulation/world/world-rules.js";
import { RandomStream } from "../../../src/testing/harness/index.js";

const fallback = () => ({ action: "reject" }) as const;

describe("worldRules", () => {
  it.each(WORLD_PRESETS)("%s: always fit together, also without a script's draws", (preset) => {
    for (let seed = 0; seed < 200; seed++) {
      for (const mode of ["safety", "liveness"] as const) {
        const rules = worldRules(preset, mode, new RandomStream(seed, "rules"));
        expect(() => new NegotiationService("room1", { rules, fallback }).destroy()).not.toThrow();
      }
    }
    expect(() =>
      new NegotiationService("room1", { rules: scriptedRules(preset), fallback }).destroy(),
    ).not.toThrow();
  });

  it("SM-12: bounds every negotiation of a liveness world by its total time", () => {
    for (const preset of WORLD_PRESETS) {
      for (let seed = 0; seed < 50; seed++) {
        expect(worldRules(preset, "liveness", new RandomStream(seed, "rules")).totalMs).toBe(1_800);
      }
    }
  });

  it("draws one of each choice", () => {
    const drawn = Array.from({ length: 300 }, (_, seed) =>
      worldRules("room", "safety", new RandomStream(seed, "rules")),
    );
    const values = (key: keyof (typeof drawn)[number]) =>
      new Set(drawn.map((rules) => JSON.stringify(rules[key])));
    expect(values("oneActive").size).toBe(3);
    expect(values("onTurnTimeout").size).toBe(3);
    expect(values("repetition").size).toBe(2);
    expect(values("onInvalidAnswer").size).toBe(2);
    expect(values("consult").size).toBe(3);
    expect(values("cap").size).toBeGreaterThan(20);
  });
});
