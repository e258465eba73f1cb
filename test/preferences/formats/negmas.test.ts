import { describe, expect, it } from "vitest";
import { fromNegmas } from "../../../src/preferences/formats/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { utilityOf } from "../../../src/preferences/utility/index.js";
import { refusalOf } from "../expect-faults.js";
import { listed } from "../genius/files.js";

const DOMAIN = { name: "d", issues: [{ name: "a", values: ["x", "y"] }] };
const PARTY = {
  type: "LinearAdditiveUtilityFunction",
  weights: [0.5],
  values: [{ mapping: { x: 0, y: 1 } }],
  reserved_value: 0.2,
};

const refused = (domain: unknown, ...parties: readonly unknown[]) =>
  refusalOf(() => fromNegmas(domain, parties));

describe("fromNegmas", () => {
  it("BA-11: gives the scenario of a domain and its parties", () => {
    const mapping = {
      type: "a.b.MappingUtilityFunction",
      name: "ada",
      mapping: [[["x"], 0.75]],
      default: 0.25,
    };
    const scenario = fromNegmas(DOMAIN, [PARTY, mapping]);
    expect(scenario.name).toBe("d");
    expect(scenario.parties.map(({ name }) => name)).toEqual(["party1", "ada"]);
    const space = outcomeSpace(scenario.issues);
    const utilities = scenario.parties.map(({ preferences }) => utilityOf(preferences, space));
    expect(utilities.map((utility) => [utility({ a: "x" }), utility({ a: "y" })])).toEqual([
      [0, 0.5],
      [0.75, 0.25],
    ]);
    expect(scenario.parties.map(({ preferences }) => preferences.reservation)).toEqual([0.2, null]);
    expect(fromNegmas({ issues: DOMAIN.issues }, [PARTY]).name).toBe("negmas");
  });

  it("BA-8: lists the faults of all parties", () => {
    const error = refused(DOMAIN, { ...PARTY, weights: ["x"] }, 5, { ...PARTY, name: "" });
    expect(error.code).toBe("scenario_invalid");
    expect(listed(error)).toEqual([
      "parties/0/weights/0: a finite number",
      "parties/1: an object",
      "parties/2/name: a text of 1 to 200 characters",
    ]);
  });

  it("BA-8: refuses issues that contradict each other, and scenarios without parties", () => {
    const twice = { issues: [DOMAIN.issues[0], DOMAIN.issues[0]] };
    const error = refused(twice, PARTY);
    expect(error.code).toBe("scenario_invalid");
    expect(listed(error)[0]).toContain("domain/issues/1");
    expect(refused(DOMAIN).code).toBe("scenario_invalid");
  });
});

describe("the issues of NegMAS", () => {
  it("BA-11: two numbers of a contiguous or continuous type are a range, and else two values", () => {
    const issues = [
      { name: "a", values: ["x", 1, true] },
      { name: "b", values: [1, 9], type: 5 },
      { name: "c", values: [1, 9], type: "negmas.outcomes.ContiguousIssue" },
      { name: "d", values: [0.5, 9], __python_class__: "negmas.outcomes.continuous_issue:ContinuousIssue" },
      { name: "e", values: [1, 5, 9], type: "CardinalIssue" },
      { name: "f", values: [1, 5], type: "ordinal" },
    ];
    const anything = { type: "MappingUtilityFunction", mapping: [], default: 0 };
    expect(fromNegmas({ issues }, [anything]).issues).toEqual([
      { name: "a", kind: "categorical", values: ["x", 1, true] },
      { name: "b", kind: "categorical", values: [1, 9] },
      { name: "c", kind: "integer", min: 1, max: 9 },
      { name: "d", kind: "continuous", min: 0.5, max: 9 },
      { name: "e", kind: "ordinal", values: [1, 5, 9] },
      { name: "f", kind: "ordinal", values: [1, 5] },
    ]);
  });

  it.each([
    ["no domain", null, "domain: an object"],
    ["no issues", {}, "domain/issues: a list"],
    ["an empty list", { issues: [] }, "domain/issues: at least one issue"],
    ["no name", { issues: [{ values: ["a"] }] }, "domain/issues/0/name: a text of 1 to 200 characters"],
    ["no values", { issues: [{ name: "a" }] }, "domain/issues/0/values: a list"],
    [
      "a value that is none",
      { issues: [{ name: "a", values: ["x", null] }] },
      "domain/issues/0/values/1: a text, a finite number or a boolean",
    ],
    [
      "NaN",
      { issues: [{ name: "a", values: [Number.NaN] }] },
      "domain/issues/0/values/0: a text, a finite number or a boolean",
    ],
    [
      "a range of texts",
      { issues: [{ name: "a", values: ["x", "y"], type: "ContinuousIssue" }] },
      "domain/issues/0/values/0: a finite number",
    ],
  ])("BA-8: refuses %s", (_, domain, fault) => {
    expect(listed(refused(domain))).toContain(fault);
  });

  it("does not support other types", () => {
    const callable = { issues: [{ name: "a", values: ["x"], type: "CallableIssue" }] };
    expect(refused(callable).code).toBe("scenario_unsupported");
  });
});

