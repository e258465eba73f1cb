import { expect, it } from "vitest";
import { amountText, coordinate, countText, numberText } from "../../../src/report/drawing/index.js";

it("BA-40: writes what is undefined as a dash, and never as 0", () => {
  for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
    expect(numberText(value)).toBe("–");
  expect(numberText(0)).toBe("0");
});

it("keeps four significant digits and all whole ones", () => {
  const written = [0.1 + 0.2, 0.123456, 12345.6, -0.5, 1.5e9, 2e-7, -1e-6, 9999.99, 0.05].map((one) =>
    numberText(one),
  );
  expect(written).toEqual(["0.3", "0.1235", "12346", "-0.5", "1.5e+9", "2e-7", "-1e-6", "10000", "0.05"]);
});

it("counts in words", () => {
  expect(countText(1234567)).toBe("1,234,567");
  expect(amountText(1, "offer")).toBe("1 offer");
  expect(amountText(0, "offer")).toBe("0 offers");
  expect(amountText(2, "strategy", "strategies")).toBe("2 strategies");
});

it("rounds coordinates to tenths, without a negative zero", () => {
  expect(coordinate(1.26)).toBe(1.3);
  expect(Object.is(coordinate(-0.01), 0)).toBe(true);
});
