import { expect, it } from "vitest";
import { checkedPreferences, outcomeSpace } from "../../../src/preferences/model/index.js";
import { faultPaths } from "../expect-faults.js";

const space = outcomeSpace([
  { name: "n", kind: "integer", min: 0, max: 9 },
  { name: "c", kind: "categorical", values: ["a", "b"] },
]);

it("BA-4: the sides of a rectangle lie on values of issues of the space", () => {
  const within = (sides: unknown): unknown => ({ utility: 1, within: sides });
  const rectangles = [
    within({ m: { min: 0, max: 1 } }),
    within({ n: { min: 2, max: 1 } }),
    within({ n: { min: 0 } }),
    within({ c: { min: 0, max: 1 } }),
    within({ c: { values: ["a", "z"] } }),
    within({ n: { values: [0, 9.5] } }),
    within({ n: { values: [0], min: 0 } }),
    within([]),
    { utility: "1", weight: null, within: {} },
    3,
  ];
  const preferences = { kind: "rectangles", rectangles } as never;
  expect(faultPaths("preferences_invalid", () => checkedPreferences(preferences, space))).toEqual([
    "rectangles.0.within.m",
    "rectangles.1.within.n.max",
    "rectangles.2.within.n.max",
    "rectangles.3.within.c",
    "rectangles.4.within.c.values",
    "rectangles.5.within.n.values",
    "rectangles.6.within.n.min",
    "rectangles.7.within",
    "rectangles.8.utility",
    "rectangles.8.weight",
    "rectangles.9",
  ]);
});
