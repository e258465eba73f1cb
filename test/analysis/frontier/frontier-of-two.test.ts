import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frontierOfMany } from "../../../src/analysis/frontier/frontier-of-many.js";
import { frontierOfTwo } from "../../../src/analysis/frontier/frontier-of-two.js";
import { frontierByDefinition, tieRich } from "../points.js";

const ALL = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

describe("the frontier of two parties", () => {
  it("BA-31, D-5: has one point of [[1,1],[1,1],[0,0]], the first, or both where duplicates are wanted", () => {
    const tables = [Float64Array.of(1, 1, 0), Float64Array.of(1, 1, 0)] as const;
    expect(frontierOfTwo(tables, ALL, "one")).toEqual([0]);
    expect(frontierOfTwo(tables, ALL, "all")).toEqual([0, 1]);
  });

  it("BA-31: runs from the first party's best to the second's", () => {
    const tables = [Float64Array.of(0, 0.4, 1, 0.4, 0.6), Float64Array.of(1, 0.5, 0, 0.6, 0.6)] as const;
    expect(frontierOfTwo(tables, ALL, "one")).toEqual([2, 4, 0]);
  });

  it("BA-31: leaves out what is below a floor, and has nothing where all is", () => {
    const tables = [Float64Array.of(0, 0.4, 1), Float64Array.of(1, 0.5, 0)] as const;
    expect(frontierOfTwo(tables, [0.4, 0.5], "one")).toEqual([1]);
    expect(frontierOfTwo(tables, [0.5, 0.5], "one")).toEqual([]);
  });

  it("BA-31: compares exactly, without an epsilon", () => {
    const tables = [Float64Array.of(1, 1 - 2 ** -53), Float64Array.of(0, 5e-324)] as const;
    expect(frontierOfTwo(tables, ALL, "one")).toEqual([0, 1]);
  });

  it("BA-31: holds where the range of utilities is no double, or all are one", () => {
    const huge = [Float64Array.of(1e308, -1e308, 0), Float64Array.of(0, 1, -1)] as const;
    expect(frontierOfTwo(huge, ALL, "one")).toEqual([0, 1]);
    const tiny = [Float64Array.of(5e-324, 0, 1e-323), Float64Array.of(1, 2, 0)] as const;
    expect(frontierOfTwo(tiny, ALL, "one")).toEqual([2, 0, 1]);
    const equal = [new Float64Array(9), new Float64Array(9)] as const;
    expect(frontierOfTwo(equal, ALL, "one")).toEqual([0]);
  });

  it("BA-31: is the definition on tie-rich points", () => {
    const point = fc.tuple(tieRich, tieRich);
    const floor = fc.option(tieRich, { nil: null });
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 60 }),
        fc.tuple(floor, floor),
        fc.constantFrom("one", "all"),
        (vectors, reservations, duplicates) => {
          const floors = reservations.map((one) => one ?? Number.NEGATIVE_INFINITY) as [number, number];
          const found = frontierOfTwo(tablesOf(vectors), floors, duplicates);
          expect(found.toSorted((one, other) => one - other)).toEqual(
            frontierByDefinition(vectors, reservations, { over: "rational", duplicates }),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it("BA-31: agrees with the way for many parties on thousands of points, where many buckets are at work", () => {
    const big = fc.tuple(fc.integer(), fc.integer({ min: 2, max: 400 }), fc.boolean());
    fc.assert(
      fc.property(big, fc.constantFrom("one", "all"), ([seed, steps, opposed], duplicates) => {
        const draw = generator(seed);
        const vectors = Array.from({ length: 6_000 }, () => {
          const first = Math.floor(draw() * steps) / steps;
          const second = Math.floor(draw() * steps) / steps;
          return opposed ? [first, 1 - first + second / 8] : [first, second];
        });
        const tables = tablesOf(vectors);
        const floors = [draw() / 2, draw() / 2] as const;
        expect(frontierOfTwo(tables, floors, duplicates)).toEqual(frontierOfMany(tables, floors, duplicates));
      }),
      { numRuns: 40 },
    );
  });
});

function tablesOf(vectors: readonly (readonly number[])[]): readonly [Float64Array, Float64Array] {
  return [
    Float64Array.from(vectors, (vector) => vector[0]!),
    Float64Array.from(vectors, (vector) => vector[1]!),
  ];
}

/** The generator of the fixtures (BA-13). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
