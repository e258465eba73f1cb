import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type InverseUtility, inverseUtility } from "../../../src/preferences/inverse/index.js";
import { outcomeSpace, type Preferences, reservationOf } from "../../../src/preferences/model/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { utilityTable } from "../../../src/preferences/utility/index.js";
import { anyNumber, anyPreferences } from "../arbitrary-preferences.js";
import { faultPaths } from "../expect-faults.js";

/** A space of one issue whose outcomes have these utilities. */
function inverseOf(utilities: readonly number[], reservation: number | null = null): InverseUtility {
  const space = outcomeSpace([{ name: "n", kind: "integer", min: 1, max: utilities.length }]);
  const values = [{ kind: "table" as const, values: utilities }];
  return inverseUtility(space, { kind: "additive", weights: [1], values, reservation });
}

/** The methods of BA-7 by a look at every outcome. */
function scanned(utilities: readonly number[]) {
  const order = utilities
    .map((_, index) => index)
    .sort((one, other) => utilities[one]! - utilities[other]! || one - other);
  const utilityAt = (rank: number): number => utilities[order[rank]!]!;
  const ranks = order.map((_, rank) => rank);
  return {
    order,
    lowestAtLeast: (x: number) => order.find((index) => utilities[index]! >= x) ?? order.at(-1)!,
    highestAtMost: (x: number) => order.findLast((index) => utilities[index]! <= x) ?? order[0]!,
    range: (low: number, high: number) => {
      const within = ranks.filter((rank) => utilityAt(rank) >= low && utilityAt(rank) <= high);
      return within.length === 0 ? null : [within[0]!, within.at(-1)! + 1];
    },
    nearest: (x: number) => {
      let nearest = 0;
      for (const index of utilities.keys()) {
        const change = Math.abs(utilities[index]! - x) - Math.abs(utilities[nearest]! - x);
        if (change < 0 || (change === 0 && utilities[index]! > utilities[nearest]!)) nearest = index;
      }
      return nearest;
    },
  };
}

/** At, just below and just above existing utilities, and away from all. */
function queriesAround(utilities: readonly number[]): number[] {
  const steps = utilities.flatMap((utility) => {
    const step = Math.max(Math.abs(utility) * Number.EPSILON, Number.MIN_VALUE);
    return [utility, utility - step, utility + step, utility + 1 / 8];
  });
  return [...new Set([...steps, -1e9, 1e9, 0])];
}

function expectAsScanned(inverse: InverseUtility, utilities: readonly number[], queries: number[]): void {
  const scan = scanned(utilities);
  const queried = queries.map((x) => ({
    x,
    lowest: inverse.lowestAtLeast(x),
    highest: inverse.highestAtMost(x),
    nearest: inverse.nearest(x),
  }));
  expect(queried).toEqual(
    queries.map((x) => ({
      x,
      lowest: scan.lowestAtLeast(x),
      highest: scan.highestAtMost(x),
      nearest: scan.nearest(x),
    })),
  );
  for (const [place, low] of queries.entries()) {
    const high = queries[(place * 7) % queries.length]!;
    const [from, to] = inverse.range(low, high);
    const wanted = scan.range(low, high);
    if (wanted === null) expect(from).toBe(to);
    else expect([from, to]).toEqual(wanted);
  }
}

