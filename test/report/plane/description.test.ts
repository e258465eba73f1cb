import { expect, it } from "vitest";
import {
  AGREEMENT_ENTRY,
  axisName,
  endingWords,
  headingOf,
  partyEntries,
  timelineDescription,
  valuesToShow,
} from "../../../src/report/plane/index.js";
import { ownScene, sceneOf } from "../../../src/report/scene/index.js";
import { scenarioOf, triangle, triangleScene, triangleTrace } from "../builders.js";

it("says how it ended, or what there is to negotiate about", () => {
  expect(endingWords(triangleScene())).toBe("Agreement on turn 4 at t = 0.4: Ada 0.75, Smith 0.5");
  expect(endingWords(sceneOf({ scenario: triangle, trace: triangleTrace.slice(0, 1) }))).toBe(
    "No agreement after 1 offer",
  );
  expect(endingWords(sceneOf({ scenario: triangle }))).toBe("3 outcomes, 2 parties");
  expect(headingOf(triangleScene()).title).toBe("tables");
});

it("BA-41: says of an agreement only what it is worth to the viewer", () => {
  expect(endingWords(ownScene(triangle, triangleTrace, "Ada"))).toBe(
    "Agreement on turn 4 at t = 0.4: Ada 0.75",
  );
  expect(timelineDescription(ownScene(triangle, triangleTrace, "Ada"))).not.toContain("Smith from");
});

it("BA-40: has a line for a reservation, and a dash without a line for none", () => {
  const [, ada] = partyEntries(triangleScene(), 0);
  const [, smith] = partyEntries(triangleScene(), 1);
  expect([ada!.words, smith!.words]).toEqual(["Ada: reservation 0.25", "Smith: reservation –"]);
  expect(ada!.sign({ x: 0, y: 0 }).length).toBe(1);
  expect(smith!.sign({ x: 0, y: 0 })).toEqual([]);
});

it("BA-41: says nothing of a reservation that is not the viewer's", () => {
  const entries = partyEntries(ownScene(triangle, triangleTrace, "Smith"), 0);
  expect(entries.map(({ words }) => words)).toEqual(["Ada: 2 offers"]);
});

it("shows the ring of the agreement", () => {
  expect(AGREEMENT_ENTRY.sign({ x: 0, y: 0 })[0]!.markup).toContain("stroke");
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
  expect(axisName({ name: "Ada", range: null, reservation: null })).toContain("–");
});
