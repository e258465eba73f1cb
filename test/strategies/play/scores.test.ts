import { expect, it } from "vitest";
import { ownScale, valueScores } from "../../../src/strategies/play/index.js";
import { categoricalSpace, inverseOf } from "../solo-party.js";

it("sums the numbers of an outcome's values, issue by issue", () => {
  const space = categoricalSpace(3, 1, 4);
  const values = valueScores(space);
  for (let place = 0; place < values.scores.length; place += 1) values.scores[place] = 10 ** place;
  expect(values.offsets).toEqual([0, 3, 4, 8]);
  for (let index = 0; index < space.cardinality; index += 1) {
    const [first, second, third] = space.digitsAt(index) as [number, number, number];
    expect(values.sum(index)).toBe(10 ** first + 10 ** (3 + second) + 10 ** (4 + third));
  }
});

it("finds the places of an outcome's values", () => {
  const space = categoricalSpace(2, 3, 2);
  const values = valueScores(space);
  const places = new Int32Array(3);
  for (let index = 0; index < space.cardinality; index += 1) {
    values.locate(index, places);
    expect([...places]).toEqual(space.digitsAt(index).map((digit, issue) => digit + [0, 2, 5][issue]!));
  }
});

it("takes apart the last index of a space near 2^53", () => {
  const space = categoricalSpace(...Array.from({ length: 17 }, () => 8));
  const values = valueScores(space);
  values.scores.fill(1);
  values.scores[values.scores.length - 1] = 3;
  expect(values.sum(space.cardinality - 1)).toBe(19);
  expect(values.sum(space.cardinality - 2)).toBe(17);
});

it("puts the worst outcome at 0 and the best at 1, whatever the reservation", () => {
  const scale = ownScale(inverseOf([2, 6, 4], 5));
  expect([2, 3, 6].map(scale.toScale)).toEqual([0, 0.25, 1]);
  expect([0, 0.25, 1].map(scale.fromScale)).toEqual([2, 3, 6]);
});

it("never leads past the best utility by a rounding", () => {
  const scale = ownScale({ minimum: 0.3, maximum: 0.9 });
  expect(0.3 + (0.9 - 0.3)).toBeGreaterThan(0.9);
  expect(scale.fromScale(1)).toBe(0.9);
});

it("puts outcomes of one utility at 1", () => {
  const scale = ownScale(inverseOf([3, 3]));
  expect(scale.toScale(3)).toBe(1);
  expect(scale.fromScale(0.4)).toBe(3);
});
