import { expect, it } from "vitest";
import { figureText, termsLines, termsWords } from "../../../src/cli/text/terms-lines.js";

it("shows terms by issue, or their values alone, without control characters", () => {
  const terms = { price: 4, "de\u0007livery": "to\nmorrow" };
  expect(termsLines(terms)).toEqual(["  price: 4", "  de\uFFFDlivery: to\uFFFDmorrow"]);
  expect(termsWords(terms)).toBe("4, to\uFFFDmorrow");
});

it("shows a figure, or why there is none", () => {
  expect(figureText({ value: 0.25 })).toBe("0.25");
  expect(figureText({ value: null, reason: "no-reservation" })).toBe("– (no reservation)");
});
