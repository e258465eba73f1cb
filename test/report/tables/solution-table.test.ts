import { expect, it } from "vitest";
import { RULE_NAMES, RULES, sceneOf } from "../../../src/report/scene/index.js";
import { solutionNote, solutionTable } from "../../../src/report/tables/index.js";
import { fixture, nodesOf, parsedXml, played } from "../builders.js";

function linesOf(key: string): readonly (readonly string[])[] {
  const { scenario, trace, analysis } = played(fixture(key));
  const tree = parsedXml(solutionTable(sceneOf({ scenario, trace, analysis }), analysis).markup);
  return nodesOf(tree, ({ name }) => name === "tr").map(({ children }) => children.map(({ text }) => text));
}

it("BA-39: has a line for each rule, by its name, with value, utilities, distance and terms", () => {
  const [, ...lines] = linesOf("s02-3x4x5x2-r");
  expect(lines.map(([name]) => name)).toEqual(RULES.map((rule) => RULE_NAMES[rule].name));
  expect(lines[0]!.slice(2, 7).every((cell) => /^[\d.]+$/.test(cell))).toBe(true);
  expect(lines[0]!.at(-1)).toMatch(/^i0: v\d, /);
});

it("BA-40: has dashes and the reason for a rule without a value", () => {
  const [, nash] = linesOf("s09-no-zone");
  expect(nash!.slice(2)).toEqual(["–", "–", "–", "–", "0", "no outcome is rational for all"]);
});

it("says which disagreement point it starts from", () => {
  const { analysis } = played(fixture("s02-3x4x5x2-r"));
  expect(solutionNote(analysis)).toContain("the reservation: 0.3 / 0.5");
});
