import { describe, expect, it } from "vitest";
import { reasoningOf, suggestedRolesOf } from "../../../src/presets/index-network/context.js";
import { averageFit } from "../../../src/presets/index-network/index.js";
import { assessment } from "../records.js";

describe("reasoningOf", () => {
  it("IX-7: is the non-empty text, or nothing", () => {
    expect(reasoningOf({ assessment: { reasoning: "fit" } })).toBe("fit");
    for (const none of [null, {}, { reasoning: "" }, { reasoning: 7 }]) {
      expect(reasoningOf({ assessment: none })).toBeUndefined();
    }
    expect(reasoningOf({})).toBeUndefined();
    expect(reasoningOf(undefined)).toBeUndefined();
  });
});

describe("suggestedRolesOf", () => {
  it("IX-7: is both roles, or nothing", () => {
    expect(suggestedRolesOf({ assessment: assessment("agent", "peer") })).toStrictEqual({
      ownUser: "agent",
      otherUser: "peer",
    });
    expect(suggestedRolesOf({ assessment: assessment("agent", "boss") })).toBeUndefined();
    expect(suggestedRolesOf({ assessment: { suggestedRoles: { ownUser: "agent" } } })).toBeUndefined();
    expect(suggestedRolesOf({})).toBeUndefined();
  });
});

describe("averageFit", () => {
  const scored = (fitScore: number | string) => ({ assessment: { fitScore } });

  it("IX-7: is the mean of the scores that there are", () => {
    expect(averageFit([scored(80), { assessment: null }, scored(90), scored("95")])).toBe(85);
    expect(averageFit([scored(0)])).toBe(0);
  });

  it("IX-7: is nothing without scores", () => {
    expect(averageFit([])).toBeUndefined();
    expect(averageFit([{ assessment: null }, {}])).toBeUndefined();
  });
});
