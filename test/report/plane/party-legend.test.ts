import { expect, it } from "vitest";
import { AGREEMENT_ENTRY, partyEntries } from "../../../src/report/plane/index.js";
import { ownScene } from "../../../src/report/scene/index.js";
import { triangle, triangleScene, triangleTrace } from "../builders.js";

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
