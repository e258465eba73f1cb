import { expect, it } from "vitest";
import { TextGrid } from "../../../src/report/drawing/index.js";

it("writes to the nearest cell, and passes over what is outside", () => {
  const grid = new TextGrid(3, 2);
  grid.put({ x: 0.6, y: 0.4 }, "a");
  for (const [x, y] of [
    [-1, 0],
    [3, 0],
    [0, 2],
    [0, -1],
    [Number.NaN, 0],
  ] as const)
    grid.put({ x, y }, "!");
  expect(grid.lines).toEqual([" a ", "   "]);
});

it("fills columns and rows", () => {
  const grid = new TextGrid(2, 2);
  grid.column(1, "|");
  grid.row(0, "-");
  grid.row(9, "!");
  expect(grid.lines).toEqual(["--", " |"]);
});
