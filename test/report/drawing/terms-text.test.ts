import { expect, it } from "vitest";
import { termsText, valueText } from "../../../src/report/drawing/index.js";

it("writes each issue with its value", () => {
  expect(termsText({ price: 40, warranty: true, colour: "red" })).toBe(
    "price: 40, warranty: true, colour: red",
  );
});

it("cuts what is longer than a line", () => {
  const terms = Object.fromEntries(
    Array.from({ length: 64 }, (_, index) => [`issue number ${index}`, "x".repeat(300)]),
  );
  expect(termsText(terms).length).toBeLessThan(200);
  expect(termsText(terms)).toMatch(/…$/);
});

it("makes values fit to be shown", () => {
  expect(valueText("a\u202Eb")).toBe("a[U+202E]b");
  expect(valueText(undefined)).toBe("");
});
