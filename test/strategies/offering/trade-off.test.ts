import fc from "fast-check";
import { expect, it } from "vitest";
import { type InverseUtility, inverseUtility } from "../../../src/preferences/inverse/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { offerTradeOff, type TradeOffOptions } from "../../../src/strategies/offering/index.js";
import type { OpponentModel } from "../../../src/strategies/play/index.js";
import { additive, inverseOf, knowing, never, type SoloParty, soloParty } from "../solo-party.js";

function playing(inverse: InverseUtility, options: TradeOffOptions = {}, model?: OpponentModel): SoloParty {
  const offering = offerTradeOff(options);
  return soloParty(inverse, { name: offering.name, offering, acceptance: never, model });
}

/** How a likeness is measured: the weights are scaled to sum to 1; equal ones where there are none. */
interface Measure {
  readonly measure: "linear" | "euclidean";
  readonly weights: readonly number[];
}

const PLAIN: Measure = { measure: "linear", weights: [] };

/** BA-24's likeness, as it is written. */
function likeness(
  { space }: InverseUtility,
  one: number,
  other: number,
  { measure, weights }: Measure,
): number {
  const digits = space.digitsAt(one);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sum = space.digitsAt(other).reduce((before, digit, issue) => {
    const size = space.sizes[issue]!;
    const isCategorical = space.issues[issue]!.kind === "categorical";
    const distance = Math.abs(digit - digits[issue]!);
    const alike = isCategorical ? Number(distance === 0) : size === 1 ? 1 : 1 - distance / (size - 1);
    const weight = total > 0 ? weights[issue]! / total : 1 / space.sizes.length;
    return before + weight * (measure === "linear" ? alike : (1 - alike) ** 2);
  }, 0);
  return measure === "linear" ? sum : 1 - Math.sqrt(sum);
}

function contour(inverse: InverseUtility, level: number): number[] {
  const width = 0.02 * (inverse.maximum - inverse.floor);
  return Array.from({ length: inverse.size }, (_, index) => index).filter(
    (index) => inverse.isRational(index) && Math.abs(inverse.utility(index) - level) <= width,
  );
}

/** What BA-24 chooses at a level, by brute force; the likest is -Infinity where the contour is empty. */
function choice(
  inverse: InverseUtility,
  level: number,
  aim: number,
  by: Measure = PLAIN,
): { outcome: number; likest: number } {
  const [best] = contour(inverse, level).sort(
    (one, other) =>
      likeness(inverse, other, aim, by) - likeness(inverse, one, aim, by) ||
      inverse.utility(other) - inverse.utility(one) ||
      one - other,
  );
  if (best === undefined) return { outcome: inverse.lowestAtLeast(level), likest: Number.NEGATIVE_INFINITY };
  return { outcome: best, likest: likeness(inverse, best, aim, by) };
}

