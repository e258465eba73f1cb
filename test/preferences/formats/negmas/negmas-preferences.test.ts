import { describe, expect, it } from "vitest";
import { ImportFaults, ImportReader } from "../../../../src/preferences/formats/index.js";
import { readNegmasPreferences } from "../../../../src/preferences/formats/negmas/negmas-preferences.js";
import { outcomeSpace } from "../../../../src/preferences/model/index.js";
import { listed } from "../../genius/files.js";

const SPACE = outcomeSpace([
  { name: "colour", kind: "categorical", values: ["red", true] },
  { name: "count", kind: "integer", min: 1, max: 3 },
]);

function read(fields: Readonly<Record<string, unknown>>, space = SPACE) {
  const reader = new ImportReader(new ImportFaults());
  const preferences = readNegmasPreferences(fields, space, ["parties", 0], reader);
  return { preferences, refusal: reader.faults.refusal("it") };
}

const PARTY = {
  type: "negmas.preferences.LinearAdditiveUtilityFunction",
  weights: [0.75, "0.25"],
  values: [
    { mapping: { red: 0.4, true: 1 } },
    {
      type: "TableFun",
      mapping: new Map([
        [1, 0],
        [2, 0.5],
        [3, 1],
      ]),
    },
  ],
  bias: 0.1,
  reserved_value: 0.3,
};

const ADDITIVE = {
  kind: "additive",
  weights: [0.75, 0.25],
  values: [
    { kind: "table", values: [0.4, 1] },
    { kind: "table", values: [0, 0.5, 1] },
  ],
  bias: 0.1,
  reservation: 0.3,
};

describe("readNegmasPreferences", () => {
  it("BA-11: reads mappings as objects and Maps, in lists or by issue name", () => {
    expect(read(PARTY).preferences).toEqual(ADDITIVE);
    const named = {
      ...PARTY,
      weights: { count: 0.25, colour: 0.75 },
      values: { count: PARTY.values[1], colour: PARTY.values[0] },
    };
    expect(read(named).preferences).toEqual(ADDITIVE);
  });

  it.each([undefined, null, Number.NEGATIVE_INFINITY])(
    "BA-11: a reserved_value of %s is none",
    (reserved) => {
      expect(read({ ...PARTY, reserved_value: reserved }).preferences).toEqual({
        ...ADDITIVE,
        reservation: null,
      });
    },
  );

  it("has no bias unless it says so", () => {
    const { bias: _, ...plain } = PARTY;
    expect(read(plain).preferences).toEqual({ ...ADDITIVE, bias: 0 });
  });

  const values = (mapping: unknown) => ({ ...PARTY, values: [{ mapping }, PARTY.values[1]] });
  it.each([
    ["no type", { ...PARTY, type: undefined }, "parties/0/type: the name of a class"],
    ["no weights", { ...PARTY, weights: undefined }, "parties/0/weights: an object"],
    ["too few weights", { ...PARTY, weights: [1] }, "parties/0/weights: a list of 2"],
    [
      "a weight of no issue",
      { ...PARTY, weights: { colour: 1, count: 1, size: 1 } },
      "parties/0/weights/size: no keys but colour, count",
    ],
    ["NaN as weight", { ...PARTY, weights: [Number.NaN, 1] }, "parties/0/weights/0: a finite number"],
    ["a missing value", values({ red: 1 }), "parties/0/values/0/mapping/true: a finite number"],
    [
      "an unknown value",
      values({ red: 1, true: 1, blue: 1 }),
      "parties/0/values/0/mapping/blue: a value of the issue",
    ],
    ["no mapping object", values(5), "parties/0/values/0/mapping: an object"],
    [
      "an endless reservation",
      { ...PARTY, reserved_value: Infinity },
      "parties/0/reserved_value: a finite number",
    ],
    ["a bias that is none", { ...PARTY, bias: "high" }, "parties/0/bias: a finite number"],
  ])("BA-8: refuses %s", (_, fields, fault) => {
    const { refusal } = read(fields);
    expect(refusal?.code).toBe("scenario_invalid");
    expect(listed(refusal)).toContain(fault);
  });

  it.each([
    ["another function", { ...PARTY, type: "negmas.preferences.HyperRectangleUtilityFunction" }, SPACE],
    [
      "a value function without mapping",
      { ...PARTY, values: [{ type: "IdentityFun" }, PARTY.values[1]] },
      SPACE,
    ],
    [
      "a mapping of a continuum",
      { ...PARTY, weights: [1], values: [{ mapping: { 1: 1 } }] },
      outcomeSpace([{ name: "x", kind: "continuous", min: 0, max: 1 }]),
    ],
    [
      "values that are written alike",
      { ...PARTY, weights: [1], values: [{ mapping: { 1: 1 } }] },
      outcomeSpace([{ name: "x", kind: "ordinal", values: [1, "1"] }]),
    ],
  ])("BA-8: does not support %s", (_, fields, space) => {
    expect(read(fields, space).refusal?.code).toBe("scenario_unsupported");
  });
});
