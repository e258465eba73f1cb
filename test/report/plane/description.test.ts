import { expect, it } from "vitest";
import { planeDescription } from "../../../src/report/plane/description.js";
import { endingWords, headingOf, timelineDescription } from "../../../src/report/plane/index.js";
import { ownScene, sceneOf } from "../../../src/report/scene/index.js";
import { fixture, played, triangle, triangleScene, triangleTrace } from "../builders.js";

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

it("BA-40: describes the plane in sentences, with a dash for no reservation and the reason for no value", () => {
  expect(planeDescription(triangleScene())).toContain(
    "Ada from 0 to 1, reservation 0.25; Smith from 0 to 1, reservation –",
  );
  const { scenario, analysis } = played(fixture("s09-no-zone"));
  expect(planeDescription(sceneOf({ scenario, analysis }))).toContain(
    "Undefined (no outcome is rational for all): Nash product",
  );
});
