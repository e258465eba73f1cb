import { describe, expect, it } from "vitest";
import { boulware, conceder, linear, timeDependent } from "../../../src/strategies/agents/index.js";
import { offerTimeDependent } from "../../../src/strategies/offering/index.js";
import {
  ACCEPT,
  type PartyView,
  type RunningModel,
  type Setup,
  type Strategy,
} from "../../../src/strategies/play/index.js";
import { listed, Scene } from "../scenes.js";

const at = (relativeTime: number) => ({ relativeTime }) as PartyView;

/** What a policy proposes at a time, with these utilities for outcomes 0, 1, 2 ... */
function proposed(
  curve: Parameters<typeof offerTimeDependent>[0],
  utilities: readonly number[],
  t: number,
  reservation: number | null = null,
): number {
  const { space, inverse } = listed(utilities, reservation);
  const setup = { space, inverse, reservation, model: null } as unknown as Setup;
  return offerTimeDependent(curve).start(setup).next(at(t));
}

describe("BA-17: what a time-dependent party proposes", () => {
  // With utilities from 0 to 1 and exponent 1 the level at t is 1 - t - 1e-4.
  const line = { exponent: 1 };

  it("is the first outcome at or above the level", () => {
    expect(proposed(line, [0, 0.25, 0.5, 0.75, 1], 0.5)).toBe(2);
    expect(proposed(line, [0, 0.25, 0.5, 0.75, 1], 0.4)).toBe(3);
    expect(proposed(line, [0, 1, 0.75, 0.5, 0.25], 0.4)).toBe(2);
  });

  it("stays what it is a slack of 1e-4 below the level", () => {
    expect(proposed(line, [0, 0.49991, 0.6, 1], 0.5)).toBe(1);
    expect(proposed(line, [0, 0.49989, 0.6, 1], 0.5)).toBe(2);
  });

  it("is the utility just below only where that lies within 1e-6 and is strictly nearer", () => {
    // The level at 0.5 is 0.4999.
    expect(proposed(line, [0, 0.4999 - 5e-7, 0.6, 1], 0.5)).toBe(1);
    expect(proposed(line, [0, 0.4999 - 2e-6, 0.6, 1], 0.5)).toBe(2);
    expect(proposed(line, [0, 0.4999 - 5e-7, 0.4999 + 2e-7, 1], 0.5)).toBe(2);
  });

  it("is, of equal utilities just below, the first of the order", () => {
    const below = 0.4999 - 5e-7;
    expect(proposed(line, [0, 0.6, below, below, 1], 0.5)).toBe(2);
  });

  it("never goes below the reservation, nor to a utility just below that is not rational", () => {
    expect(proposed(line, [0, 0.25, 0.5, 0.75, 1], 1, 0.6)).toBe(3);
    expect(proposed(line, [0, 0.6 - 5e-7, 0.7, 1], 1, 0.6)).toBe(2);
  });

  it("is the best at time 0, even where nothing reaches beyond the slack", () => {
    expect(proposed(line, [0, 0.5, 1], 0)).toBe(2);
    expect(proposed({ e: 1 }, [0, 0.5, 1], 0)).toBe(2);
  });

  it("is the same at a time, whatever was asked before", () => {
    const utilities = Array.from({ length: 40 }, (_, index) => ((index * 17) % 40) / 39);
    const { space, inverse } = listed(utilities);
    const setup = { space, inverse, reservation: null, model: null } as unknown as Setup;
    for (const exponent of [0.25, 1, 4]) {
      const offering = offerTimeDependent({ exponent });
      const running = offering.start(setup);
      for (let step = 0; step < 500; step += 1) {
        const t = ((step * 193) % 499) / 499;
        expect(running.next(at(t))).toBe(offering.start(setup).next(at(t)));
      }
    }
  });
});

describe("BA-17: the curves", () => {
  it("boulware, linear and conceder have the exponents 4, 1 and 0.25", () => {
    const utilities = Array.from({ length: 1_001 }, (_, index) => index / 1_000);
    const levelAt = (strategy: Strategy, t: number) => {
      const { space, inverse } = listed(utilities);
      return strategy.offering.start({ space, inverse, model: null } as unknown as Setup).next(at(t)) / 1_000;
    };
    expect(levelAt(boulware(), 0.5)).toBeCloseTo(1 - 0.5 ** 4, 2);
    expect(levelAt(linear(), 0.5)).toBeCloseTo(0.5, 2);
    expect(levelAt(conceder(), 0.5)).toBeCloseTo(1 - 0.5 ** 0.25, 2);
    expect(levelAt(timeDependent({ exponential: 4 }), 0.5)).toBeCloseTo(
      (Math.exp(0.5 ** 4) - 1) / (Math.E - 1),
      2,
    );
  });

  it("e and k are written as GENIUS does: the same curve with exponent 1 / e, without slack", () => {
    // 1 - 0.5^5 = 0.96875 exactly; with the slack it would be a little less.
    expect(proposed({ e: 0.2 }, [0, 0.9687, 0.96875, 1], 0.5)).toBe(2);
    expect(proposed({ exponent: 5 }, [0, 0.9687, 0.96875, 1], 0.5)).toBe(1);
    // k = 0.5: F(0.5) = 0.5 + 0.5 x 0.5.
    expect(proposed({ e: 1, k: 0.5 }, [0, 0.2, 0.25, 0.5, 1], 0.5)).toBe(2);
  });

  it("accepts from the level on at the present time (AC_target)", () => {
    const { inverse } = listed([0, 0.4998, 0.49995, 1]);
    const linearAtHalf = () => new Scene(linear(), inverse, { turnLimit: 198 }).skipTo(99);
    // Turn 99 is in cycle 49, of 99: t = 50 / 100.
    expect(linearAtHalf().answer(1)).not.toBe(ACCEPT);
    expect(linearAtHalf().answer(2)).toBe(ACCEPT);
  });
});

describe("BA-26: picking by a model", () => {
  const model = (utilities: readonly number[]) => ({
    name: "known",
    start: (): RunningModel => ({
      observe: () => {},
      utility: (index) => utilities[index] ?? 0,
      weights: () => [1],
    }),
  });

  it("takes the highest modelled utility within 5 % of the range above the level, else the lowest at it", () => {
    const { inverse } = listed([0, 0.5, 0.52, 0.54, 0.56, 1]);
    const strategy = timeDependent({ exponent: 1, pick: "model", model: model([1, 0.1, 0.3, 0.2, 0.9, 1]) });
    const atHalf = (one: Strategy) => new Scene(one, inverse, { turnLimit: 198 }).skipTo(99).decision();
    expect(atHalf(strategy)).toBe(2);
    expect(atHalf(timeDependent({ exponent: 1 }))).toBe(1);
    const sparse = listed([0, 0.6, 1]).inverse;
    expect(new Scene(strategy, sparse, { turnLimit: 198 }).skipTo(99).decision()).toBe(1);
  });

  it("without a model refuses with strategy_invalid", () => {
    const { inverse } = listed([0, 1]);
    expect(() => new Scene(timeDependent({ exponent: 1, pick: "model" }), inverse)).toThrow(
      expect.objectContaining({ code: "strategy_invalid" }),
    );
  });
});
