import { expect, it } from "vitest";
import { element } from "../../../src/report/drawing/index.js";
import { planeView } from "../../../src/report/plane/plane-axes.js";
import { agreementSign, planeLabels, solutionSign } from "../../../src/report/plane/plane-labels.js";
import { sceneOf } from "../../../src/report/scene/index.js";
import { ofClass, parsedXml, triangle, triangleScene } from "../builders.js";

const area = { left: 0, top: 0, width: 400, height: 400 };

it("BA-39: says what each point is and what it is worth, with a line to it", () => {
  const scene = triangleScene();
  const tree = parsedXml(element("g", {}, planeLabels(scene, planeView(scene, [0, 1], area))).markup);
  const labels = ofClass(tree, "label").map(({ text }) => text);
  expect(labels.at(-1)).toBe("Agreement, turn 4accepted by Smith0.75 / 0.5");
  expect(labels.some((text) => text.includes("Nash product") && text.endsWith("0.75 / 0.5"))).toBe(true);
  expect(ofClass(tree, "leader").length).toBe(labels.length);
});

it("names nothing where there is neither analysis nor agreement", () => {
  const scene = sceneOf({ scenario: triangle });
  const tree = parsedXml(element("g", {}, planeLabels(scene, planeView(scene, [0, 1], area))).markup);
  expect(tree.text).toBe("");
});

it("draws hollow signs, so that what lies on the same place can be seen", () => {
  for (const sign of [solutionSign, agreementSign])
    expect(sign({ x: 9, y: 9 }).markup).toContain('fill="none"');
});
