import { describe, expect, it } from "vitest";
import { checkRules, mergeRules } from "../../../src/core/rules/index.js";
import { indexRules, triggerRules } from "../../../src/presets/index-network/index.js";
import { knownPresets } from "../../../src/presets/registry/index.js";

describe("triggerRules", () => {
  it.each([
    ["ambient", 300_000],
    ["orchestrator", 60_000],
  ] as const)("IX-0: %s gives windows of %i ms", (trigger, windowMs) => {
    expect(triggerRules(trigger)).toEqual({
      turnMs: windowMs,
      park: {
        parkMs: windowMs,
        claimBudget: "remaining",
        claimMs: null,
        onClaimExpiry: "fallback",
        freshMs: 90_000,
      },
    });
    expect(checkRules(mergeRules(knownPresets.index.rules, triggerRules(trigger)), "index").ok).toBe(true);
  });

  it("IX-0: the preset has the figures of the ambient trigger", () => {
    expect(indexRules).toMatchObject(triggerRules("ambient"));
  });

  it("IX-0: another trigger is a TypeError", () => {
    expect(() => triggerRules("weekly" as never)).toThrow(TypeError);
  });
});
