/** Random issues and preferences for fast-check: few different numbers, so that ties abound. */

import fc from "fast-check";
import {
  type NegotiationIssue,
  type OutcomeSpace,
  outcomeSpace,
  type Preferences,
  type TablePreferences,
  type ValueFunction,
} from "../../src/preferences/model/index.js";

/** Multiples of a quarter: their sums are exact, so equal ones are really equal. */
const quarters: fc.Arbitrary<number> = fc.integer({ min: -8, max: 8 }).map((count) => count / 4);

/** Numbers of the size that weights have, with all their rounding. */
const fractions: fc.Arbitrary<number> = fc.double({ min: -2, max: 2, noNaN: true });

export const anyNumber: fc.Arbitrary<number> = fc.oneof({ weight: 3, arbitrary: quarters }, fractions);

export const anyIssues: fc.Arbitrary<NegotiationIssue[]> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: 5 }).map((size) => ({ kind: "categorical" as const, size })),
      fc.integer({ min: 1, max: 5 }).map((size) => ({ kind: "ordinal" as const, size })),
      fc.record({ kind: fc.constant("integer" as const), min: fc.integer({ min: -9, max: 9 }) }),
      fc.record({ kind: fc.constant("continuous" as const), min: fractions }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((shapes) => shapes.map((shape, index) => issueOf(shape, `issue ${index}`)));

type Shape =
  | { readonly kind: "categorical" | "ordinal"; readonly size: number }
  | { readonly kind: "integer" | "continuous"; readonly min: number };

function issueOf(shape: Shape, name: string): NegotiationIssue {
  if ("size" in shape) {
    return { name, kind: shape.kind, values: Array.from({ length: shape.size }, (_, digit) => `v${digit}`) };
  }
  const { kind, min } = shape;
  if (kind === "integer") return { name, kind, min, max: min + 7, step: 2 };
  return { name, kind, min, max: min + 1, levels: 4 };
}

export interface SpaceAndPreferences {
  readonly space: OutcomeSpace;
  readonly preferences: Preferences;
}

/** Preferences of every kind over random issues. */
export const anyPreferences: fc.Arbitrary<SpaceAndPreferences> = anyIssues.chain((issues) => {
  const space = outcomeSpace(issues);
  const reservation = fc.option(anyNumber, { nil: null });
  const table = fc.oneof(additiveIn(space), mappingIn(space), rectanglesIn(space));
  const discounted = fc
    .record({ base: table, factor: fc.constantFrom(0.5, 1) })
    .map((fields): Preferences => ({ kind: "discounted", ...fields }));
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: table as fc.Arbitrary<Preferences> }, discounted), reservation)
    .map(([preferences, own]) => ({ space, preferences: { ...preferences, reservation: own } }));
});

function additiveIn(space: OutcomeSpace): fc.Arbitrary<TablePreferences> {
  const values = space.issues.map((issue, index): fc.Arbitrary<ValueFunction> => {
    const table = listOf(space.sizes[index]!).map((list) => ({ kind: "table" as const, values: list }));
    if (issue.kind !== "integer" && issue.kind !== "continuous") return table;
    const linear = fc
      .tuple(anyNumber, anyNumber)
      .map(([slope, offset]) => ({ kind: "linear" as const, slope, offset, from: issue.min }));
    const { min, max } = issue;
    const triangular = fc.constant({ kind: "triangular" as const, low: min, top: min + 0.5, high: max });
    return fc.oneof(table, linear, triangular);
  });
  return fc
    .tuple(listOf(space.sizes.length), fc.tuple(...values), anyNumber)
    .map(([weights, functions, bias]) => ({ kind: "additive", weights, values: functions, bias }));
}

function mappingIn(space: OutcomeSpace): fc.Arbitrary<TablePreferences> {
  const indices = fc.uniqueArray(fc.nat(space.cardinality - 1), { maxLength: 12 });
  return fc.tuple(indices, listOf(12), anyNumber).map(([list, utilities, otherwise]) => ({
    kind: "mapping",
    entries: list.map((index, place) => ({ outcome: space.termsAt(index), utility: utilities[place]! })),
    otherwise,
  }));
}

function rectanglesIn(space: OutcomeSpace): fc.Arbitrary<TablePreferences> {
  const side = fc.nat(space.issues.length - 1).chain((position) => {
    const { name } = space.issues[position]!;
    const some = fc.subarray([...space.values(position)], { minLength: 1 });
    return some.map((values) => ({ [name]: { values } }));
  });
  const rectangle = fc.record({
    utility: anyNumber,
    weight: anyNumber,
    within: fc.oneof(side, fc.constant({})),
  });
  return fc
    .tuple(fc.array(rectangle, { maxLength: 4 }), anyNumber)
    .map(([rectangles, bias]) => ({ kind: "rectangles", rectangles, bias }));
}

function listOf(length: number): fc.Arbitrary<number[]> {
  return fc.array(anyNumber, { minLength: length, maxLength: length });
}
