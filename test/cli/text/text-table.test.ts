import { expect, it } from "vitest";
import { textTable } from "../../../src/cli/text/result-text.js";

it("aligns text to the left and numbers to the right, with no blanks at the ends", () => {
  expect(
    textTable([
      ["name", "n"],
      ["a", "10"],
    ]),
  ).toBe("name   n\na     10");
  expect(
    textTable(
      [
        ["a", "b"],
        ["long", ""],
      ],
      2,
    ),
  ).toBe("a     b\nlong");
});

it("counts the columns of a terminal, not characters", () => {
  expect(
    textTable([
      ["会社", "1"],
      ["abcd", "2"],
    ]),
  ).toBe("会社  1\nabcd  2");
});
