import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { definePreset } from "../../../src/presets/registry/index.js";
import { presetOf, settledRules } from "../../../src/testing/agents/index.js";

const system = { kind: "system" } as const;
const personal = { kind: "personal" } as const;

describe("settled rules", () => {
  it("start from the preset room", () => {
    expect(settledRules({}, system, system)).toMatchObject({ preset: "room", turnMs: 30_000 });
  });

  it("start from the preset that is named, or handed in", () => {
    const blitz = definePreset({ name: "blitz", rules: { turnMs: 5_000 } });
    expect(settledRules({ preset: "index" }, system, personal).cap.limit).toBe(8);
    expect(settledRules({ preset: blitz, agentAttempts: 1 }, system, system)).toMatchObject({
      preset: "blitz",
      turnMs: 5_000,
      agentAttempts: 1,
    });
  });

  it("are refused when they contradict each other", () => {
    expect(() => settledRules({ turnMs: 0 }, system, system)).toThrow(NegotiationError);
  });
});

describe("the preset of rules", () => {
  it.each(["rooms", "__proto__", null, 5])("is none that is called %j", (preset) => {
    expect(() => presetOf({ preset: preset as never })).toThrow(TypeError);
  });
});
