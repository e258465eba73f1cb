import { expect, it } from "vitest";
import { ownScale } from "../../../src/strategies/scales/index.js";
import { inverseOf } from "../solo-party.js";

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
