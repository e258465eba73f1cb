import { expect, it } from "vitest";
import { table } from "../../../src/report/tables/index.js";
import { nodesOf, parsedXml } from "../builders.js";

function cells(rows: Parameters<typeof table>[0]["rows"]): readonly string[] {
  const tree = parsedXml(table({ columns: rows[0]!.map((_, index) => `c${index}`), rows }).markup);
  return nodesOf(tree, ({ name }) => name === "td").map(({ text }) => text);
}

it("BA-40: writes a dash for null, shaded or not", () => {
  expect(cells([["a", null, { value: null, shade: 1 }]])).toEqual(["–", "–"]);
});

it("sets decimal points below each other, and leaves dashes and texts as they are", () => {
  expect(
    cells([
      ["a", 0.5],
      ["b", 0.125],
      ["c", 2],
      ["d", null],
    ]),
  ).toEqual(["0.500", "0.125", "2.000", "–"]);
  expect(
    cells([
      ["a", "0.5"],
      ["b", "0.125"],
    ]),
  ).toEqual(["0.5", "0.125"]);
});

it("BA-40: escapes names and texts", () => {
  expect(table({ columns: ["<i>"], rows: [["<b>"]] }).markup).not.toMatch(/<[ib]>/);
});

it("shades a number by its share, never so much that it is hard to read", () => {
  const { markup } = table({ columns: ["a", "b"], rows: [["x", { value: 1, shade: 1 }]] });
  expect(markup).toContain("background:rgba(15,120,186,0.45)");
});

it("writes all measures of a table with equally many decimals, and counts without any [BA-40]", () => {
  const columns = ["Name", { measure: "Mean" }, { measure: "Median" }, "Count"];
  const rows = [
    ["a", 0.0241, 0.5, 12],
    ["b", 1, { value: 0, shade: 0 }, 7],
    ["c", null, 0.25, 0],
  ];
  const tree = parsedXml(table({ columns, rows }).markup);
  expect(nodesOf(tree, ({ name }) => name === "td").map(({ text }) => text)).toEqual([
    ...["0.0241", "0.5000", "12"],
    ...["1.0000", "0.0000", "7"],
    ...["–", "0.2500", "0"],
  ]);
});

it("writes amounts of terms with all their digits, and separators [BA-40]", () => {
  expect(
    cells([
      ["a", { exact: 25_000_000 }],
      ["b", { exact: 1234.56789 }],
      ["c", { exact: -1e-9 }],
    ]),
  ).toEqual(["25,000,000.00000", "1,234.56789", "-1e-9"]);
});
