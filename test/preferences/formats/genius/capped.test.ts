import { expect, it } from "vitest";
import { cappedAtOne } from "../../../../src/preferences/formats/genius/capped.js";
import { type AdditivePreferences, outcomeSpace } from "../../../../src/preferences/model/index.js";
import { utilityTable } from "../../../../src/preferences/utility/index.js";

const SPACE = outcomeSpace([
  { name: "a", kind: "ordinal", values: [1, 2, 3] },
  { name: "b", kind: "integer", min: 0, max: 3 },
]);

const preferences = (weights: readonly number[]): AdditivePreferences => ({
  kind: "additive",
  weights,
  values: [
    { kind: "table", values: [0.5, 1, 0] },
    { kind: "linear", slope: 0.5, clamp: [0, 1] },
  ],
});

it("BA-9: leaves preferences alone that stay at or below 1", () => {
  const plain = preferences([0.5, 0.5]);
  expect(cappedAtOne(plain, SPACE)).toBe(plain);
  // The bound of a negative weight is above 1, but no utility is.
  const mixed: AdditivePreferences = {
    ...preferences([1, -0.5]),
    values: [
      { kind: "table", values: [0, 1, 0] },
      { kind: "linear", slope: 0, offset: 0.1 },
    ],
  };
  expect(cappedAtOne(mixed, SPACE)).toBe(mixed);
});

it("BA-9: caps every utility at 1 and changes no other", () => {
  const heavy = preferences([0.8, 0.4]);
  const capped = cappedAtOne(heavy, SPACE)!;
  expect(capped.kind).toBe("mapping");
  const before = utilityTable(heavy, SPACE);
  expect(Math.max(...before)).toBeGreaterThan(1);
  expect([...utilityTable(capped, SPACE)]).toEqual([...before].map((utility) => Math.min(1, utility)));
});

it("caps sums of boxes", () => {
  const boxes = {
    kind: "rectangles",
    rectangles: [
      { utility: 0.7, within: {} },
      { utility: 0.6, weight: 1, within: { b: { min: 2, max: 3 } } },
    ],
  } as const;
  expect(Math.max(...utilityTable(cappedAtOne(boxes, SPACE)!, SPACE))).toBe(1);
});

it("says so when it would have to list more than 100,000 outcomes, or a continuum", () => {
  const large = outcomeSpace([
    { name: "a", kind: "ordinal", values: [1, 2, 3] },
    { name: "b", kind: "integer", min: 0, max: 40_000 },
  ]);
  expect(cappedAtOne(preferences([0.8, 0.4]), large)).toBeUndefined();
  expect(cappedAtOne(preferences([0.5, 0.5]), large)).toBeDefined();
  const real = outcomeSpace([SPACE.issues[0]!, { name: "b", kind: "continuous", min: 0, max: 3 }]);
  expect(cappedAtOne(preferences([0.8, 0.4]), real)).toBeUndefined();
});
