import { expect, it } from "vitest";
import { valueScores } from "../../../src/strategies/scales/index.js";
import { categoricalSpace } from "../solo-party.js";

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