describe("inverseUtility", () => {
  it("BA-7, D-16: answers every query as a linear scan does, at, just below and just above utilities", () => {
    fc.assert(
      fc.property(anyPreferences, ({ space, preferences }) => {
        const inverse = inverseUtility(space, preferences);
        const utilities = [...utilityTable(preferences, space)];
        const { order } = scanned(utilities);
        const ranks = order.map((_, rank) => rank);
        expect(ranks.map((rank) => inverse.at(rank))).toEqual(order);
        expect(order.map((index) => inverse.rankOf(index))).toEqual(ranks);
        expect(utilities.map((_, index) => inverse.utility(index))).toEqual(utilities);
        expect([inverse.best(), inverse.worst()]).toEqual([order.at(-1), order[0]]);
        const queries = queriesAround(utilities.slice(0, 12));
        expectAsScanned(inverse, utilities, queries);
        const reservation = reservationOf(preferences);
        const isRational = (utility: number): boolean => reservation === null || utility >= reservation;
        expect(inverse.rationalCount).toBe(utilities.filter(isRational).length);
        expect(utilities.map((_, index) => inverse.isRational(index))).toEqual(utilities.map(isRational));
        expect(inverse.minimum).toBe(Math.min(...utilities));
        expect(inverse.maximum).toBe(Math.max(...utilities));
        expect(inverse.floor).toBe(Math.max(inverse.minimum, reservation ?? inverse.minimum));
      }),
      { seed: 7, numRuns: 150 },
    );
  });

  it("BA-7: answers as a linear scan does on lists full of ties", () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { minLength: 1, maxLength: 60 }), (utilities) => {
        expectAsScanned(inverseOf(utilities), utilities, queriesAround(utilities));
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("BA-7, D-16: nearest returns the utility just above when that is nearer", () => {
    const inverse = inverseOf([0, 0.5, 1]);
    expect(inverse.nearest(0.4)).toBe(1);
    expect(inverse.nearest(0.6)).toBe(1);
    expect(inverse.nearest(0.9)).toBe(2);
  });

  it("BA-7: nearest breaks a tie toward the higher utility, then the lower index", () => {
    const inverse = inverseOf([0.75, 0.25, 0.75, 0.25]);
    expect(inverse.nearest(0.5)).toBe(0);
    expect(inverse.nearest(0.25)).toBe(1);
    expect(inverse.nearest(0)).toBe(1);
  });

  it("BA-7: nearest breaks ties that only rounding makes as well", () => {
    const utilities = [1e-17, 3e-17, 2e-17, 3e-17];
    const inverse = inverseOf(utilities);
    expect(inverse.nearest(-5)).toBe(1);
    expect(inverse.nearest(5)).toBe(1);
    expect(inverse.nearest(Number.NEGATIVE_INFINITY)).toBe(1);
  });

  it("BA-7, D-10: sorts equal utilities by ascending index, so best() is the last of equals", () => {
    const inverse = inverseOf([1, 0, 1, 0]);
    expect([0, 1, 2, 3].map((rank) => inverse.at(rank))).toEqual([1, 3, 0, 2]);
    expect([inverse.best(), inverse.worst()]).toEqual([2, 1]);
    expect([inverse.lowestAtLeast(1), inverse.highestAtMost(0)]).toEqual([0, 3]);
  });

  it("BA-5: counts u = r as rational; without a reservation all are, and min stands in", () => {
    const inverse = inverseOf([0.25, 0.5, 0.75], 0.5);
    expect([inverse.rationalCount, inverse.floor, inverse.reservation]).toEqual([2, 0.5, 0.5]);
    expect([0, 1, 2].map((index) => inverse.isRational(index))).toEqual([false, true, true]);
    const free = inverseOf([0.25, 0.5, 0.75]);
    expect([free.rationalCount, free.floor, free.reservation]).toEqual([3, 0.25, null]);
    expect(inverseOf([0.25], 0.5).rationalCount).toBe(0);
  });

  it("BA-5: works undiscounted", () => {
    const space = outcomeSpace([{ name: "n", kind: "integer", min: 0, max: 4 }]);
    const base: Preferences = {
      kind: "additive",
      weights: [1],
      values: [{ kind: "linear", slope: 0.25 }],
      reservation: 0.5,
    };
    const inverse = inverseUtility(space, { kind: "discounted", base, factor: 0.5 });
    expect([0, 1, 2, 3, 4].map((index) => inverse.utility(index))).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect([inverse.reservation, inverse.rationalCount]).toEqual([0.5, 3]);
  });

  it("refuses indices with outcome_invalid and ranks with a RangeError", () => {
    const inverse = inverseOf([1, 2, 3]);
    for (const index of [-1, 3, 0.5, Number.NaN]) {
      expect(faultPaths("outcome_invalid", () => inverse.utility(index))).toEqual([""]);
      expect(faultPaths("outcome_invalid", () => inverse.rankOf(index))).toEqual([""]);
      expect(faultPaths("outcome_invalid", () => inverse.isRational(index))).toEqual([""]);
      expect(() => inverse.at(index)).toThrow(RangeError);
    }
  });

  it("D-12: two negotiations interleaved on one inverse go as one after the other", () => {
    const utilities = Array.from({ length: 200 }, (_, index) => ((index * 37) % 50) / 50);
    const played = (inverse: InverseUtility, turn: number): unknown => {
      const x = ((turn * 29) % 100) / 100;
      const ranks = inverse.range(x - 0.1, x + 0.1);
      return [inverse.lowestAtLeast(x), inverse.nearest(x), inverse.highestAtMost(x), ranks, inverse.best()];
    };
    const turns = Array.from({ length: 300 }, (_, turn) => turn);
    const alone = turns.map((turn) => played(inverseOf(utilities), turn));
    const shared = inverseOf(utilities);
    const one: unknown[] = [];
    const other: unknown[] = [];
    for (const turn of turns) {
      one.push(played(shared, turn));
      other.push(played(shared, 299 - turn));
    }
    expect(one).toEqual(alone);
    expect(other.reverse()).toEqual(alone);
  });

  it("BA-7: shows nothing that can be changed", () => {
    const inverse = inverseOf([3, 1, 2], 1);
    const seen = new Set<unknown>();
    const walk = (value: unknown, path: string): void => {
      if (value === null || (typeof value !== "object" && typeof value !== "function") || seen.has(value))
        return;
      if (value === Object.prototype || value === Function.prototype || value === Array.prototype) return;
      seen.add(value);
      expect(Object.isFrozen(value), path).toBe(true);
      expect(ArrayBuffer.isView(value), path).toBe(false);
      for (const key of Reflect.ownKeys(value)) {
        walk(Reflect.getOwnPropertyDescriptor(value, key)?.value, `${path}.${String(key)}`);
      }
      walk(Object.getPrototypeOf(value), `${path}.<prototype>`);
    };
    walk(inverse, "inverse");
    walk(inverse.range(1, 2), "range");
    expect(seen.size).toBeGreaterThan(20);
    expect(() => Object.assign(inverse, { size: 9 })).toThrow(TypeError);
  });

  it("refuses what does not fit", () => {
    const space = outcomeSpace([{ name: "n", kind: "integer", min: 1, max: 3 }]);
    const wrong: Preferences = { kind: "additive", weights: [1, 2], values: [] };
    expect(faultPaths("preferences_invalid", () => inverseUtility(space, wrong))).toEqual([
      "weights",
      "values",
    ]);
    const right: Preferences = { kind: "mapping", entries: [], otherwise: 1 };
    for (const maxOutcomes of [0, 10_000_001, 0.5]) {
      expect(() => inverseUtility(space, right, { maxOutcomes })).toThrow(RangeError);
    }
    expect(() => inverseUtility(space, right, { seed: 0.5 })).toThrow(RangeError);
  });
});

describe("inverseUtility of a sampled space", () => {
  const { issues, parties } = generateScenario(5, [10, 10, 10, 10], 1);
  const { preferences } = parties[0]!;
  const space = outcomeSpace(issues);
  const sampled = inverseUtility(space, preferences, { maxOutcomes: 500, seed: 3 });

  it("BA-3: holds a seeded sample in its own order, and says so", () => {
    const indices = Array.from({ length: sampled.size }, (_, rank) => sampled.at(rank)).sort((a, b) => a - b);
    expect(sampled.sampled).toBe(true);
    expect(space.sample(500, 3).filter((index) => !indices.includes(index))).toEqual([]);
    const utilities = utilityTable(preferences, space, indices);
    const ranks = indices
      .map((_, place) => place)
      .sort((one, other) => utilities[one]! - utilities[other]! || one - other);
    expect(ranks.map((place) => indices[place])).toEqual(ranks.map((_, rank) => sampled.at(rank)));
    expect(indices.map((index) => sampled.at(sampled.rankOf(index)))).toEqual(indices);
    expect(sampled.minimum).toBe(Math.min(...utilities));
    expect(sampled.nearest(0.5)).toBe(sampled.at(sampled.rankOf(sampled.nearest(0.5))));
    expect(inverseUtility(space, preferences).sampled).toBe(false);
    expect(inverseUtility(space, preferences, { maxOutcomes: 10_000 }).sampled).toBe(false);
  });

  it("BA-3: knows the utility of every outcome, and the rank of none beside the sample", () => {
    const table = utilityTable(preferences, space);
    const held = new Set(Array.from({ length: sampled.size }, (_, rank) => sampled.at(rank)));
    for (let index = 0; index < 10_000; index += 13) {
      expect(sampled.utility(index)).toBe(table[index]);
      expect(sampled.isRational(index)).toBe(true);
      if (!held.has(index)) expect(sampled.rankOf(index)).toBe(-1);
    }
    for (const index of [-1, 10_000]) {
      expect(faultPaths("outcome_invalid", () => sampled.utility(index))).toEqual([""]);
      expect(faultPaths("outcome_invalid", () => sampled.rankOf(index))).toEqual([""]);
    }
  });

  it("BA-3: works beyond 2^32 outcomes, for every kind", () => {
    const names = Array.from({ length: 15 }, (_, index) => `d${index}`);
    const huge = outcomeSpace(names.map((name) => ({ name, kind: "integer", min: 0, max: 9 })));
    const additive: Preferences = {
      kind: "additive",
      weights: names.map((_, index) => 10 ** -index),
      values: names.map(() => ({ kind: "linear", slope: 0.1 })),
    };
    const entries = [{ outcome: huge.termsAt(7), utility: 2 }];
    const rectangles = [{ utility: 1, within: { d0: { min: 5, max: 9 } } }];
    for (const any of [
      additive,
      { kind: "mapping", entries, otherwise: 0 },
      { kind: "rectangles", rectangles },
    ] as const) {
      const inverse = inverseUtility(huge, any, { maxOutcomes: 1_000 });
      expect(inverse.size).toBeGreaterThanOrEqual(1_000);
      const indices = huge.sample(1_000, 0);
      expect(indices.map((index) => inverse.at(inverse.rankOf(index)))).toEqual(indices);
      for (let rank = 1; rank < inverse.size; rank += 1) {
        const step = inverse.utility(inverse.at(rank)) - inverse.utility(inverse.at(rank - 1));
        expect(step > 0 || (step === 0 && inverse.at(rank) > inverse.at(rank - 1))).toBe(true);
      }
    }
    expect(
      inverseUtility(huge, { kind: "mapping", entries, otherwise: 0 }, { maxOutcomes: 9 }).utility(7),
    ).toBe(2);
  });
});
