import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  kalaiEgalitarian,
  kalaiSmorodinsky,
  maximumRelativeWelfare,
  maximumWelfare,
  minimumGainSpread,
  minimumUtilityDifference,
  nash,
} from "../../src/analysis/index.js";
import { dominates, utilitiesFrom } from "./points.js";

const RULES = {
  nash,
  kalaiEgalitarian,
  kalaiSmorodinsky,
  minimumGainSpread,
  minimumUtilityDifference,
  maximumWelfare,
  maximumRelativeWelfare,
};

const SCALE_INVARIANT = { nash, kalaiSmorodinsky, minimumGainSpread, maximumRelativeWelfare };

/** On a grid of eighths every sum, product and power of two below is exact: what ties, ties. */
const eighths = fc.integer({ min: 0, max: 16 }).map((value) => value / 8);

const game = fc.integer({ min: 2, max: 4 }).chain((parties) =>
  fc.record({
    points: fc.array(fc.array(eighths, { minLength: parties, maxLength: parties }), {
      minLength: 1,
      maxLength: 25,
    }),
    reservations: fc.array(fc.option(eighths), { minLength: parties, maxLength: parties }),
  }),
);

const disagreement = fc.constantFrom("reservation", "reservation-or-minimum");

describe.each(Object.entries(RULES))("the axioms of %s", (_, rule) => {
  it("BA-32: symmetry: who is called first does not matter", () => {
    fc.assert(
      fc.property(game, disagreement, ({ points, reservations }, by) => {
        const found = rule(utilitiesFrom(points, reservations), { disagreement: by });
        const swapped = utilitiesFrom(
          points.map((point) => point.toReversed()),
          reservations.toReversed(),
        );
        const again = rule(swapped, { disagreement: by });
        expect(outcomesOf(again)).toEqual(outcomesOf(found));
        expect(again.reason).toBe(found.reason);
      }),
    );
  });

  it("BA-32: optimality: no outcome that takes part dominates a point", () => {
    fc.assert(
      fc.property(game, disagreement, ({ points, reservations }, by) => {
        for (const { utilities } of rule(utilitiesFrom(points, reservations), { disagreement: by }).points) {
          expect(points.filter((point) => dominates(point, utilities))).toEqual([]);
        }
      }),
    );
  });
});

describe.each(Object.entries(SCALE_INVARIANT))("the axioms of %s", (_, rule) => {
  it("BA-32: scale invariance: a party's unit and zero do not matter", () => {
    const power = fc.integer({ min: -1, max: 3 });
    const shift = fc.integer({ min: -8, max: 8 });
    fc.assert(
      fc.property(
        game,
        fc.array(fc.tuple(power, shift), { minLength: 4, maxLength: 4 }),
        disagreement,
        ({ points, reservations }, maps, by) => {
          const mapped = (value: number, party: number): number =>
            value * 2 ** maps[party]![0] + maps[party]![1];
          const found = rule(utilitiesFrom(points, reservations), { disagreement: by });
          const scaled = utilitiesFrom(
            points.map((point) => point.map(mapped)),
            reservations.map((one, party) => (one === null ? null : mapped(one, party))),
          );
          const again = rule(scaled, { disagreement: by });
          expect(outcomesOf(again)).toEqual(outcomesOf(found));
          expect(again.reason).toBe(found.reason);
        },
      ),
    );
  });
});

describe("the axioms that tell the rules apart", () => {
  it("BA-32, D-6: four rules that other tools give one name pick four different outcomes", () => {
    const utilities = utilitiesFrom("0.5 0.7, 0.9 0.6, 1.1 0.5, 1.9 0.4, 2 0", [0, 0]);
    const rules = [minimumUtilityDifference, kalaiEgalitarian, minimumGainSpread, kalaiSmorodinsky];
    expect(rules.map((rule) => outcomesOf(rule(utilities)))).toEqual([[0], [1], [2], [3]]);
  });

  it("BA-32: the egalitarian point is not scale invariant", () => {
    const points = [
      [1, 0.25],
      [0.5, 0.5],
    ];
    expect(outcomesOf(kalaiEgalitarian(utilitiesFrom(points, [0, 0])))).toEqual([1]);
    const quadrupled = points.map(([mine, yours]) => [mine!, yours! * 4]);
    expect(outcomesOf(kalaiEgalitarian(utilitiesFrom(quadrupled, [0, 0])))).toEqual([0]);
  });

  it("BA-32: the Nash point does not depend on outcomes that were not chosen", () => {
    fc.assert(
      fc.property(
        game,
        fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
        ({ points, reservations }, keeps) => {
          const fixed = reservations.map((one) => one ?? 0);
          const found = nash(utilitiesFrom(points, fixed));
          const chosen = outcomesOf(found);
          const left = points.filter((_, outcome) => chosen.includes(outcome) || keeps[outcome]);
          fc.pre(left.length > 0);
          const again = nash(utilitiesFrom(left, fixed));
          expect(again.value).toBe(found.value);
          if (found.degenerate) return;
          expect(again.points.map(({ utilities }) => utilities)).toEqual(
            found.points.map(({ utilities }) => utilities),
          );
        },
      ),
    );
  });

  it("BA-32: the Kalai-Smorodinsky point does: without the outcome that is best for the first, another ties", () => {
    const points = [
      [0.5, 0.5],
      [0.25, 0.75],
      [0, 1],
      [1, 0],
    ];
    expect(outcomesOf(kalaiSmorodinsky(utilitiesFrom(points, [0, 0])))).toEqual([0]);
    expect(outcomesOf(kalaiSmorodinsky(utilitiesFrom(points.slice(0, 3), [0, 0])))).toEqual([0, 1]);
  });
});

function outcomesOf({ points }: { readonly points: readonly { readonly outcome: number }[] }): number[] {
  return points.map(({ outcome }) => outcome).toSorted((one, other) => one - other);
}
