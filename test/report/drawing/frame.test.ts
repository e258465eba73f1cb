import { expect, it } from "vitest";
import { axisScale, frame } from "../../../src/report/drawing/index.js";
import { nodesOf, parsedXml } from "../builders.js";

it("writes each tick beside its place, and the names of both axes", () => {
  const area = { left: 50, top: 10, width: 100, height: 80 };
  const right = axisScale([0, 1], { from: 50, to: 150 });
  const up = axisScale([0, 10], { from: 90, to: 10 });
  const tree = parsedXml(frame({ area, right, up, rightName: "to the right", upName: "upward" }).markup);
  const texts = nodesOf(tree, ({ name }) => name === "text");
  const ticks = texts.filter(({ text }) => text === "0.4" || text === "4");
  expect(ticks.map(({ attributes }) => [attributes["x"], attributes["y"]])).toEqual([
    ["90", "107"],
    ["42", "62"],
  ]);
  expect(texts.slice(-2).map(({ text }) => text)).toEqual(["to the right", "upward"]);
  expect(texts.at(-1)!.attributes["transform"]).toMatch(/^rotate\(-90 /);
});
