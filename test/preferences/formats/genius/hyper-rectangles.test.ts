import { expect, it } from "vitest";
import { readRectangles } from "../../../../src/preferences/formats/genius/hyper-rectangles.js";
import { fromGeniusXml } from "../../../../src/preferences/formats/genius/index.js";
import { outcomeSpace } from "../../../../src/preferences/model/index.js";
import { utilityOf } from "../../../../src/preferences/utility/index.js";
import { failureOf, listed, rootOf } from "../../genius/files.js";

const DOMAIN = `<utility_space><objective index="0" name="grid">
  <issue index="1" name="a" type="integer" lowerbound="0" upperbound="9"/>
  <issue index="2" name="b" type="integer" lowerbound="0" upperbound="9"/>
  <issue index="3" name="c"><item index="1" value="x"/></issue>
</objective></utility_space>`;

const profile = (rectangles: string, ufun = 'aggregation="sum"'): string =>
  `<utility_space><objective index="0"><utility maxutility="80"><ufun ${ufun}>${rectangles}</ufun></utility></objective>
  <reservation value="0.25"/></utility_space>`;

const BOXES =
  '<hyperRectangle utility="20"><INCLUDES index="1" min="2" max="5"/><INCLUDES index="2" min="5" max="5"/></hyperRectangle>' +
  '<hyperRectangle utility="10" weight="4"><INCLUDES index="1" min="5" max="9"/></hyperRectangle>' +
  '<hyperRectangle utility="8"/>';

it("BA-9: sums the boxes that hold an outcome, ends inclusive, on the scale of maxutility", async () => {
  const scenario = await fromGeniusXml(DOMAIN, [profile(BOXES)]);
  const utility = utilityOf(scenario.parties[0]!.preferences, outcomeSpace(scenario.issues));
  const at = (a: number, b: number): number => utility({ a, b, c: "x" });
  expect(at(1, 5)).toBeCloseTo(8 / 80, 12);
  expect(at(2, 5)).toBeCloseTo(28 / 80, 12);
  expect(at(5, 5)).toBeCloseTo(68 / 80, 12);
  expect(at(6, 4)).toBeCloseTo(48 / 80, 12);
  expect(scenario.parties[0]!.preferences.reservation).toBe(0.25);
});

it.each([
  [
    "an excluding box",
    '<hyperRectangle utility="1"><EXCLUDES index="1" min="1" max="2"/></hyperRectangle>',
    undefined,
  ],
  [
    "two bounds of an issue",
    '<hyperRectangle utility="1"><INCLUDES index="1" min="1" max="2"/><INCLUDES index="1" min="2" max="3"/></hyperRectangle>',
    undefined,
  ],
  ["a maximum instead of a sum", BOXES, 'aggregation="max"'],
  ["a sum within a sum", "<ufun/>", undefined],
  ["a weighted sum", BOXES, 'weight="2"'],
])("BA-8: does not support %s", async (_, rectangles, ufun) => {
  expect((await failureOf(fromGeniusXml(DOMAIN, [profile(rectangles, ufun)]))).code).toBe(
    "scenario_unsupported",
  );
});

it.each([
  ["a discrete issue", '<hyperRectangle utility="1"><INCLUDES index="3" min="1" max="2"/></hyperRectangle>'],
  ["an unknown issue", '<hyperRectangle utility="1"><INCLUDES index="8" min="1" max="2"/></hyperRectangle>'],
  [
    "a bound the wrong way round",
    '<hyperRectangle utility="1"><INCLUDES index="1" min="3" max="2"/></hyperRectangle>',
  ],
  ["a missing bound", '<hyperRectangle utility="1"><INCLUDES index="1" min="3"/></hyperRectangle>'],
  ["no utility", '<hyperRectangle><INCLUDES index="1" min="1" max="2"/></hyperRectangle>'],
  ["a utility that is no number", '<hyperRectangle utility="NaN"/>'],
])("BA-9: refuses %s", async (_, rectangles) => {
  expect((await failureOf(fromGeniusXml(DOMAIN, [profile(rectangles)]))).code).toBe("scenario_invalid");
});

it.each([
  ["no maxutility", profile(BOXES).replace(' maxutility="80"', "")],
  ["a maxutility of 0", profile(BOXES).replace('maxutility="80"', 'maxutility="0"')],
  ["no sum", '<utility_space><objective index="0"><utility maxutility="80"/></objective></utility_space>'],
])("BA-9: refuses %s", async (_, xml) => {
  expect((await failureOf(fromGeniusXml(DOMAIN, [xml]))).code).toBe("scenario_invalid");
});

it("refuses two utilities", async () => {
  const { root, findings } = await rootOf("<utility_space><utility/><utility/></utility_space>");
  expect(
    readRectangles(root, root.children, { name: "", issues: [], unread: new Set() }, findings),
  ).toBeUndefined();
  expect(listed(findings.refusal())).toEqual(["file/utility_space: one utility"]);
});
