import { expect, it } from "vitest";
import { penaltyKeepsRationality } from "../../../src/oap/documents/index.js";
import { isAmount } from "../../../src/oap/documents/penalty.js";

it("OAP-45: 10 and 15 allow a penalty of 5, and not of 5.01", () => {
  const numbers = { outsideOption: 10, equilibriumUtility: 15 };
  expect(penaltyKeepsRationality({ ...numbers, penalty: 5 })).toBe(true);
  expect(penaltyKeepsRationality({ ...numbers, penalty: 5.01 })).toBe(false);
  expect(penaltyKeepsRationality({ ...numbers, penalty: 0 })).toBe(true);
  expect(penaltyKeepsRationality({ penalty: Number.NaN, ...numbers })).toBe(false);
});

it("OAP-27: an amount is a decimal of at least 0, as text", () => {
  for (const amount of ["0", "0.00", "12.50", "1000000"]) expect(isAmount(amount), amount).toBe(true);
  for (const amount of ["", "-1", "+1", "1.", ".5", "01", "1e3", "1,5", " 1", "1\n", 12.5, null, "NaN"]) {
    expect(isAmount(amount), String(amount)).toBe(false);
  }
});
