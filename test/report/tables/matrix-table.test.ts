import { expect, it } from "vitest";
import { matrixTable } from "../../../src/report/tables/index.js";
import { nodesOf, parsedXml } from "../builders.js";

it("has a cell for each pair, shaded from least to greatest, and a dash without a shade for none", () => {
  const values: Readonly<Record<string, number | null>> = { aa: 0, ab: 1, ba: 0.5, bb: null };
  const options = { corner: "x", rows: ["a", "b"], columns: ["a", "b"] };
  const tree = parsedXml(matrixTable({ ...options, value: (row, column) => values[row + column]! }).markup);
  const cells = nodesOf(tree, ({ name }) => name === "td");
  expect(cells.map(({ text }) => text)).toEqual(["0.0", "1.0", "0.5", "–"]);
  const shades = cells.map(({ attributes }) => /,([\d.]+)\)$/.exec(attributes["style"] ?? "")?.[1]);
  expect(shades).toEqual(["0", "0.45", "0.23", undefined]);
});

it("holds for numbers that are all the same", () => {
  const one = matrixTable({ corner: "", rows: ["a"], columns: ["a"], value: () => 3 });
  expect(one.markup).not.toContain("NaN");
});

it("writes the names of many columns upward, so that a page has room for them [BA-40]", () => {
  const names = Array.from({ length: 14 }, (_, index) => `strategy ${index}`);
  const of = (columns: readonly string[]): string =>
    matrixTable({ corner: "x", rows: ["a"], columns, value: () => 0.5 }).markup;
  expect(of(names).match(/class="upright"/g)).toHaveLength(14);
  expect(of(names.slice(0, 3))).not.toContain("upright");
});
