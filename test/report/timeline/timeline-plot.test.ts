import { expect, it } from "vitest";
import { axisScale } from "../../../src/report/drawing/index.js";
import { sceneOf } from "../../../src/report/scene/index.js";
import { timelinePlot } from "../../../src/report/timeline/timeline-svg.js";
import {
  nodesOf,
  ofClass,
  parsedXml,
  triangle,
  triangleScene,
  triangleTrace,
  type XmlNode,
} from "../builders.js";

const area = { left: 0, top: 0, width: 100, height: 124 };
const right = axisScale([0, 1], { from: 0, to: 100 });

function drawn(scene = triangleScene(), party = 0): XmlNode {
  return parsedXml(timelinePlot(scene, { party, area, right, isLast: true }).markup);
}

it("BA-39: places every offer by its time and by what it is worth to the party", () => {
  const [own, others] = ofClass(drawn(), "offers");
  const ends = (node: XmlNode): string | undefined => node.children[0]?.attributes["d"];
  // Ada's offers are worth 1 and 0.75 to her at t = 0.1 and 0.3; Smith's is worth 0 at 0.2.
  expect(ends(own!)).toBe("M10 12L30 37");
  expect(others!.children[0]!.attributes["d"]).toMatch(/^M17.3 109.3h5.4/);
});

it("BA-40: draws a dash above the plot for an offer of unknown worth", () => {
  const trace = triangleTrace.map((one) => (one.party === 1 ? { ...one, utilities: [null, 1] } : one));
  const tree = drawn(sceneOf({ scenario: triangle, trace }));
  const [dash] = ofClass(tree, "undefined");
  expect([dash!.text, dash!.attributes["x"], dash!.attributes["y"]]).toEqual(["–", "20", "4"]);
});

it("draws reservation and agreement", () => {
  expect(ofClass(drawn(), "reservation").length).toBe(1);
  expect(ofClass(drawn(triangleScene(), 1), "reservation").length).toBe(0);
  const paths = nodesOf(ofClass(drawn(), "agreement")[0]!, ({ name }) => name === "path");
  expect(paths.map(({ attributes }) => attributes["d"]!.split("a")[0])).toEqual(["M40 0v124", "M32 37"]);
});
