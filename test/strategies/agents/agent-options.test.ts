import { describe, expect, it } from "vitest";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { gameOptions } from "../../../src/strategies/agents/agent-options.js";
import { boulware, type ComposeAgentOptions } from "../../../src/strategies/agents/index.js";
import { listed } from "../scenes.js";

const { space, preferences, inverse } = listed([0, 0.25, 0.5, 0.75, 1], 0.5);
const OPTIONS: ComposeAgentOptions = { space, preferences, strategy: boulware(), seed: 0, turnLimit: 100 };

describe("BA-16: the options of a composed agent", () => {
  it.each([
    ["seed", undefined],
    ["seed", 1.5],
    ["seed", Number.NaN],
    ["seed", "7"],
    ["turnLimit", 2.5],
    ["totalMs", "soon"],
    ["counts", "rounds"],
    ["whenNoRationalOutcome", "leave"],
    ["codec", {}],
    ["codec", { read: () => null }],
    ["message", 7],
    ["message", ""],
    ["onHookFailure", "log"],
    ["inverse", inverseUtility(space, { ...preferences, reservation: null })],
    ["inverse", listed([0, 1], 0.5).inverse],
  ])("SY-16: %s: %o is refused with its place", (key, value) => {
    expect(() => gameOptions({ ...OPTIONS, [key]: value } as ComposeAgentOptions)).toThrow(
      expect.objectContaining({
        code: "strategy_invalid",
        details: { issueCount: 1, issues: [expect.objectContaining({ path: [key] })] },
      }),
    );
  });

  it("SY-16: lists all faults at once", () => {
    const wrong = { ...OPTIONS, seed: 0.5, counts: "rounds", turnLimit: 0 } as never;
    expect(() => gameOptions(wrong)).toThrow(/Mend all 3 faults/);
  });

  it("SY-20: an unknown option is refused, and the nearest known one named", () => {
    const typo = { ...OPTIONS, turnLimt: 10 } as ComposeAgentOptions;
    expect(() => gameOptions(typo)).toThrow(TypeError);
    expect(() => gameOptions(typo)).toThrow(/"turnLimt"\. Did you mean turnLimit\?/);
  });

  it("takes the inverse utility at hand, or makes one", () => {
    expect(gameOptions({ ...OPTIONS, inverse }).inverse).toBe(inverse);
    expect(gameOptions(OPTIONS).inverse.reservation).toBe(0.5);
  });

  it("values terms exactly where an issue is continuous, and only there", () => {
    expect(gameOptions(OPTIONS).exactUtility).toBeNull();
    const line = outcomeSpace([{ name: "x", kind: "continuous", min: 0, max: 1 }]);
    const linear = { kind: "additive", weights: [1], values: [{ kind: "linear", slope: 1 }] } as const;
    expect(gameOptions({ ...OPTIONS, space: line, preferences: linear }).exactUtility?.({ x: 0.123 })).toBe(
      0.123,
    );
  });
});
