import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frontier, isEpsilonPareto, isPareto } from "../../src/analysis/index.js";
import { dominates, frontierByDefinition, tieRichPoints, utilitiesFrom } from "./points.js";

const over = fc.constantFrom("rational", "all");
const duplicates = fc.constantFrom("one", "all");

describe("the frontier", () => {
  it.each<readonly [name: string, points: string, one: readonly number[], all: readonly number[]]>([
    ["of [[1,1],[1,1],[0,0]] is one point, the first, or both", "1 1, 1 1, 0 0", [0], [0, 1]],
    ["of three parties lists equal ones once or all", "0 0 0, 1 1 1, 1 1 1, 1 0 1", [1], [1, 2]],
    ["runs from the first party's best", "0 1, 0.4 0.5, 1 0, 0.4 0.6, 0.6 0.6", [2, 4, 0], [2, 4, 0]],
    ["of three parties does too", "0 1 0, 1 0 0, 0.5 0.5 1, 0.5 0.5 0.9", [1, 2, 0], [1, 2, 0]],
    ["compares exactly, without an epsilon", `1 0, ${1 - 2 ** -53} 5e-324`, [0, 1], [0, 1]],
    ["holds where the range is hardly a double", "5e-324 1, 0 2, 1e-323 0", [2, 0, 1], [2, 0, 1]],
    // 1 + 1e-17 is 1: both sums are equal, and the dominated one comes first.
    ["is not misled by equal rounded sums", "1 0 0.5, 1 1e-17 0.5", [1], [1]],
    ["nor by later ones", "1 1e-17 0, 1 0 0, 1 1e-17 1e-18", [2], [2]],
  ])("BA-31, D-5: %s", (_, points, one, all) => {
    const utilities = utilitiesFrom(points);
    const outcomes = (duplicates: "one" | "all"): readonly number[] =>
      frontier(utilities, { duplicates }).map(({ outcome }) => outcome);
    expect([outcomes("one"), outcomes("all")]).toEqual([one, all]);
  });

  it("BA-31: leaves out what is below a reservation, and has nothing where all is, but over all outcomes", () => {
    expect(frontier(utilitiesFrom("0 1, 0.4 0.5, 1 0", [0.4, 0.5]))).toMatchObject([{ outcome: 1 }]);
    const utilities = utilitiesFrom("0.3 0.1, 0.1 0.3", [0.5, 0.5]);
    expect(frontier(utilities)).toEqual([]);
    expect(frontier(utilities, { over: "all" }).map(({ outcome }) => outcome)).toEqual([0, 1]);
  });

  it("BA-31: is the definition on tie-rich points of 2 to 5 parties", () => {
    fc.assert(
      fc.property(tieRichPoints, over, duplicates, ({ vectors, reservations }, from, listing) => {
        const options = { over: from, duplicates: listing };
        const points = frontier(utilitiesFrom(vectors, reservations), options);
        expect(points.map(({ outcome }) => outcome).toSorted((one, other) => one - other)).toEqual(
          frontierByDefinition(vectors, reservations, options),
        );
        for (const { outcome, utilities } of points)
          expect(utilities).toEqual(vectors[outcome]!.map((one) => one + 0));
      }),
      { numRuns: 1_600 },
    );
  });

  it("BA-31: descends by the first party's utility, then the second's, then the index", () => {
    fc.assert(
      fc.property(tieRichPoints, duplicates, ({ vectors, reservations }, listing) => {
        const points = frontier(utilitiesFrom(vectors, reservations), { duplicates: listing });
        for (const [index, point] of points.slice(1).entries()) {
          const before = points[index]!;
          const party = point.utilities.findIndex((utility, place) => utility !== before.utilities[place]);
          if (party === -1) expect(point.outcome).toBeGreaterThan(before.outcome);
          else expect(point.utilities[party]).toBeLessThan(before.utilities[party]!);
        }
      }),
    );
  });

  it("BA-31: of two parties is that of three of whom one does not mind, on thousands of points in many buckets", () => {
    const big = fc.tuple(fc.integer(), fc.integer({ min: 2, max: 400 }), fc.boolean());
    fc.assert(
      fc.property(big, duplicates, ([seed, steps, opposed], listing) => {
        const draw = generator(seed);
        const vectors = Array.from({ length: 6_000 }, () => {
          const first = Math.floor(draw() * steps) / steps;
          const second = Math.floor(draw() * steps) / steps;
          return opposed ? [first, 1 - first + second / 8] : [first, second];
        });
        const floors = [draw() / 2, draw() / 2];
        const three = utilitiesFrom(
          vectors.map((vector) => [...vector, 0]),
          [...floors, null],
        );
        const outcomes = [utilitiesFrom(vectors, floors), three].map((utilities) =>
          frontier(utilities, { duplicates: listing }).map(({ outcome }) => outcome),
        );
        expect(outcomes[0]).toEqual(outcomes[1]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("isPareto", () => {
  it("BA-33: is whether nothing dominates, and the outcome is rational where that is asked", () => {
    fc.assert(
      fc.property(tieRichPoints, over, ({ vectors, reservations }, from) => {
        const utilities = utilitiesFrom(vectors, reservations);
        const listed = frontierByDefinition(vectors, reservations, { over: from, duplicates: "all" });
        for (const outcome of vectors.keys()) {
          expect(isPareto(utilities, outcome, { over: from })).toBe(listed.includes(outcome));
        }
      }),
    );
  });

  it("is asked of outcomes held only", () => {
    const utilities = utilitiesFrom("0 1, 1 0");
    expect(isPareto(utilities, 0)).toBe(true);
    expect(() => isPareto(utilities, 2)).toThrow(RangeError);
    expect(() => isEpsilonPareto(utilities, -1, 0)).toThrow(RangeError);
  });
});

describe("isEpsilonPareto", () => {
  it("BA-33: is whether nobody can gain more than epsilon without cost to another", () => {
    const utilities = utilitiesFrom("0.5 0.5, 0.625 0.5, 1 0.25");
    expect(isEpsilonPareto(utilities, 0, 0)).toBe(false);
    expect(isEpsilonPareto(utilities, 0, 0.124)).toBe(false);
    expect(isEpsilonPareto(utilities, 0, 0.125)).toBe(true);
    expect(isEpsilonPareto(utilities, 1, 0)).toBe(true);
    expect(() => isEpsilonPareto(utilities, 0, -1)).toThrow("epsilon");
    expect(() => isEpsilonPareto(utilities, 0, Number.NaN)).toThrow("epsilon");
  });

  it("BA-33: is the definition, and with epsilon 0 what isPareto says over all", () => {
    fc.assert(
      fc.property(tieRichPoints, fc.constantFrom(0, 0.25, 0.5), ({ vectors, reservations }, epsilon) => {
        const utilities = utilitiesFrom(vectors, reservations);
        for (const [outcome, own] of vectors.entries()) {
          const refuted = vectors.some(
            (other) =>
              dominates(other, own) && other.some((utility, party) => utility - own[party]! > epsilon),
          );
          expect(isEpsilonPareto(utilities, outcome, epsilon)).toBe(!refuted);
          if (epsilon === 0) expect(isPareto(utilities, outcome, { over: "all" })).toBe(!refuted);
        }
      }),
    );
  });
});

/** The generator of the fixtures (BA-13). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
