import { expect, it } from "vitest";
import { outcomeWords, planeLegend } from "../../../src/report/plane/plane-legend.js";
import { sceneOf } from "../../../src/report/scene/index.js";
import { triangle, triangleScene, triangleTrace } from "../builders.js";

it("explains what is in the picture, and nothing else", () => {
  expect(planeLegend(triangleScene()).map(({ words }) => words)).toEqual([
    "3 outcomes",
    "Ada: 2 offers",
    "Ada: reservation 0.25",
    "Smith: 1 offer",
    "Smith: reservation –",
    "Pareto frontier: 2 outcomes",
    "Solution point",
    "Agreement",
    "Turn of a first or last offer",
  ]);
  expect(planeLegend(sceneOf({ scenario: triangle })).length).toBe(3);
});

it("BA-39: says of a sample that it is one, and its seed", () => {
  const words = outcomeWords({ ...triangleScene(), isSample: true, shownCount: 2, seed: 5 });
  expect(words).toBe("2 of 3 outcomes: a random sample, seed 5");
});

it("BA-40: counts offers without a place beside a dash", () => {
  const trace = triangleTrace.map((one) => ({ ...one, utilities: [null, 1] }));
  expect(planeLegend(sceneOf({ scenario: triangle, trace })).at(-1)?.words).toBe(
    "– 3 offers without a utility for every party",
  );
});
