import { expect, it } from "vitest";
import { generateScenario } from "../../../src/preferences/index.js";
import { pairsOf, sceneOf } from "../../../src/report/scene/index.js";
import { MOST_DOTS } from "../../../src/report/scene/scene.js";
import { triangle, triangleScene } from "../builders.js";

it("has the range and reservation of each party, and the utility of each outcome", () => {
  const scene = triangleScene();
  expect(scene.parties).toEqual([
    { name: "Ada", range: [0, 1], reservation: 0.25 },
    { name: "Smith", range: [0, 1], reservation: null },
  ]);
  expect([scene.utility(0, 2), scene.utility(1, 2)]).toEqual([0.75, 0.5]);
  expect(scene.isSample).toBe(false);
});

it("BA-39: samples more than 5,000 outcomes, but knows the range of all", () => {
  const scenario = generateScenario(5, [80, 80], 2);
  const scene = sceneOf({ scenario });
  expect([scene.isSample, scene.shownCount]).toEqual([true, MOST_DOTS]);
  const all = sceneOf({ scenario, seed: 7 });
  const drawn = (one: typeof scene): number[] =>
    Array.from({ length: 50 }, (_, index) => one.utility(0, index));
  expect(drawn(all)).not.toEqual(drawn(scene));
  expect(drawn(sceneOf({ scenario }))).toEqual(drawn(scene));
  expect(scene.parties).toEqual(all.parties);
});

it("cuts names for which there is no room", () => {
  const [first, second] = triangle.parties;
  const scene = sceneOf({
    scenario: { ...triangle, parties: [{ ...first!, name: "n".repeat(200) }, second!] },
  });
  expect(scene.parties[0]!.name.length).toBe(24);
});

it("pairs every party with every later one", () => {
  expect(pairsOf(3)).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
});
