import { expect, it } from "vitest";
import { axisName, valuesToShow } from "../../../src/report/plane/index.js";
import { placeOf, planeView, rangeText } from "../../../src/report/plane/plane-axes.js";
import { sceneOf } from "../../../src/report/scene/index.js";
import { scenarioOf, triangleScene } from "../builders.js";

const area = { left: 100, top: 0, width: 228, height: 128 };

it("BA-40: places the first utility to the right and the second upward", () => {
  const view = planeView(triangleScene(), [0, 1], area);
  expect(placeOf([0, 0], view)).toEqual({ x: 114, y: 114 });
  expect(placeOf([1, 0], view)).toEqual({ x: 314, y: 114 });
  expect(placeOf([0, 1], view)).toEqual({ x: 114, y: 14 });
});

it("BA-40: has no place for what is undefined", () => {
  const view = planeView(triangleScene(), [0, 1], area);
  expect(placeOf([null, 1], view)).toBeUndefined();
  expect(placeOf([0.5, null], view)).toBeUndefined();
});

it("reaches a reservation near the outcomes, and not one far away", () => {
  const tables = [[0, 1]];
  const at = (reservation: number): readonly number[] =>
    valuesToShow(sceneOf({ scenario: scenarioOf([2], [{ tables, reservation }, { tables }]) }), 0);
  expect(at(1.25)).toContain(1.25);
  expect(at(-1000)).toEqual([0, 1]);
});

it("names range and reservation, with dashes for what there is none of", () => {
  expect(axisName({ name: "Ada", range: [0, 0.5], reservation: null })).toBe(
    "Utility of Ada, 0 to 0.5, reservation –",
  );
  expect(rangeText(null)).toBe("–");
});
