import { describe, expect, it } from "vitest";
import { timeDependent } from "../../../src/strategies/agents/index.js";
import { aspirationLevel, aspirationOf } from "../../../src/strategies/play/index.js";
import { listed } from "../scenes.js";

describe("BA-17: an aspiration", () => {
  it("is 1 - t^exponent, 1 - F(t) with e and k, or exponential", () => {
    for (const t of [0, 0.1, 0.5, 0.9, 1]) {
      expect(aspirationOf({ exponent: 4 }).at(t)).toBe(1 - t ** 4);
      expect(aspirationOf({ e: 0.2 }).at(t)).toBe(1 - t ** 5);
      expect(aspirationOf({ e: 2, k: 0.1 }).at(t)).toBe(1 - (0.1 + 0.9 * t ** 0.5));
      expect(aspirationOf({ exponential: 4 }).at(t)).toBe((Math.exp((1 - t) ** 4) - 1) / (Math.E - 1));
    }
  });

  it("is the same whatever was asked before", () => {
    const asked = aspirationOf({ exponent: 4 });
    for (let step = 0; step < 3_000; step += 1) {
      const t = ((step * 7_919) % 2_003) / 2_003;
      expect(asked.at(t)).toBe(1 - t ** 4);
    }
  });

  it("has a slack of 1e-4, but none where it is written with e", () => {
    expect(aspirationOf({ exponent: 4 }).slack).toBe(1e-4);
    expect(aspirationOf({ exponential: 4 }).slack).toBe(1e-4);
    expect(aspirationOf({ e: 0.25 }).slack).toBe(0);
  });

  it("gives a level between the worst rational and the best", () => {
    const levelAt = aspirationLevel(aspirationOf({ exponent: 1 }), listed([0.2, 0.4, 0.8], 0.3).inverse);
    expect(levelAt(0)).toBeCloseTo(0.7999, 12);
    expect(levelAt(0.5)).toBeCloseTo(0.5499, 12);
    expect(levelAt(1)).toBe(0.3);
    const negative = aspirationLevel(aspirationOf({ exponent: 1 }), listed([-2, -1]).inverse);
    expect(negative(1)).toBe(-2);
  });

  it.each([
    [{}],
    [{ exponent: 4, e: 0.25 }],
    [{ exponent: 0 }],
    [{ exponent: Number.NaN }],
    [{ e: -1 }],
    [{ exponent: 4, k: 0.1 }],
    [{ e: 1, k: 2 }],
  ])("refuses %o with strategy_invalid", (curve) => {
    expect(() => timeDependent(curve as never)).toThrow(
      expect.objectContaining({ code: "strategy_invalid" }),
    );
  });
});
