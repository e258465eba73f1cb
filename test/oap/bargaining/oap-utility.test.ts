import { expect, it } from "vitest";
import {
  discountFactor,
  failureUtility,
  oapUtility,
  withdrawalFloor,
} from "../../../src/oap/bargaining/index.js";

it("OAP-43: the buyer's 37 and the seller's 17, who gains by being paid", () => {
  expect(oapUtility({ valuation: 100, received: -60, costPerRound: 1, rounds: 3 })).toBe(37);
  const seller = { valuation: -40, received: 60, costPerRound: 1, rounds: 3 };
  expect(oapUtility(seller)).toBe(17);
  expect(oapUtility({ ...seller, received: 61 })).toBeGreaterThan(oapUtility(seller));
});

it("OAP-43: without an agreement the rounds are lost, and the penalty of who withdrew", () => {
  expect(failureUtility({ costPerRound: 1, rounds: 3 })).toBe(-3);
  expect(failureUtility({ costPerRound: 1, rounds: 3 }, 5)).toBe(-8);
  expect(failureUtility({ costPerRound: 1, rounds: 0 })).toBe(0);
  expect(() => failureUtility({ costPerRound: 1, rounds: 0 }, -1)).toThrow(RangeError);
});

it("OAP-44: the penalty lowers the floor of withdrawing", () => {
  expect(withdrawalFloor(10, 4)).toBe(6);
  expect(withdrawalFloor(10, 0)).toBe(10);
  for (const penalty of [-1, Number.NaN]) expect(() => withdrawalFloor(10, penalty)).toThrow(RangeError);
});

it("OAP-46: a cost a round as a discount; valuation 0 throws", () => {
  expect(discountFactor(0, 5)).toBe(1);
  expect(discountFactor(2, 10)).toBeCloseTo(Math.exp(-0.2), 15);
  expect(discountFactor(2, -10)).toBe(discountFactor(2, 10));
  for (const valuation of [0, -0]) expect(() => discountFactor(1, valuation)).toThrow(RangeError);
});