describe("a mapping of NegMAS", () => {
  const LISTED = {
    issues: [
      { name: "a", values: ["x", "y"] },
      { name: "b", values: [1, 1], type: "ContiguousIssue" },
    ],
  };
  const X = { outcome: { a: "x", b: 1 }, utility: 0.5 };
  const Y = { outcome: { a: "y", b: 1 }, utility: 1 };

  it("BA-11: is read from pairs and Maps of outcomes, as lists or objects", () => {
    const read = (fields: object) =>
      fromNegmas(LISTED, [{ type: "MappingUtilityFunction", ...fields }]).parties[0]!.preferences;
    expect(read({ mapping: [[["x", 1], 0.5]], default: 0.1 })).toMatchObject({
      kind: "mapping",
      entries: [X],
      otherwise: 0.1,
    });
    const map = new Map<unknown, unknown>([
      [{ b: 1, a: "x" }, "0.5"],
      [["y", 1], 1],
    ]);
    expect(read({ mapping: map })).toMatchObject({ kind: "mapping", entries: [X, Y], otherwise: 0 });
  });

  it.each([
    ["no mapping", {}, "parties/0/mapping: a list of pairs or a Map"],
    [
      "an object with texts as keys",
      { mapping: { "('x', 1)": 1 } },
      "parties/0/mapping: a list of pairs or a Map",
    ],
    ["no pair", { mapping: [["x"]], default: 0 }, "parties/0/mapping/0: a pair of outcome and utility"],
    [
      "an unknown outcome",
      { mapping: [[["z", 1], 1]], default: 0 },
      "parties/0/mapping/0/0: an outcome of the domain",
    ],
    [
      "a short outcome",
      { mapping: [[["x"], 1]], default: 0 },
      "parties/0/mapping/0/0: an outcome of the domain",
    ],
    [
      "an outcome twice",
      {
        mapping: [
          [["x", 1], 1],
          [["x", 1], 1],
        ],
        default: 0,
      },
      "parties/0/mapping/1/0: an outcome that no other pair has",
    ],
    ["NaN", { mapping: [[["x", 1], Number.NaN]], default: 0 }, "parties/0/mapping/0/1: a finite number"],
    ["a missing default", { mapping: [[["x", 1], 1]] }, "parties/0/default: a finite number"],
    [
      "an endless default",
      { mapping: [], default: Number.NEGATIVE_INFINITY },
      "parties/0/default: a finite number",
    ],
  ])("BA-8: refuses %s", (_, fields, fault) => {
    expect(listed(refused(LISTED, { type: "MappingUtilityFunction", ...fields }))).toContain(fault);
  });
});

const COUNTED = {
  issues: [
    { name: "colour", values: ["red", true] },
    { name: "count", values: [1, 3], type: "ContiguousIssue" },
  ],
};
const read = (fields: object) => fromNegmas(COUNTED, [fields]).parties[0]!.preferences;

const WEIGHED = {
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

describe("additive preferences of NegMAS", () => {
  it("BA-11: reads mappings as objects and Maps, in lists or by issue name", () => {
    expect(read(WEIGHED)).toEqual(ADDITIVE);
    const named = {
      ...WEIGHED,
      weights: { count: 0.25, colour: 0.75 },
      values: { count: WEIGHED.values[1], colour: WEIGHED.values[0] },
    };
    expect(read(named)).toEqual(ADDITIVE);
  });

  it.each([undefined, null, Number.NEGATIVE_INFINITY])(
    "BA-11: a reserved_value of %s is none",
    (reserved) => {
      expect(read({ ...WEIGHED, reserved_value: reserved })).toEqual({
        ...ADDITIVE,
        reservation: null,
      });
    },
  );

  it("has no bias unless it says so", () => {
    const { bias: _, ...plain } = WEIGHED;
    expect(read(plain)).toEqual({ ...ADDITIVE, bias: 0 });
  });

  const values = (mapping: unknown) => ({ ...WEIGHED, values: [{ mapping }, WEIGHED.values[1]] });
  it.each([
    ["no type", { ...WEIGHED, type: undefined }, "parties/0/type: the name of a class"],
    ["no weights", { ...WEIGHED, weights: undefined }, "parties/0/weights: an object"],
    ["too few weights", { ...WEIGHED, weights: [1] }, "parties/0/weights: a list of 2"],
    [
      "a weight of no issue",
      { ...WEIGHED, weights: { colour: 1, count: 1, size: 1 } },
      "parties/0/weights/size: no keys but colour, count",
    ],
    ["NaN as weight", { ...WEIGHED, weights: [Number.NaN, 1] }, "parties/0/weights/0: a finite number"],
    ["a missing value", values({ red: 1 }), "parties/0/values/0/mapping/true: a finite number"],
    [
      "an unknown value",
      values({ red: 1, true: 1, blue: 1 }),
      "parties/0/values/0/mapping/blue: a value of the issue",
    ],
    ["no mapping object", values(5), "parties/0/values/0/mapping: an object"],
    [
      "an endless reservation",
      { ...WEIGHED, reserved_value: Infinity },
      "parties/0/reserved_value: a finite number",
    ],
    ["a bias that is none", { ...WEIGHED, bias: "high" }, "parties/0/bias: a finite number"],
  ])("BA-8: refuses %s", (_, fields, fault) => {
    const refusal = refused(COUNTED, fields);
    expect(refusal.code).toBe("scenario_invalid");
    expect(listed(refusal)).toContain(fault);
  });

  it.each([
    ["another function", { ...WEIGHED, type: "negmas.preferences.HyperRectangleUtilityFunction" }, COUNTED],
    [
      "a value function without mapping",
      { ...WEIGHED, values: [{ type: "IdentityFun" }, WEIGHED.values[1]] },
      COUNTED,
    ],
    [
      "a mapping of a continuum",
      { ...WEIGHED, weights: [1], values: [{ mapping: { 1: 1 } }] },
      { issues: [{ name: "x", values: [0, 1], type: "ContinuousIssue" }] },
    ],
    [
      "values that are written alike",
      { ...WEIGHED, weights: [1], values: [{ mapping: { 1: 1 } }] },
      { issues: [{ name: "x", values: [1, "1"] }] },
    ],
  ])("BA-8: does not support %s", (_, fields, domain) => {
    expect(refused(domain, fields).code).toBe("scenario_unsupported");
  });
});
