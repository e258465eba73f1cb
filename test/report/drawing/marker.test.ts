import { expect, it } from "vitest";
import { dots, marker, NOTHING, polyline } from "../../../src/report/drawing/index.js";
import { shapePath } from "../../../src/report/drawing/markup.js";
import { diamondPlace, dotPlaces } from "../builders.js";

it("draws each shape around its place", () => {
  const place = { x: 50, y: 30 };
  expect(shapePath("circle", place, 4)).toBe("M46 30a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z");
  expect(shapePath("square", place, 10)).toBe("M41 21h18v18h-18z");
  expect(diamondPlace(shapePath("diamond", place, 8))).toEqual([50, 30]);
  expect(shapePath("triangle", place, 4)).toMatch(/^M50 /);
});

it("tells on the marker what it is", () => {
  const { markup } = marker("circle", { x: 0, y: 0 }, 1, { fill: "#000" }, "a < b");
  expect(markup).toContain("<title>a &lt; b</title>");
});

it("draws a dot for each place, once where several round to the same", () => {
  const places = [
    { x: 1, y: 2 },
    { x: 1.01, y: 2.04 },
    { x: 3, y: 4 },
  ];
  expect(dotPlaces(dots(places, {}).markup)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(dots([], {})).toBe(NOTHING);
});

it("draws a line through two places or more, and nothing for one", () => {
  expect(polyline([{ x: 1, y: 1 }], {})).toBe(NOTHING);
  expect(
    polyline(
      [
        { x: 1, y: 1 },
        { x: 2, y: 3 },
      ],
      {},
    ).markup,
  ).toContain('d="M1 1L2 3"');
});
