import { expect, it } from "vitest";
import { decimalNumber } from "../../../src/preferences/formats/index.js";

it.each([
  [1.5, 1.5],
  ["1.5", 1.5],
  [" -.5e2 ", -50],
  ["7.", 7],
  [0, 0],
])("reads %j", (value, number) => {
  expect(decimalNumber(value)).toBe(number);
});

it.each([NaN, Infinity, "NaN", "1e999", "0x1", "", "  ", "1,5", null, undefined, true, [1], {}, 1n])(
  "takes %s for no number",
  (value) => {
    expect(decimalNumber(value)).toBeUndefined();
  },
);