const few = fc.integer({ min: 0, max: 8 }).map((one) => one / 8);
const issueShape = fc.record({ size: fc.integer({ min: 1, max: 6 }), isOrdinal: fc.boolean() });
const measures = fc.record({
  measure: fc.constantFrom("linear", "euclidean"),
  weights: fc.array(few, { minLength: 4, maxLength: 4 }),
});
const inverses = fc
  .array(issueShape, { minLength: 1, maxLength: 4 })
  .chain((shapes) =>
    fc.record({
      shapes: fc.constant(shapes),
      weights: fc.array(few, { minLength: shapes.length, maxLength: shapes.length }),
      tables: fc.tuple(...shapes.map(({ size }) => fc.array(few, { minLength: size, maxLength: size }))),
      reservation: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  )
  .map(({ shapes, weights, tables, reservation }) => {
    const space = outcomeSpace(
      shapes.map(({ size, isOrdinal }, issue) => ({
        name: `i${issue}`,
        kind: isOrdinal ? "ordinal" : "categorical",
        values: Array.from({ length: size }, (_, value) => value),
      })),
    );
    return inverseUtility(space, additive(weights, tables, reservation));
  })
  .filter((inverse) => inverse.rationalCount > 0);

it("BA-24: smart: iso-utility within eps, nothing on the contour likelier, no less like while the level stays", () => {
  fc.assert(
    fc.property(
      inverses,
      measures,
      fc.array(fc.nat(), { minLength: 1, maxLength: 25 }),
      (inverse, given, received) => {
        const by = { ...given, weights: given.weights.slice(0, inverse.space.sizes.length) };
        const model = knowing(() => 0, by.weights);
        const party = playing(inverse, { measure: by.measure, weights: "model" }, model);
        const range = inverse.maximum - inverse.floor;
        expect(party.propose()).toBe(inverse.best());
        let previous = inverse.best();
        let level = inverse.maximum;
        let reached: number | null = null;
        for (const number of received) {
          const aim = number % inverse.size;
          party.hear(aim);
          const before = level;
          let expected = choice(inverse, level, aim, by);
          if (reached !== null && expected.likest <= reached) {
            level = Math.max(level - 0.05 * range, inverse.floor);
            expected = choice(inverse, level, aim, by);
          }
          const sent = party.propose();
          expect(sent).toBe(expected.outcome);
          expect(inverse.isRational(sent)).toBe(true);
          const isOn = contour(inverse, level).length > 0;
          if (isOn) expect(Math.abs(inverse.utility(sent) - level)).toBeLessThanOrEqual(0.02 * range);
          if (isOn && level === before) {
            expect(likeness(inverse, sent, aim, by)).toBeGreaterThanOrEqual(
              likeness(inverse, previous, aim, by),
            );
          }
          reached = likeness(inverse, sent, aim, by);
          previous = sent;
        }
      },
    ),
    { numRuns: 400 },
  );
});

it("BA-24: smart: lowers its level when nothing likelier is left, down to its reservation", () => {
  const inverse = inverseOf(
    Array.from({ length: 101 }, (_, index) => index / 100),
    0.3,
  );
  const party = playing(inverse);
  party.propose();
  const sent = Array.from({ length: 30 }, () => {
    party.hear(0);
    return inverse.utility(party.propose());
  });
  // One issue, nothing alike: of equal likeness the best one on the contour, 0.02 x 0.7 above the level.
  expect(sent[0]).toBe(1);
  // Level 0.965, contour to 0.979.
  expect(sent[1]).toBe(0.97);
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(0.3);
  expect(sent.at(-1)).toBe(0.31);
  expect(sent.every((one, turn) => turn === 0 || one <= sent[turn - 1]!)).toBe(true);
});

it("BA-24: keeps to the level while the other side comes closer", () => {
  // Two ordinal issues; every trade along a + b = 6 is worth the same.
  const space = outcomeSpace(
    ["a", "b"].map((name) => ({ name, kind: "ordinal" as const, values: [0, 1, 2, 3, 4, 5, 6] })),
  );
  const rising = [0, 1, 2, 3, 4, 5, 6].map((one) => one / 6);
  const inverse = inverseUtility(space, additive([1, 1], [rising, rising]));
  const party = playing(inverse, { level: { exponent: 1 } });
  party.propose();
  // By time: level 1 - t of the range 0..2; y = (6, 0) is worth 1.
  party.hear(space.indexOfDigits([6, 0]));
  expect(space.digitsAt(party.propose())).toEqual([6, 6]);
  for (let cycle = 0; cycle < 50; cycle += 1) {
    party.hear(space.indexOfDigits([6, 0]));
    party.propose();
  }
  expect(space.digitsAt(party.view.sent.indexAt(-1))[0]).toBe(6);
});

it("BA-24: time: the level is that of the curve, and an empty contour gives the lowest above it", () => {
  fc.assert(
    fc.property(inverses, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (inverse, received) => {
      const party = playing(inverse, { level: { exponent: 2 } });
      party.propose();
      for (const [place, number] of received.entries()) {
        const aim = number % inverse.size;
        party.hear(aim);
        const t = (place + 2) / 101;
        const range = inverse.maximum - inverse.floor;
        const asked = range * (1 - t ** 2) + inverse.floor - 1e-4;
        const level = Math.min(inverse.maximum, Math.max(inverse.floor, asked));
        expect(party.propose()).toBe(choice(inverse, level, aim).outcome);
      }
    }),
  );
});

it("BA-24: opens with its best outcome, and as responder counters the first offer at once", () => {
  const inverse = inverseOf([0.1, 1, 0.99, 0.5]);
  expect(playing(inverse).propose()).toBe(1);
  const responder = playing(inverse);
  responder.hear(2);
  expect(responder.propose()).toBe(2);
});

it("BA-24: counts issues as the model weighs them", () => {
  const space = outcomeSpace(
    ["a", "b"].map((name) => ({ name, kind: "categorical" as const, values: [0, 1] })),
  );
  // (0, 1) and (1, 0) are worth the same; the best, (1, 1), differs from y = (0, 0) everywhere.
  const inverse = inverseUtility(
    space,
    additive(
      [0.5, 0.5],
      [
        [0, 1],
        [0, 1],
      ],
    ),
  );
  const at = (first: number, second: number): number => space.indexOfDigits([first, second]);
  for (const [weights, expected] of [
    [[0.9, 0.1], at(0, 1)],
    [[0.1, 0.9], at(1, 0)],
  ] as const) {
    const model = knowing(() => 0, weights);
    const party = playing(inverse, { weights: "model", level: { exponent: 1 } }, model);
    for (let cycle = 0; cycle < 50; cycle += 1) {
      party.propose();
      party.hear(at(0, 0));
    }
    // t = 51/101: the level is 0.495, the contour those two.
    expect(party.propose()).toBe(expected);
  }
});

it("BA-24: a contour of more than 10,000 is cut to the 10,000 nearest the level", () => {
  const space = outcomeSpace([
    { name: "side", kind: "categorical", values: ["theirs", "ours"] },
    { name: "shade", kind: "integer", min: 0, max: 19_999 },
  ]);
  const inverse = inverseUtility(space, {
    kind: "additive",
    weights: [0.99, 0.01],
    values: [
      { kind: "table", values: [0, 1] },
      { kind: "linear", slope: 1 / 19_999 },
    ],
  });
  expect(contour(inverse, inverse.maximum).length).toBeGreaterThan(19_000);
  const party = playing(inverse);
  party.propose();
  party.hear(space.indexOf({ side: "theirs", shade: 0 }));
  expect(space.termsAt(party.propose())).toEqual({ side: "ours", shade: 10_000 });
});

const COLOURS = outcomeSpace([{ name: "colour", kind: "categorical", values: ["red", "green", "blue"] }]);

it("BA-24: takes a table for a categorical issue, which need not be symmetric", () => {
  const inverse = inverseUtility(COLOURS, additive([1], [[1, 1, 1]]));
  const colour = [
    [1, 0.5, 0.25],
    [0.5, 0.75, 0.5],
    [0.125, 0, 0.5],
  ];
  const party = playing(inverse, { tables: { colour } });
  const answers = [0, 1, 2].map((aim) => {
    party.hear(aim);
    return party.decide();
  });
  // The likest of each column, of equals the one of lower index.
  expect(answers).toEqual([0, 1, 1]);
});

it.each([
  [{ level: { exponent: -1 } }],
  [{ level: { exponent: 1, e: 2 } }],
  [{ measure: "cosine" }],
  [{ tables: { weight: [[1]] } }],
  [{ tables: { colour: [[1]] } }],
  [
    {
      tables: {
        colour: [
          [1, 0, 0],
          [0, 1.5, 0],
          [0, 0, 1],
        ],
      },
    },
  ],
])("refuses a curve, a measure or a table that is none: %o", (options) => {
  const inverse = inverseUtility(COLOURS, additive([1], [[1, 1, 1]]));
  expect(() => playing(inverse, options as never)).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
});
