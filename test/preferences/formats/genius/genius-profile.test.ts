import { describe, expect, it } from "vitest";
import { fromGeniusXml } from "../../../../src/preferences/formats/genius/index.js";
import { outcomeSpace } from "../../../../src/preferences/model/index.js";
import type { Scenario } from "../../../../src/preferences/scenarios/index.js";
import { utilityOf } from "../../../../src/preferences/utility/index.js";
import { DOMAIN, failureOf, geniusFaults, listed, PROFILE, profileWith } from "../../genius/files.js";

it("BA-9: accepts a weight of an objective, which counts nothing", async () => {
  const nested = PROFILE.replace(
    '<weight index="2"',
    '<weight index="5" value="1"/><objective index="5" name="inner"/><weight index="2"',
  );
  expect(await fromGeniusXml(DOMAIN, [nested])).toEqual(await fromGeniusXml(DOMAIN, [PROFILE]));
});

const OBJECTIVE = "profiles/0/utility_space/objective";

it.each([
  [
    "a missing weight",
    PROFILE.replace('<weight index="2" value="0.25"/>', ""),
    "profiles/0/utility_space: a weight with index 2",
  ],
  ["no weights", PROFILE.replace(/<weight.*\/>/g, ""), "profiles/0/utility_space: a weight with index 1"],
  [
    "a weight twice",
    PROFILE.replace('<weight index="2"', '<weight index="1" value="1"/><weight index="2"'),
    `${OBJECTIVE}/weight[3]/@index: an index that no other weight has`,
  ],
  [
    "a weight of no issue",
    PROFILE.replace('<weight index="2"', '<weight index="9" value="1"/><weight index="2"'),
    `${OBJECTIVE}/weight[1]/@index: the index of an issue or objective`,
  ],
  [
    "a weight that is no number",
    PROFILE.replace('value="0.25"', 'value="NaN"'),
    `${OBJECTIVE}/weight[1]/@value: a finite number`,
  ],
  [
    "a weight without value",
    PROFILE.replace(' value="0.25"', ""),
    `${OBJECTIVE}/weight[1]/@value: an attribute value`,
  ],
  ["a missing issue", profileWith(""), "profiles/0/utility_space: an issue with index 2"],
  [
    "an issue twice",
    profileWith(
      '<issue index="1"/><issue index="2"><item value="ground" evaluation="1"/><item value="attic" evaluation="1"/></issue>',
    ),
    `${OBJECTIVE}/issue[2]/@index: an index that no other issue has`,
  ],
  [
    "an unknown issue",
    profileWith('<issue index="3"/>'),
    `${OBJECTIVE}/issue[2]/@index: the index of an issue of the domain`,
  ],
  [
    "two reservations",
    PROFILE.replace("</utility_space>", '<reservation value="0.1"/></utility_space>'),
    "profiles/0/utility_space/reservation[2]: one reservation",
  ],
  [
    "two discounts",
    PROFILE.replace("</utility_space>", '<discount_factor value="0.1"/></utility_space>'),
    "profiles/0/utility_space/discount_factor[2]: one discount_factor",
  ],
  [
    "a reservation without value",
    PROFILE.replace('<reservation value="0.8"/>', "<reservation/>"),
    "profiles/0/utility_space/reservation/@value: an attribute value",
  ],
  [
    "a discount that is no number",
    PROFILE.replace('value="0.5"', 'value="NaN"'),
    "profiles/0/utility_space/discount_factor/@value: a finite number",
  ],
  ["another root", "<utility/>", "profiles/0/utility: a utility_space"],
])("BA-9: refuses %s", async (_, xml, fault) => {
  expect(await geniusFaults(DOMAIN, xml)).toContain(fault);
});

const [COLOURS, INTEGER, REAL] = [
  '<issue index="1"><item index="1" value="red"/><item index="2" value="blue"/><item index="3" value="black"/></issue>',
  '<issue index="1" type="integer" lowerbound="2" upperbound="6"/>',
  '<issue index="1" type="real"><range lowerbound="0" upperbound="10"/></issue>',
];

/** Of one issue `x`, and what a profile says of it. */
function scenarioOf(issue: string, wishes: string): Promise<Scenario> {
  const file = (text: string): string =>
    `<utility_space><objective>${text.replace("<issue", '<issue name="x"')}</objective></utility_space>`;
  const profile = wishes.replace("<issue", '<weight index="1" value="1"/><issue index="1"');
  return fromGeniusXml(file(issue), [file(profile)]);
}

/** Behind the path of the issue. */
async function faultsOf(issue: string, wishes: string): Promise<readonly string[]> {
  const faults = listed(await failureOf(scenarioOf(issue, wishes)));
  return faults.map((fault) => fault.replace("profiles/0/utility_space/objective/issue", ""));
}

