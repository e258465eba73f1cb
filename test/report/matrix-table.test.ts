import { expect, it } from "vitest";
import { matrixTable } from "../../src/report/matrix-table.js";
import { nodesOf, parsedXml } from "./builders.js";

it("has a cell for each pair, shaded from least to greatest, and a dash without a shade for none", () => {
  const values: Readonly<Record<string, number | null>> = { aa: 0, ab: 1, ba: 0.5, bb: null };
  const options = { corner: "x", rows: ["a", "b"], columns: ["a", "b"] };
  const tree = parsedXml(matrixTable({ ...options, value: (row, column) => values[row + column]! }).markup);
  const cells = nodesOf(tree, ({ name }) => name === "td");
  expect(cells.map(({ text }) => text)).toEqual(["0.0", "1", "0.5", "–"]);
  const shades = cells.map(({ attributes }) => /,([\d.]+)\)$/.exec(attributes["style"] ?? "")?.[1]);
  expect(shades).toEqual(["0", "0.45", "0.23", undefined]);
});

it("holds for numbers that are all the same", () => {
  const one = matrixTable({ corner: "", rows: ["a"], columns: ["a"], value: () => 3 });
  expect(one.markup).not.toContain("NaN");
});
