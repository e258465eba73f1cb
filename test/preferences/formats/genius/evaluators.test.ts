import { describe, expect, it } from "vitest";
import { readValueFunction } from "../../../../src/preferences/formats/genius/evaluators.js";
import type { NegotiationIssue } from "../../../../src/preferences/model/index.js";
import { checkedPreferences, outcomeSpace } from "../../../../src/preferences/model/index.js";
import { evaluationOf } from "../../../../src/preferences/utility/value-function.js";
import { listed, rootOf } from "../../genius/files.js";

const COLOURS: NegotiationIssue = { name: "c", kind: "categorical", values: ["red", "blue", "black"] };
const INTEGER: NegotiationIssue = { name: "n", kind: "integer", min: 2, max: 6 };
const REAL: NegotiationIssue = { name: "x", kind: "continuous", min: 0, max: 10 };

async function read(issue: NegotiationIssue, xml: string) {
  const { root, findings } = await rootOf(xml);
  return { value: readValueFunction({ index: 1, issue }, root, findings), refusal: findings.refusal() };
}

function items(evaluations: readonly string[]): string {
  const lines = evaluations.map(
    (one, index) => `<item value="${["red", "blue", "black"][index]}" evaluation="${one}"/>`,
  );
  return `<issue>${lines.join("")}</issue>`;
}

/** The evaluation at a value, through the checks of preferences. */
async function evaluate(issue: NegotiationIssue, xml: string): Promise<(value: number) => number> {
  const { value, refusal } = await read(issue, xml);
  if (value === undefined) throw refusal;
  const space = outcomeSpace([issue]);
  const checked = checkedPreferences({ kind: "additive", weights: [1], values: [value] }, space);
  if (checked.kind !== "additive") throw new Error("Expected additive preferences.");
  return (at) => evaluationOf(checked.values[0]!, space.issues[0]!, at);
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
    expect((await read(COLOURS, items(evaluations))).value).toEqual({ kind: "table", values });
  });

  it.each([
    [
      "a missing item",
      '<issue><item value="red" evaluation="1"/><item value="blue" evaluation="1"/></issue>',
      'file/issue: an item for the value "black"',
    ],
    [
      "a missing evaluation",
      items(["1", "2", "3"]).replace(' evaluation="2"', ""),
      "file/issue/item[2]/@evaluation: an attribute evaluation",
    ],
    [
      "an evaluation that is none",
      items(["1", "null", "3"]),
      "file/issue/item[2]/@evaluation: a finite number",
    ],
    ["NaN", items(["1", "NaN", "3"]), "file/issue/item[2]/@evaluation: a finite number"],
    ["an infinite one", items(["1", "Infinity", "3"]), "file/issue/item[2]/@evaluation: a finite number"],
    [
      "a value that the domain has not",
      items(["1", "2", "3"]).replace("</issue>", '<item value="Red" evaluation="9"/></issue>'),
      "file/issue/item[4]/@value: a value that the domain lists for the issue",
    ],
    [
      "a value twice",
      items(["1", "2", "3"]).replace("</issue>", '<item value="red" evaluation="9"/></issue>'),
      "file/issue/item[4]/@value: a value that no other item of the issue has",
    ],
    [
      "another kind than the domain's",
      '<issue type="integer"/>',
      "file/issue: the kind that the domain gives the issue (discrete)",
    ],
  ])("BA-9: refuse %s", async (_, xml, fault) => {
    const { value, refusal } = await read(COLOURS, xml);
    expect(listed(refusal)).toEqual([fault]);
    if (!fault.includes("item[4]")) expect(value).toBeUndefined();
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
    ["no evaluator", '<issue type="integer"/>', "file/issue: one evaluator"],
    [
      "two evaluators",
      '<issue type="integer"><evaluator slope="1" offset="0"/><evaluator slope="1" offset="0"/></issue>',
      "file/issue: one evaluator",
    ],
    [
      "no slope",
      '<issue type="integer"><evaluator offset="0"/></issue>',
      "file/issue/evaluator/@slope: an attribute slope",
    ],
    [
      "other bounds",
      '<issue type="integer" lowerbound="1" upperbound="6"><evaluator slope="1" offset="0"/></issue>',
      "file/issue: the bounds that the domain gives the issue",
    ],
    [
      "items",
      '<issue type="discrete"><item value="2" evaluation="1"/></issue>',
      "file/issue: the kind that the domain gives the issue (integer)",
    ],
  ])("BA-9: refuse %s", async (_, xml, fault) => {
    expect(listed((await read(INTEGER, xml)).refusal)).toEqual([fault]);
  });

  it("accept the bounds of the domain, and say what they do not support", async () => {
    const same =
      '<issue type="integer" lowerbound="2" upperbound="6"><evaluator slope="1" offset="0"/></issue>';
    expect((await read(INTEGER, same)).refusal).toBeUndefined();
    const other = '<issue type="integer"><evaluator ftype="constant" slope="1" offset="0"/></issue>';
    expect((await read(INTEGER, other)).refusal?.code).toBe("scenario_unsupported");
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
    ["no ftype", 'parameter0="1"', "file/issue/evaluator/@ftype: an attribute ftype"],
    [
      "a missing parameter",
      'ftype="linear" parameter1="1"',
      "file/issue/evaluator/@parameter0: an attribute parameter0",
    ],
    ["NaN", 'ftype="constant" parameter0="NaN"', "file/issue/evaluator/@parameter0: a finite number"],
    [
      "a top outside",
      'ftype="triangular" parameter0="2" parameter1="4" parameter2="8"',
      "file/issue/evaluator: parameter0 <= parameter2 <= parameter1 of a triangle",
    ],
  ])("BA-9: refuse %s", async (_, evaluator, fault) => {
    expect(listed((await read(REAL, real(evaluator))).refusal)).toEqual([fault]);
  });

  it("say what they do not support", async () => {
    expect((await read(REAL, real('ftype="faratin" parameter0="1"'))).refusal?.code).toBe(
      "scenario_unsupported",
    );
  });
});
