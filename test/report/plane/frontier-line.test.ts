import { expect, it } from "vitest";
import { analysisOf } from "../../../src/analysis/index.js";
import { NOTHING } from "../../../src/report/drawing/index.js";
import { edgeOf, frontierLine } from "../../../src/report/plane/frontier-line.js";
import { planeView } from "../../../src/report/plane/plane-axes.js";
import { sceneOf } from "../../../src/report/scene/index.js";
import { dotPlaces, threeParties, triangle } from "../builders.js";

const area = { left: 0, top: 0, width: 128, height: 128 };

it("BA-39: steps down and then to the right, so that no outcome lies beyond the line", () => {
  const scene = sceneOf({ scenario: triangle, analysis: analysisOf(triangle, { over: "all" }) });
  const { markup } = frontierLine(scene, planeView(scene, [0, 1], area));
  expect(markup).toContain('d="M14 14V64H89V114H114"');
});

it("keeps of the places those that no other one lies above and to the right of", () => {
  const places = [
    { x: 1, y: 1 },
    { x: 2, y: 3 },
    { x: 2, y: 2 },
    { x: 1, y: 2 },
  ];
  expect(edgeOf(places)).toEqual([
    { x: 1, y: 1 },
    { x: 2, y: 2 },
  ]);
});

it("shows all of the frontier of three parties in each plane", () => {
  const { scenario, analysis } = threeParties();
  const scene = sceneOf({ scenario, analysis });
  const { markup } = frontierLine(scene, planeView(scene, [0, 2], area));
  const seen = new Set(analysis.frontier.map(({ utilities }) => `${utilities[0]} ${utilities[2]}`));
  expect(dotPlaces(markup).length).toBeGreaterThan(seen.size * 0.8);
  expect(dotPlaces(markup).length).toBeLessThanOrEqual(seen.size);
});

it("draws nothing without an analysis", () => {
  const scene = sceneOf({ scenario: triangle });
  expect(frontierLine(scene, planeView(scene, [0, 1], area))).toBe(NOTHING);
});
