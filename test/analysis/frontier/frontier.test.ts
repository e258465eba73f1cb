import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frontier, isEpsilonPareto, isPareto } from "../../../src/analysis/frontier/index.js";
import { dominates, frontierByDefinition, tieRichPoints, utilitiesFrom } from "../points.js";

const over = fc.constantFrom("rational", "all");
const duplicates = fc.constantFrom("one", "all");

describe("the frontier", () => {
  it("BA-31, D-5: of [[1,1],[1,1],[0,0]] is one point, of two and of three parties", () => {
    expect(
      outcomesOf([
        [1, 1],
        [1, 1],
        [0, 0],
      ]),
    ).toEqual([0]);
    expect(
      outcomesOf([
        [1, 1, 1],
        [1, 1, 1],
        [0, 0, 0],
      ]),
    ).toEqual([0]);
  });

  it("BA-31: is empty when nothing is rational for all, and then over all outcomes is not", () => {
    const utilities = utilitiesFrom(
      [
        [0.3, 0.1],
        [0.1, 0.3],
      ],
      [0.5, 0.5],
    );
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
      { numRuns: 400 },
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
    const utilities = utilitiesFrom([
      [0, 1],
      [1, 0],
    ]);
    expect(isPareto(utilities, 0)).toBe(true);
    expect(() => isPareto(utilities, 2)).toThrow(RangeError);
    expect(() => isEpsilonPareto(utilities, -1, 0)).toThrow(RangeError);
  });
});

describe("isEpsilonPareto", () => {
  it("BA-33: is whether nobody can gain more than epsilon without cost to another", () => {
    const utilities = utilitiesFrom([
      [0.5, 0.5],
      [0.625, 0.5],
      [1, 0.25],
    ]);
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

function outcomesOf(vectors: readonly (readonly number[])[]): number[] {
  return frontier(utilitiesFrom(vectors)).map(({ outcome }) => outcome);
}
