/**
 * @module
 * Scenarios given by their utility vectors, for tests that say what they mean in numbers.
 */

import fc from "fast-check";
import { ScenarioUtilities } from "../../src/analysis/frontier/index.js";
import { outcomeSpace } from "../../src/preferences/model/index.js";

// The properties of this folder run on the same examples every time; a failure prints seed and path all the same.
fc.configureGlobal({ seed: 31 });

/** One vector an outcome, in the order of the outcomes; no reservation unless given. */
export function utilitiesFrom(
  vectors: readonly (readonly number[])[],
  reservations: readonly (number | null)[] = (vectors[0] ?? []).map(() => null),
): ScenarioUtilities {
  const space = outcomeSpace([{ name: "outcome", kind: "integer", min: 0, max: vectors.length - 1 }]);
  return new ScenarioUtilities({
    scenario: "points",
    space,
    names: reservations.map((_, party) => `party ${party}`),
    tables: reservations.map((_, party) => Float64Array.from(vectors, (vector) => vector[party]!)),
    reservations,
    outcomes: null,
  });
}

/** Whether `one` gives nobody less than `other` and somebody more. */
export function dominates(one: readonly number[], other: readonly number[]): boolean {
  return (
    one.every((value, party) => value >= other[party]!) && one.some((value, party) => value > other[party]!)
  );
}

/** The frontier by its definition, as outcomes in ascending order. */
export function frontierByDefinition(
  vectors: readonly (readonly number[])[],
  reservations: readonly (number | null)[],
  { over, duplicates }: { over: "rational" | "all"; duplicates: "one" | "all" },
): number[] {
  const isIn = (vector: readonly number[]): boolean =>
    over === "all" ||
    vector.every((value, party) => value >= (reservations[party] ?? Number.NEGATIVE_INFINITY));
  const isEqual = (one: readonly number[], other: readonly number[]): boolean =>
    one.every((value, party) => value === other[party]);
  return [...vectors.keys()].filter((index) => {
    const own = vectors[index]!;
    return (
      isIn(own) &&
      !vectors.some((other) => isIn(other) && dominates(other, own)) &&
      (duplicates === "all" || vectors.findIndex((other) => isEqual(other, own)) === index)
    );
  });
}

/** Numbers of few different values, next to each other in the doubles too: ties and near ties abound. */
export const tieRich: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 4 }).map((quarter) => quarter / 4),
  fc.constantFrom(0.1 + 0.2, 0.3, 1 + Number.EPSILON, 1, 1 - Number.EPSILON / 2, -0.5, 0, -0, 1e-17),
);

/** Vectors of 2 to 5 parties with a reservation, or none, each. */
export const tieRichPoints: fc.Arbitrary<{ vectors: number[][]; reservations: (number | null)[] }> = fc
  .integer({ min: 2, max: 5 })
  .chain((parties) =>
    fc.record({
      vectors: fc.array(fc.array(tieRich, { minLength: parties, maxLength: parties }), {
        minLength: 1,
        maxLength: 40,
      }),
      reservations: fc.array(fc.option(tieRich), { minLength: parties, maxLength: parties }),
    }),
  );
