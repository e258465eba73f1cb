import { expect, it } from "vitest";
import { ownScene } from "../../../src/report/scene/index.js";
import { turnTable } from "../../../src/report/tables/index.js";
import {
  nodesOf,
  parsedXml,
  row,
  triangle,
  triangleScene,
  triangleTrace,
  type XmlNode,
} from "../builders.js";

function linesOf(tree: XmlNode): readonly (readonly string[])[] {
  return nodesOf(tree, ({ name }) => name === "tr").map(({ children }) => children.map(({ text }) => text));
}

it("has a line for each turn, with terms and utilities, and dashes for a withdrawal", () => {
  const trace = [...triangleTrace.slice(0, 1), row(2, 1, "withdraw", null, null)];
  expect(linesOf(parsedXml(turnTable(triangleScene(), trace).markup))).toEqual([
    ["Turn", "t", "Party", "Action", "issue 0", "u of Ada", "u of Smith"],
    ["1", "0.1", "Ada", "propose", "value 1", "1.0", "0.0"],
    ["2", "0.2", "Smith", "withdraw", "", "–", "–"],
  ]);
});

it("BA-41: has only the viewer's utilities", () => {
  const scene = ownScene(triangle, triangleTrace, "Smith");
  const lines = linesOf(parsedXml(turnTable(scene, triangleTrace).markup));
  expect(lines[0]!.slice(-2)).toEqual(["issue 0", "u of Smith"]);
  expect(lines.at(-1)).toEqual(["4", "0.4", "Smith", "accept", "value 2", "0.5"]);
});
