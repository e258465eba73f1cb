/**
 * @module
 * Scenarios at random that every format can hold: tables whose largest evaluation is 1, and names full of traps.
 */

import fc from "fast-check";
import type { NegotiationIssue, Preferences } from "../../src/preferences/model/index.js";
import type { Scenario } from "../../src/preferences/scenarios/index.js";

const trap = fc.constantFrom(
  "<a>",
  "&amp;",
  '"',
  "'",
  "]]>",
  "\t",
  "\n",
  " ",
  "\u202e",
  "é",
  "\u{1F600}",
  "x",
  "constructor",
);
const name = fc.array(trap, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const unit = fc.double({ min: -1, max: 1, noNaN: true });
const weight = fc.double({ min: 0, max: 1.5, noNaN: true });
const size = fc.integer({ min: 1, max: 4 });

function issueOf(named: string, count: number): fc.Arbitrary<NegotiationIssue> {
  const texts = fc.uniqueArray(name, { minLength: count, maxLength: count });
  return fc.oneof(
    texts.map((values): NegotiationIssue => ({ name: named, kind: "categorical", values })),
    fc.constant<NegotiationIssue>({
      name: named,
      kind: "integer",
      min: -3,
      max: -3 + 5 * (count - 1),
      step: 5,
    }),
    fc.constant<NegotiationIssue>({
      name: named,
      kind: "ordinal",
      values: Array.from({ length: count }, (_, index) => index / 8),
    }),
  );
}

function preferencesOf(sizes: readonly number[], isDiscounted: boolean): fc.Arbitrary<Preferences> {
  const table = (count: number) =>
    fc
      .tuple(fc.array(unit, { minLength: count, maxLength: count }), fc.nat(count - 1))
      .map(([values, best]) => ({
        kind: "table" as const,
        values: values.with(best, 1),
      }));
  const reservation = fc.oneof(fc.constant(null), fc.double({ min: -1, max: 1, noNaN: true }));
  return fc
    .tuple(
      fc.array(weight, { minLength: sizes.length, maxLength: sizes.length }),
      fc.tuple(...sizes.map(table)),
      reservation,
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    )
    .map(([weights, values, least, factor]): Preferences => {
      const base = { kind: "additive", weights, values, reservation: least } as const;
      return isDiscounted && factor > 0.5 ? { kind: "discounted", base, factor, reservation: least } : base;
    });
}

/** Additive scenarios of one to three issues and parties; discounted parties only where asked for. */
export function tabularScenario(isDiscounted = true): fc.Arbitrary<Scenario> {
  const shape = fc
    .uniqueArray(name, { minLength: 1, maxLength: 3 })
    .chain((names) => fc.tuple(fc.constant(names), fc.tuple(...names.map(() => size))));
  return shape.chain(([names, sizes]) =>
    fc
      .tuple(
        name,
        fc.tuple(...names.map((one, index) => issueOf(one, sizes[index]!))),
        fc.uniqueArray(fc.tuple(name, preferencesOf(sizes, isDiscounted)), {
          minLength: 1,
          maxLength: 3,
          selector: ([one]) => one,
        }),
      )
      .map(
        ([title, issues, parties]): Scenario => ({
          format: "concordat-scenario",
          version: 1,
          name: title,
          issues,
          parties: parties.map(([one, preferences]) => ({ name: one, preferences })),
        }),
      ),
  );
}
