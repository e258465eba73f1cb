import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TRADE_OFF_HOOK, tradeOffCounter, tradeOffSimilarity } from "../../../src/strategies/play/index.js";

const ISSUES = [
  { name: "price", weight: 0.5, range: 100 },
  { name: "days", weight: 0.3, range: 10 },
  { name: "colour", weight: 0.2 },
];
const alike = tradeOffSimilarity(ISSUES);
const terms = fc.record({
  price: fc.integer({ min: 0, max: 100 }),
  days: fc.integer({ min: 0, max: 10 }),
  colour: fc.constantFrom("red", "blue"),
});
type Terms = { readonly price: number; readonly days: number; readonly colour: string };

/** A seller's, from 0 to 1. */
const ownUtility = ({ price, days, colour }: Terms) =>
  0.6 * (price / 100) + 0.3 * (days / 10) + (colour === "red" ? 0.1 : 0);

describe("tradeOffSimilarity", () => {
  it("OAP-47: the weighted sum: by distance over range, else equal or not", () => {
    const one = { price: 40, days: 3, colour: "red" };
    expect(alike(one, one)).toBeCloseTo(1, 12);
    expect(alike(one, { price: 50, days: 3, colour: "red" })).toBeCloseTo(0.95, 12);
    expect(alike(one, { price: 40, days: 8, colour: "blue" })).toBeCloseTo(0.5 + 0.15, 12);
    expect(alike(one, {})).toBe(0);
  });

  it("OAP-47: money and rates are decimal strings, and are compared as numbers", () => {
    const rates = tradeOffSimilarity([{ name: "rate", weight: 1, range: 0.01 }]);
    expect(rates({ rate: "0.0040" }, { rate: "0.0050" })).toBeCloseTo(0.9, 9);
    for (const rate of ["", "dear", null, true, [1], {}]) expect(rates({ rate }, { rate })).toBe(0);
  });

  it("OAP-47: values that are no numbers are compared by content", () => {
    const plans = tradeOffSimilarity([{ name: "plan", weight: 1 }]);
    expect(plans({ plan: { a: 1, b: [2] } }, { plan: { b: [2], a: 1 } })).toBe(1);
    expect(plans({ plan: [1, 2] }, { plan: [2, 1] })).toBe(0);
  });

  it("OAP-47: is symmetric and in [0, 1]", () => {
    fc.assert(
      fc.property(terms, terms, (one, other) => {
        expect(alike(one, other)).toBeCloseTo(alike(other, one), 12);
        expect(alike(one, other)).toBeGreaterThanOrEqual(0);
        expect(alike(one, other)).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it("OAP-47: is replaceable under its name, and what a replacement says is kept in [0, 1]", () => {
    expect(TRADE_OFF_HOOK).toBe("oap.negotiation.tradeoff.v1");
    const seen: unknown[] = [];
    const half = tradeOffSimilarity(ISSUES, {
      [TRADE_OFF_HOOK]: (one, other, issue) => {
        seen.push([one, other, issue.name]);
        return 0.5;
      },
    });
    expect(half({ price: 1, days: 2, colour: "red" }, { price: 3, days: 4 })).toBeCloseTo(0.5, 12);
    expect(seen).toEqual([
      [1, 3, "price"],
      [2, 4, "days"],
      ["red", null, "colour"],
    ]);
    for (const [said, taken] of [
      [7, 1],
      [-7, 0],
      [Number.NaN, 0],
    ] as const) {
      const strange = tradeOffSimilarity(ISSUES, { [TRADE_OFF_HOOK]: () => said });
      expect(strange({}, {})).toBeCloseTo(taken, 12);
    }
  });

  it.each([
    [
      "a weight below 0",
      [
        { name: "a", weight: -0.5 },
        { name: "b", weight: 1.5 },
      ],
    ],
    ["weights of 0.9", [{ name: "a", weight: 0.9 }]],
    ["no issues", []],
    ["a weight that is no number", [{ name: "a", weight: Number.NaN }]],
    ["a range of 0", [{ name: "a", weight: 1, range: 0 }]],
  ])("OAP-47: %s is refused at construction", (_name, issues) => {
    expect(() => tradeOffSimilarity(issues)).toThrow(RangeError);
  });

  it("OAP-47: ten tenths are 1", () => {
    const tenths = Array.from({ length: 10 }, (_, index) => ({ name: `i${index}`, weight: 0.1 }));
    expect(tradeOffSimilarity(tenths)({}, {})).toBeCloseTo(1, 12);
  });
});

describe("tradeOffCounter", () => {
  it("OAP-47: own utility within epsilon of the aim, and no less like the opponent's than the own previous", () => {
    fc.assert(
      fc.property(
        fc.array(terms, { minLength: 1, maxLength: 30 }),
        terms,
        terms,
        (candidates, opponentTerms, previous) => {
          const aimed = ownUtility(previous);
          const choice = {
            candidates: [...candidates, previous],
            opponentTerms,
            ownUtility,
            aimed,
            similarity: alike,
          };
          const chosen = tradeOffCounter<Terms>(choice);
          if (chosen === undefined) throw new Error("The own previous proposal has the aimed utility.");
          expect(Math.abs(ownUtility(chosen) - aimed)).toBeLessThanOrEqual(0.01);
          expect(alike(chosen, opponentTerms)).toBeGreaterThanOrEqual(alike(previous, opponentTerms));
          for (const one of choice.candidates) {
            if (Math.abs(ownUtility(one) - aimed) <= 0.01) {
              expect(alike(chosen, opponentTerms)).toBeGreaterThanOrEqual(alike(one, opponentTerms));
            }
          }
        },
      ),
    );
  });

  it("OAP-47: of equals the first; a wider epsilon lets more in; nothing where none fits", () => {
    const candidates = [
      { price: 50, days: 0, colour: "blue" },
      { price: 50, days: 0, colour: "blue" },
      { price: 40, days: 0, colour: "blue" },
    ];
    const choice = {
      candidates,
      opponentTerms: { price: 10, days: 0, colour: "blue" },
      ownUtility,
      aimed: 0.3,
      similarity: alike,
    };
    expect(tradeOffCounter(choice)).toBe(candidates[0]);
    expect(tradeOffCounter({ ...choice, epsilon: 0.07 })).toBe(candidates[2]);
    expect(tradeOffCounter({ ...choice, aimed: 0.9 })).toBeUndefined();
    expect(tradeOffCounter({ ...choice, candidates: [] })).toBeUndefined();
    expect(tradeOffCounter({ ...choice, ownUtility: () => Number.NaN })).toBeUndefined();
  });
});
