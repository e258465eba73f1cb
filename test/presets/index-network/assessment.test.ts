import { describe, expect, it } from "vitest";
import { averageFit } from "../../../src/presets/index-network/index.js";

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
