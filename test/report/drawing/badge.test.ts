import { expect, it } from "vitest";
import { badges, element } from "../../../src/report/drawing/index.js";
import { nodesOf, parsedXml } from "../builders.js";

const bounds = { left: 0, right: 200, top: 0, bottom: 200 };

function boxes(
  places: readonly (readonly [number, number])[],
  words = "12",
): readonly Record<string, string>[] {
  const wanted = places.map(([x, y]) => ({ place: { x, y }, words, colour: "#000" }));
  const tree = parsedXml(element("g", {}, badges(wanted, bounds)).markup);
  return nodesOf(tree, ({ name }) => name === "rect").map(({ attributes }) => attributes);
}

it("sets a badge on its place, as wide as its words", () => {
  const [box] = boxes([[100, 100]]);
  expect(Number(box!["x"]) + Number(box!["width"]) / 2).toBeCloseTo(100, 0);
  expect(Number(boxes([[100, 100]], "1–1999")[0]!["width"])).toBeGreaterThan(Number(box!["width"]));
});

it("moves badges that would cover another one, within the plot, and draws lines to where they belong", () => {
  const all = boxes([
    [190, 10],
    [190, 10],
    [188, 12],
    [190, 10],
  ]);
  for (const [index, one] of all.entries()) {
    const [x, y, width] = ["x", "y", "width"].map((key) => Number(one[key])) as [number, number, number];
    if (index > 0) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(200.1);
      expect(y).toBeGreaterThanOrEqual(0);
    }
    for (const other of all.slice(0, index)) {
      const isApart =
        Math.abs(x - Number(other["x"])) >= (width + Number(other["width"])) / 2 ||
        Math.abs(y - Number(other["y"])) >= 16;
      expect(isApart).toBe(true);
    }
  }
});
