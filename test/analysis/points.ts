/**
 * @module
 * Scenarios given by their utility vectors, for tests that say what they mean in numbers.
 */

import fc from "fast-check";
import { type ScenarioUtilities, utilitiesOf } from "../../src/analysis/index.js";

// The properties of this folder run on the same examples every time; a failure prints seed and path all the same.
fc.configureGlobal({ seed: 31 });

/** One vector an outcome, as lists or as in "1 0.5, 0 1"; no reservation unless given. */
export function utilitiesFrom(
  given: string | readonly (readonly number[])[],
  reservations?: readonly (number | null)[],
): ScenarioUtilities {
  const vectors =
    typeof given === "string" ? given.split(",").map((one) => one.trim().split(" ").map(Number)) : given;
  const reserved = reservations ?? (vectors[0] ?? []).map(() => null);
  return utilitiesOf({
    format: "concordat-scenario",
    version: 1,
    name: "points",
    issues: [{ name: "outcome", kind: "integer", min: 0, max: vectors.length - 1 }],
    parties: reserved.map((reservation, party) => {
      const values = [{ kind: "table" as const, values: vectors.map((vector) => vector[party]!) }];
      return { name: `party ${party}`, preferences: { kind: "additive", weights: [1], values, reservation } };
    }),
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