async function evaluate(issue: string, wishes: string): Promise<(value: number) => number> {
  const { issues, parties } = await scenarioOf(issue, wishes);
  const utility = utilityOf(parties[0]!.preferences, outcomeSpace(issues));
  return (x) => utility({ x });
}

function items(evaluations: readonly string[]): string {
  const lines = evaluations.map(
    (one, index) => `<item value="${["red", "blue", "black"][index]}" evaluation="${one}"/>`,
  );
  return `<issue>${lines.join("")}</issue>`;
}

describe("discrete issues", () => {
  it.each([
    ["by the largest above 1", ["10", "25", "40"], [10 / 40, 25 / 40, 1]],
    ["by the largest below 1 too", ["0.2", "0.5", "0.3"], [0.2 / 0.5, 1, 0.3 / 0.5]],
    ["negative ones as well", ["-1", "4", "2"], [-0.25, 1, 0.5]],
    ["by one of exactly 0.00001", ["0.00001", "0", "0"], [1, 0, 0]],
    ["not by one below it: all 0", ["0.0000099", "0.000005", "0"], [0, 0, 0]],
    ["not by a negative one: all 0", ["-1", "-2", "-3"], [0, 0, 0]],
  ])("BA-9, D-4: are divided %s", async (_, evaluations, values) => {
    const { preferences } = (await scenarioOf(COLOURS, items(evaluations))).parties[0]!;
    expect(preferences).toMatchObject({ weights: [1], values: [{ kind: "table", values }] });
  });

  it.each([
    [
      "a missing item",
      '<issue><item value="red" evaluation="1"/><item value="blue" evaluation="1"/></issue>',
      ': an item for the value "black"',
    ],
    [
      "a missing evaluation",
      items(["1", "2", "3"]).replace(' evaluation="2"', ""),
      "/item[2]/@evaluation: an attribute evaluation",
    ],
    ["an evaluation that is none", items(["1", "null", "3"]), "/item[2]/@evaluation: a finite number"],
    ["NaN", items(["1", "NaN", "3"]), "/item[2]/@evaluation: a finite number"],
    ["an infinite one", items(["1", "Infinity", "3"]), "/item[2]/@evaluation: a finite number"],
    [
      "a value that the domain has not",
      items(["1", "2", "3"]).replace("</issue>", '<item value="Red" evaluation="9"/></issue>'),
      "/item[4]/@value: a value that the domain lists for the issue",
    ],
    [
      "a value twice",
      items(["1", "2", "3"]).replace("</issue>", '<item value="red" evaluation="9"/></issue>'),
      "/item[4]/@value: a value that no other item of the issue has",
    ],
    [
      "another kind than the domain's",
      '<issue type="integer"/>',
      ": the kind that the domain gives the issue (discrete)",
    ],
  ])("BA-9: refuse %s", async (_, xml, fault) => {
    expect(await faultsOf(COLOURS, xml)).toEqual([fault]);
  });
});

describe("integer issues", () => {
  it("BA-9: are clamped lines from the lower bound, divided by nothing", async () => {
    const at = await evaluate(
      INTEGER,
      '<issue type="integer"><evaluator ftype="linear" slope="0.4" offset="-0.2"/></issue>',
    );
    expect([2, 3, 4, 5, 6].map(at)).toEqual([0, 0.4 * 1 - 0.2, 0.4 * 2 - 0.2, 1, 1]);
  });

  it.each([
    ["no evaluator", '<issue type="integer"/>', ": one evaluator"],
    [
      "two evaluators",
      '<issue type="integer"><evaluator slope="1" offset="0"/><evaluator slope="1" offset="0"/></issue>',
      ": one evaluator",
    ],
    [
      "no slope",
      '<issue type="integer"><evaluator offset="0"/></issue>',
      "/evaluator/@slope: an attribute slope",
    ],
    [
      "other bounds",
      '<issue type="integer" lowerbound="1" upperbound="6"><evaluator slope="1" offset="0"/></issue>',
      ": the bounds that the domain gives the issue",
    ],
    [
      "items",
      '<issue type="discrete"><item value="2" evaluation="1"/></issue>',
      ": the kind that the domain gives the issue (integer)",
    ],
  ])("BA-9: refuse %s", async (_, xml, fault) => {
    expect(await faultsOf(INTEGER, xml)).toEqual([fault]);
  });

  it("accept the bounds of the domain, and say what they do not support", async () => {
    const same =
      '<issue type="integer" lowerbound="2" upperbound="6"><evaluator slope="1" offset="0"/></issue>';
    expect((await scenarioOf(INTEGER, same)).issues).toHaveLength(1);
    const other = '<issue type="integer"><evaluator ftype="constant" slope="1" offset="0"/></issue>';
    expect((await failureOf(scenarioOf(INTEGER, other))).code).toBe("scenario_unsupported");
  });
});

