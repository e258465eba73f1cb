import { expect, it } from "vitest";
import type { WrittenIssue } from "../../../../src/preferences/formats/genius/profile-xml.js";
import { issueLines, itemLines, profileXml } from "../../../../src/preferences/formats/genius/profile-xml.js";
import type { ExportedParty } from "../../../../src/preferences/formats/index.js";
import { type Fault, outcomeSpace } from "../../../../src/preferences/model/index.js";

const [colour, count] = outcomeSpace([
  { name: 'a "colour"', kind: "ordinal", values: ["red", "<blue>"] },
  { name: "count", kind: "integer", min: 1, max: 3 },
]).issues;
const issues: readonly WrittenIssue[] = [
  { issue: colour!, form: { form: "discrete", texts: ["red", "<blue>"] } },
  { issue: count!, form: { form: "integer", min: 1, max: 3 } },
];
const party = (evaluations: readonly number[]): ExportedParty => ({
  name: "ada",
  weights: [0.5, 0.25],
  values: [
    { kind: "table", values: evaluations },
    { kind: "linear", slope: -0.25, offset: 0.75, from: 1, clamp: [0, 1] },
  ],
  reservation: 0.125,
  discount: 0.75,
});

it("BA-12: writes a profile, all text escaped", () => {
  const faults: Fault[] = [];
  expect(profileXml("A & B", party([0.5, 1]), 0, issues, faults)).toBe(`<utility_space>
  <objective index="0" name="A &amp; B" type="objective" etype="objective">
    <issue index="1" name="a &quot;colour&quot;" type="discrete" etype="discrete" vtype="discrete">
      <item index="1" value="red" evaluation="0.5"/>
      <item index="2" value="&lt;blue&gt;" evaluation="1"/>
    </issue>
    <issue index="2" name="count" type="integer" etype="integer" vtype="integer" lowerbound="1" upperbound="3">
      <evaluator ftype="linear" slope="-0.25" offset="0.75"/>
    </issue>
    <weight index="1" value="0.5"/>
    <weight index="2" value="0.25"/>
  </objective>
  <discount_factor value="0.75"/>
  <reservation value="0.125"/>
</utility_space>
`);
  expect(faults).toEqual([]);
});

it("scales evaluations whose largest is not 1 into the weight", () => {
  const xml = profileXml("s", party([3, 4]), 0, issues, []);
  expect(xml).toContain('<weight index="1" value="2"/>');
  expect(xml).toContain('value="red" evaluation="3"');
});

it("refuses evaluations that GENIUS would take for 0, and writes those that are", () => {
  const faults: Fault[] = [];
  profileXml("s", party([0.000001, -1]), 3, issues, faults);
  expect(faults.map(({ path }) => path.join("/"))).toEqual(["parties/3/preferences/values/0"]);
  const none: Fault[] = [];
  expect(profileXml("s", party([0, 0]), 0, issues, none)).toContain('<weight index="1" value="0.5"/>');
  expect(none).toEqual([]);
});

it("BA-5: writes the least utility where there is no reservation", () => {
  const xml = profileXml("s", { ...party([0.5, 1]), reservation: null }, 0, issues, []);
  // 0.5 x 0.5, then 0.25 x (0.75 - 0.25 x 2)
  expect(xml).toContain('<reservation value="0.3125"/>');
});

it("writes real ranges and items", () => {
  expect(issueLines(count!, { form: "real", min: 0, max: 2 }, 4, [])).toEqual([
    '    <issue index="5" name="count" type="real" etype="real" vtype="real">',
    '      <range lowerbound="0" upperbound="2"/>',
    "    </issue>",
  ]);
  expect(itemLines(["a\tb"], () => ' x="1"')).toEqual(['      <item index="1" value="a&#9;b" x="1"/>']);
});
