import { expect, it } from "vitest";
import { isConcession } from "../../../src/oap/bargaining/index.js";

it("OAP-48: a concession is what does not raise the own utility", () => {
  const seller = (price: number) => price;
  expect(isConcession(50, 45, seller)).toBe(true);
  expect(isConcession(50, 50, seller)).toBe(true);
  expect(isConcession(50, 50.001, seller)).toBe(false);
  expect(isConcession(50, 55, (price) => -price)).toBe(true);
  expect(isConcession(50, 45, () => Number.NaN)).toBe(false);
});