describe("real issues", () => {
  const real = (evaluator: string): string =>
    `<issue type="real"><range lowerbound="0" upperbound="10"/><evaluator ${evaluator}/></issue>`;

  it("BA-9: linear is parameter1 x + parameter0, clamped", async () => {
    const at = await evaluate(REAL, real('ftype="linear" parameter0="-0.2" parameter1="0.3"'));
    expect([0, 1, 3, 10].map(at)).toEqual([0, 0.3 - 0.2, 0.3 * 3 - 0.2, 1]);
  });

  it("BA-9: constant is parameter0, not clamped", async () => {
    const at = await evaluate(REAL, real('ftype="constant" parameter0="1.25"'));
    expect([0, 4.5, 10].map(at)).toEqual([1.25, 1.25, 1.25]);
  });

  it("BA-9: triangular has low, high and top as parameters 0, 1 and 2, and is 0 at and above high", async () => {
    const at = await evaluate(REAL, real('ftype="Triangular" parameter0="2" parameter1="8" parameter2="4"'));
    expect([0, 1.9, 2, 3, 4, 6, 8, 10].map(at)).toEqual([0, 0, 0, 0.5, 1, 0.5, 0, 0]);
    const steep = await evaluate(
      REAL,
      real('ftype="triangular" parameter0="2" parameter1="8" parameter2="2"'),
    );
    expect([1.9, 2, 5].map(steep)).toEqual([0, 1, 0.5]);
  });

  it.each([
    ["no ftype", 'parameter0="1"', "/evaluator/@ftype: an attribute ftype"],
    [
      "a missing parameter",
      'ftype="linear" parameter1="1"',
      "/evaluator/@parameter0: an attribute parameter0",
    ],
    ["NaN", 'ftype="constant" parameter0="NaN"', "/evaluator/@parameter0: a finite number"],
    [
      "a top outside",
      'ftype="triangular" parameter0="2" parameter1="4" parameter2="8"',
      "/evaluator: parameter0 <= parameter2 <= parameter1 of a triangle",
    ],
  ])("BA-9: refuse %s", async (_, evaluator, fault) => {
    expect(await faultsOf(REAL, real(evaluator))).toEqual([fault]);
  });

  it("say what they do not support", async () => {
    const foreign = real('ftype="faratin" parameter0="1"');
    expect((await failureOf(scenarioOf(REAL, foreign))).code).toBe("scenario_unsupported");
  });
});

const GRID = `<utility_space><objective index="0" name="grid">
  <issue index="1" name="a" type="integer" lowerbound="0" upperbound="9"/>
  <issue index="2" name="b" type="integer" lowerbound="0" upperbound="9"/>
  <issue index="3" name="c"><item index="1" value="x"/></issue>
</objective></utility_space>`;

const boxed = (rectangles: string, ufun = 'aggregation="sum"'): string =>
  `<utility_space><objective index="0"><utility maxutility="80"><ufun ${ufun}>${rectangles}</ufun></utility></objective>
  <reservation value="0.25"/></utility_space>`;

const BOXES =
  '<hyperRectangle utility="20"><INCLUDES index="1" min="2" max="5"/><INCLUDES index="2" min="5" max="5"/></hyperRectangle>' +
  '<hyperRectangle utility="10" weight="4"><INCLUDES index="1" min="5" max="9"/></hyperRectangle>' +
  '<hyperRectangle utility="8"/>';

it("BA-9: sums the boxes that hold an outcome, ends inclusive, on the scale of maxutility", async () => {
  const scenario = await fromGeniusXml(GRID, [boxed(BOXES)]);
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
  expect((await failureOf(fromGeniusXml(GRID, [boxed(rectangles, ufun)]))).code).toBe("scenario_unsupported");
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
  expect((await failureOf(fromGeniusXml(GRID, [boxed(rectangles)]))).code).toBe("scenario_invalid");
});

it.each([
  ["no maxutility", boxed(BOXES).replace(' maxutility="80"', "")],
  ["a maxutility of 0", boxed(BOXES).replace('maxutility="80"', 'maxutility="0"')],
  ["two utilities", '<utility_space><objective index="0"><utility/><utility/></objective></utility_space>'],
  ["no sum", '<utility_space><objective index="0"><utility maxutility="80"/></objective></utility_space>'],
])("BA-9: refuses %s", async (_, xml) => {
  expect((await failureOf(fromGeniusXml(GRID, [xml]))).code).toBe("scenario_invalid");
});
