import { expect, it } from "vitest";
import { zeuthenGains } from "../../../src/strategies/offering/index.js";
import type { RunningModel, Setup } from "../../../src/strategies/play/index.js";
import { inverseOf } from "../solo-party.js";

function gains(
  own: readonly number[],
  reservation: number | null,
  other: readonly number[],
  disagreement = 0,
) {
  const inverse = inverseOf(own, reservation);
  const model: RunningModel = { observe: () => {}, utility: (index) => other[index]!, weights: () => [] };
  return zeuthenGains({ inverse, model } as unknown as Setup, disagreement);
}

it("BA-25: multiplies the gains over the reservation and over the other's disagreement", () => {
  const { product } = gains([0.5, 0.75, 1], 0.25, [0.75, 0.5, 0.25], 0.25);
  expect([0, 1, 2].map(product)).toEqual([0.125, 0.125, 0]);
});

it("BA-25: without a reservation the worst outcome stands in", () => {
  const { product } = gains([0.5, 0.75, 1], null, [1, 0.5, 0.25]);
  expect([0, 1, 2].map(product)).toEqual([0, 0.125, 0.125]);
});

it("D-6: never takes the product of two losses for a gain", () => {
  const { product } = gains([0.25, 1], 0.5, [0.25, 0.75], 0.5);
  expect(product(0)).toBe(-0.0625);
});

it("BA-25: finds the best own outcome above a product, then the likelier, then the lower index", () => {
  const { highestAbove } = gains([0.5, 1, 0.75, 0.75, 0.75, 0.25], null, [1, 0, 0.5, 0.75, 0.75, 1]);
  expect(highestAbove(-1)).toBe(1);
  expect(highestAbove(0)).toBe(3);
  expect(highestAbove(0.375)).toBe(-1);
});

it("BA-25: looks among outcomes without a loss for either, where there are any", () => {
  const { highestAbove } = gains([1, 0.75, 0.5, 0.25], 0.5, [0.25, 0.5, 1, 1], 0.5);
  expect(highestAbove(Number.NEGATIVE_INFINITY)).toBe(1);
  // None has: then among all own rational ones.
  const none = gains([1, 0.75, 0.5, 0.25], 0.5, [0.25, 0.125, 0, 1], 0.5);
  expect(none.highestAbove(Number.NEGATIVE_INFINITY)).toBe(0);
});
