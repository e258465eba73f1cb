import { expect, it } from "vitest";
import type { InverseUtility } from "../../../src/preferences/inverse/index.js";
import {
  offerAveragedTitForTat,
  offerBest,
  offerRandomAbsoluteTitForTat,
  offerRelativeTitForTat,
} from "../../../src/strategies/offering/index.js";
import type { OfferingPolicy } from "../../../src/strategies/play/index.js";
import { inverseOf, never, type SoloParty, soloParty } from "../solo-party.js";

/** Utilities 0, 0.001 .. 1, by index. */
const grid = inverseOf(Array.from({ length: 1001 }, (_, index) => index / 1000));

const opening = offerBest();

function playing(offering: OfferingPolicy, inverse: InverseUtility = grid, seed = 1): SoloParty {
  return soloParty(inverse, { name: offering.name, offering, acceptance: never }, seed);
}

/** The own utilities, in thousandths, of what the party answers to each. */
function answers(party: SoloParty, received: readonly number[]): number[] {
  return received.map((index) => {
    party.hear(index);
    return party.propose();
  });
}

it("BA-21: relative-tit-for-tat multiplies its last utility by the partner's ratio", () => {
  const party = playing(offerRelativeTitForTat({ opening }));
  // 1; 1 x 200/400; 0.5 x 400/300 = 0.6667, the first at or above; 0.667 x 300/300.
  expect(answers(party, [200, 400, 300, 300])).toEqual([1000, 500, 667, 667]);
});

it("BA-21: relative-tit-for-tat looks back as far as its delay", () => {
  const party = playing(offerRelativeTitForTat({ delay: 2, opening }));
  // With three offers known: x v_1 / v_2, then x v_2 / v_3.
  expect(answers(party, [200, 250, 900, 900])).toEqual([1000, 1000, 800, Math.ceil((800 * 250) / 900)]);
});

it("BA-21: random-absolute-tit-for-tat gives back what it was given", () => {
  const party = playing(offerRandomAbsoluteTitForTat({ stray: 0, opening }));
  const given = answers(party, [200, 325, 300, 300]);
  expect(given[0]).toBe(1000);
  // The differences of tenths are not exact, so that an outcome more may be needed.
  for (const [turn, exact] of [875, 900, 900].entries()) {
    expect(Math.abs(given[turn + 1]! - exact)).toBeLessThanOrEqual(2);
  }
});

it("BA-21: random-absolute-tit-for-tat strays at most 5 % of its range, by its seed", () => {
  const targets = Array.from({ length: 300 }, (_, seed) => {
    return answers(playing(offerRandomAbsoluteTitForTat({ opening }), grid, seed), [200, 300])[1]!;
  });
  expect(Math.max(...targets)).toBeLessThanOrEqual(901);
  expect(Math.max(...targets)).toBeGreaterThan(895);
  expect(Math.min(...targets)).toBeGreaterThanOrEqual(850);
  expect(Math.min(...targets)).toBeLessThan(855);
  const again = answers(playing(offerRandomAbsoluteTitForTat({ opening }), grid, 7), [200, 300])[1];
  expect(again).toBe(targets[7]);
});

it("BA-21: averaged-tit-for-tat multiplies by the ratio over its window", () => {
  const party = playing(offerAveragedTitForTat({ opening }));
  // Four offers are needed: then x v_1 / v_4, and x v_2 / v_5.
  expect(answers(party, [200, 900, 100, 400, 450])).toEqual([1000, 1000, 1000, 500, 1000]);
});

it("BA-21: a window of one is relative-tit-for-tat", () => {
  const received = [200, 350, 300, 500, 450];
  expect(answers(playing(offerAveragedTitForTat({ window: 1, opening })), received)).toEqual(
    answers(playing(offerRelativeTitForTat({ opening })), received),
  );
});

it.each([
  ["relative", () => offerRelativeTitForTat({ opening })],
  ["random absolute", () => offerRandomAbsoluteTitForTat({ opening })],
  ["averaged", () => offerAveragedTitForTat({ opening })],
] as const)("BA-21: %s: a concession of the partner lowers the target, a retraction raises it", (_, make) => {
  const party = playing(make());
  const before = answers(party, [300, 300, 300, 420]);
  const afterConcession = before.at(-1)!;
  expect(afterConcession).toBeLessThan(before.at(-2)!);
  // Whatever the level: a retraction to what is still above the start.
  const [level] = answers(playing(make()), [800, 800, 800, 900]).slice(-1);
  expect(level).toBeLessThan(1000);
  const retracting = playing(make());
  const given = answers(retracting, [100, 100, 100, 200, 200, 200, 200, 110]);
  expect(given.at(-1)).toBeGreaterThan(given.at(-2)!);
});

it("BA-21: a zero denominator keeps the last utility", () => {
  expect(answers(playing(offerRelativeTitForTat({ opening })), [200, 400, 0])).toEqual([1000, 500, 500]);
  const averaging = playing(offerAveragedTitForTat({ opening }));
  expect(answers(averaging, [200, 200, 200, 400, 0]).slice(-2)).toEqual([500, 500]);
});

it("BA-21: clamps the target between its worst rational and its best outcome", () => {
  const inverse = inverseOf(
    Array.from({ length: 1001 }, (_, index) => index / 1000),
    0.6,
  );
  expect(answers(playing(offerRelativeTitForTat({ opening }), inverse), [10, 900]).at(-1)).toBe(600);
  expect(answers(playing(offerRelativeTitForTat({ opening }), inverse), [900, 10]).at(-1)).toBe(1000);
});

it("BA-21: opens like boulware unless told otherwise", () => {
  const party = playing(offerRelativeTitForTat());
  expect(party.propose()).toBe(1000);
  const bare = playing(
    offerRelativeTitForTat({ opening: { name: "low", start: () => ({ next: () => 3 }) } }),
  );
  expect(bare.propose()).toBe(3);
});

it("refuses parameters that make no sense", () => {
  for (const make of [
    () => offerRelativeTitForTat({ delay: 0 }),
    () => offerRandomAbsoluteTitForTat({ delay: 1.5 }),
    () => offerRandomAbsoluteTitForTat({ stray: -0.1 }),
    () => offerRandomAbsoluteTitForTat({ stray: Number.NaN }),
    () => offerAveragedTitForTat({ window: Number.POSITIVE_INFINITY }),
  ]) {
    expect(make).toThrow(expect.objectContaining({ code: "strategy_invalid" }));
  }
});
