import { expect, it } from "vitest";
import { plane } from "../../../src/report/plane/plane.js";
import { planeView } from "../../../src/report/plane/plane-axes.js";
import { sceneOf } from "../../../src/report/scene/index.js";
import { fixture, ofClass, parsedXml, scenarioOf, triangleScene } from "../builders.js";

const area = { left: 0, top: 0, width: 400, height: 400 };

it("draws the quiet first and the loud last", () => {
  const scene = triangleScene();
  const tree = parsedXml(plane(scene, planeView(scene, [0, 1], area)).markup);
  const order = tree.children.map(({ attributes }) => attributes["class"] ?? "");
  const seen = [
    "frame",
    "outcomes",
    "reservation",
    "frontier",
    "offers",
    "solution",
    "agreement ink-line",
    "badges",
  ];
  expect(seen.map((name) => order.indexOf(name))).toEqual(
    seen.map((name) => order.indexOf(name)).toSorted((one, other) => one - other),
  );
  expect(order.indexOf("frame")).toBe(0);
});

it("BA-39: draws a reservation line for each of the two parties that has one in sight", () => {
  const linesOf = (scene: ReturnType<typeof sceneOf>): number =>
    ofClass(parsedXml(plane(scene, planeView(scene, [0, 1], area)).markup), "reservation").length;
  expect(linesOf(sceneOf({ scenario: fixture("s02-3x4x5x2-r") }))).toBe(2);
  const tables = [[0, 1]];
  expect(linesOf(sceneOf({ scenario: scenarioOf([2], [{ tables, reservation: -99 }, { tables }]) }))).toBe(0);
});
