import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frontierOfMany } from "../../../src/analysis/frontier/frontier-of-many.js";
import { frontierByDefinition, tieRichPoints } from "../points.js";

describe("the frontier of many parties", () => {
  it("BA-31: has what no other outcome dominates, the first party's best first", () => {
    const tables = [
      Float64Array.of(0, 1, 0.5, 0.5),
      Float64Array.of(1, 0, 0.5, 0.5),
      Float64Array.of(0, 0, 1, 0.9),
    ];
    expect(frontierOfMany(tables, [0, 0, 0], "one")).toEqual([1, 2, 0]);
    expect(frontierOfMany(tables, [0, 0, 0.95], "one")).toEqual([2]);
    expect(frontierOfMany(tables, [0, 0, 2], "one")).toEqual([]);
  });

  it("BA-31: is not misled where equal rounded sums hide a domination", () => {
    // 1 + 1e-17 is 1: both sums are equal, and the dominated one comes first.
    const tables = [Float64Array.of(1, 1), Float64Array.of(0, 1e-17), Float64Array.of(0.5, 0.5)];
    expect(frontierOfMany(tables, [0, 0, 0], "one")).toEqual([1]);
    const later = [Float64Array.of(1, 1, 1), Float64Array.of(1e-17, 0, 1e-17), Float64Array.of(0, 0, 1e-18)];
    expect(frontierOfMany(later, [0, 0, 0], "one")).toEqual([2]);
  });

  it("BA-31, D-5: lists equal vectors once, by the lowest index, or all of them", () => {
    const tables = [Float64Array.of(0, 1, 1, 1), Float64Array.of(0, 1, 1, 0), Float64Array.of(0, 1, 1, 1)];
    expect(frontierOfMany(tables, [0, 0, 0], "one")).toEqual([1]);
    expect(frontierOfMany(tables, [0, 0, 0], "all")).toEqual([1, 2]);
  });

  it("BA-31: is the definition on tie-rich points of 2 to 5 parties", () => {
    fc.assert(
      fc.property(tieRichPoints, fc.constantFrom("one", "all"), ({ vectors, reservations }, duplicates) => {
        const tables = reservations.map((_, party) => Float64Array.from(vectors, (vector) => vector[party]!));
        const floors = reservations.map((one) => one ?? Number.NEGATIVE_INFINITY);
        const found = frontierOfMany(tables, floors, duplicates);
        expect(found.toSorted((one, other) => one - other)).toEqual(
          frontierByDefinition(vectors, reservations, { over: "rational", duplicates }),
        );
      }),
      { numRuns: 600 },
    );
  });
});
