import { expect, it } from "vitest";
import { element } from "../../../src/report/drawing/index.js";
import { offerBadges, offerPaths } from "../../../src/report/plane/offer-paths.js";
import { planeView } from "../../../src/report/plane/plane-axes.js";
import { type Scene, sceneOf } from "../../../src/report/scene/index.js";
import { nodesOf, ofClass, parsedXml, row, triangle, triangleScene, type XmlNode } from "../builders.js";

const area = { left: 0, top: 0, width: 400, height: 400 };

function drawn(scene: Scene): XmlNode {
  const view = planeView(scene, [0, 1], area);
  return parsedXml(element("g", {}, [...offerPaths(scene, view), ...offerBadges(scene, view)]).markup);
}

it("BA-39: marks each offer with its turn and its utilities, and numbers the first and the last", () => {
  const tree = drawn(triangleScene());
  const words = nodesOf(tree, ({ name }) => name === "title").map(({ text }) => text);
  expect(words).toEqual(["Ada, turn 1: 1 / 0", "Ada, turn 3: 0.75 / 0.5", "Smith, turn 2: 0 / 1"]);
  expect(ofClass(tree, "badge").map(({ text }) => text)).toEqual(["1", "3", "2"]);
});

it("draws an outcome that is offered again and again once, with how often", () => {
  const trace = Array.from({ length: 9 }, (_, index) => row(index * 2 + 1, 0, "counter", 1, [1, 0]));
  const tree = drawn(sceneOf({ scenario: triangle, trace }));
  expect(nodesOf(tree, ({ name }) => name === "title").map(({ text }) => text)).toEqual([
    "Ada, turn 1, 3, 5, 7, 9, 11 ... (9 offers): 1 / 0",
  ]);
  expect(ofClass(tree, "badge").map(({ text }) => text)).toEqual(["1–17"]);
});
