import { describe, expect, it } from "vitest";
import { fromGeniusWeb } from "../../../src/preferences/formats/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import type { Scenario } from "../../../src/preferences/scenarios/index.js";
import { utilityTable } from "../../../src/preferences/utility/index.js";
import { refusalOf } from "../expect-faults.js";
import { listed } from "../genius/files.js";

const COLOURS = { name: "colours", issuesValues: { colour: { values: ["red", "blue"] } } };
const coloured = (name: string, blue: unknown = 1) => ({
  LinearAdditiveUtilitySpace: {
    name,
    issueWeights: { colour: 0.5 },
    issueUtilities: { colour: { DiscreteValueSetUtilities: { valueUtilities: { red: 0.2, blue } } } },
  },
});

describe("fromGeniusWeb", () => {
  it("BA-10: reads objects and texts alike; neither weights nor utilities are rescaled", () => {
    const scenario = fromGeniusWeb(COLOURS, [coloured("ada"), coloured("smith")]);
    expect(
      fromGeniusWeb(JSON.stringify(COLOURS), [JSON.stringify(coloured("ada")), coloured("smith")]),
    ).toEqual(scenario);
    expect(scenario.parties.map(({ name }) => name)).toEqual(["ada", "smith"]);
    expect(scenario.name).toBe("colours");
    expect([...utilityTable(scenario.parties[0]!.preferences, outcomeSpace(scenario.issues))]).toEqual([
      0.1, 0.5,
    ]);
  });

  it("BA-8: lists the faults of all profiles", () => {
    const error = refusalOf(() =>
      fromGeniusWeb(COLOURS, [coloured("ada", "x"), "{", coloured("smith", Number.NaN)]),
    );
    expect(error.code).toBe("scenario_invalid");
    const inner = "LinearAdditiveUtilitySpace/issueUtilities/colour/DiscreteValueSetUtilities/valueUtilities";
    expect(listed(error)).toEqual(
      [
        "profiles/1: JSON",
        `profiles/0/${inner}/blue: a finite number`,
        `profiles/2/${inner}/blue: a finite number`,
      ].sort((one, other) => Number(one[9]) - Number(other[9])),
    );
  });

  it.each([
    ["a domain that is no JSON", "{", [coloured("ada")]],
    ["no profiles", COLOURS, []],
    ["nothing", undefined, [null]],
  ])("BA-8: refuses %s", (_, domain, profiles) => {
    expect(refusalOf(() => fromGeniusWeb(domain, profiles)).code).toBe("scenario_invalid");
  });
});

const withIssue = (issue: unknown): unknown => ({ name: "d", issuesValues: { a: issue } });

describe("a domain of GeniusWeb", () => {
  it("BA-10: has lists of texts, and ranges in decimal steps", () => {
    const ranges = {
      share: { low: "0.1", high: "0.7", step: "0.2" },
      count: { low: 1, high: 4, step: 2 },
      tiny: { low: 0, high: 3e-7, step: 1e-7 },
      one: { low: 5, high: 5, step: 1 },
    };
    const numbers = { NumberValueSetUtilities: { lowValue: 0, lowUtility: 0, highValue: 9, highUtility: 1 } };
    const { issues } = fromGeniusWeb({ name: "d", issuesValues: byName(ranges, (range) => ({ range })) }, [
      {
        LinearAdditiveUtilitySpace: {
          name: "ada",
          issueWeights: byName(ranges, () => 0.25),
          issueUtilities: byName(ranges, () => numbers),
        },
      },
    ]);
    expect(issues).toEqual([
      { name: "share", kind: "ordinal", values: [0.1, 0.3, 0.5, 0.7] },
      { name: "count", kind: "ordinal", values: [1, 3] },
      { name: "tiny", kind: "ordinal", values: [0, 1e-7, 2e-7, 3e-7] },
      { name: "one", kind: "ordinal", values: [5] },
    ]);
  });

  it.each([
    ["no object", [], "domain: an object"],
    ["no issues", { name: "d", issuesValues: {} }, "domain/issuesValues: at least one issue"],
    ["no issuesValues", { name: "d" }, "domain/issuesValues: an object"],
    ["no name", { issuesValues: { a: { values: ["b"] } } }, "domain/name: a text of 1 to 200 characters"],
    [
      "an unknown key",
      { name: "d", issuesValues: { a: { values: ["b"] } }, c: 1 },
      "domain/c: no keys but name, issuesValues",
    ],
    ["no values", withIssue({}), "domain/issuesValues/a/values: a list"],
    ["an empty list", withIssue({ values: [] }), "domain/issuesValues/a/values: at least one value"],
    ["a number among texts", withIssue({ values: ["b", 1] }), "domain/issuesValues/a/values/1: a text"],
    [
      "a value twice",
      withIssue({ values: ["b", "b"] }),
      "domain/issuesValues/a/values/1: a value that is not listed yet",
    ],
    [
      "values and a range",
      withIssue({ values: ["b"], range: { low: 0, high: 1, step: 1 } }),
      "domain/issuesValues/a/values: no keys but range",
    ],
    [
      "a missing step",
      withIssue({ range: { low: 0, high: 1 } }),
      "domain/issuesValues/a/range/step: a finite number",
    ],
    [
      "a step of 0",
      withIssue({ range: { low: 0, high: 1, step: 0 } }),
      "domain/issuesValues/a/range/step: a step above 0",
    ],
    [
      "an inverted range",
      withIssue({ range: { low: 2, high: 1, step: 1 } }),
      "domain/issuesValues/a/range/high: a high of at least low",
    ],
    [
      "NaN",
      withIssue({ range: { low: "NaN", high: 1, step: 1 } }),
      "domain/issuesValues/a/range/low: a finite number",
    ],
  ])("BA-8: refuses %s", (_, domain, fault) => {
    const refusal = refusalOf(() => fromGeniusWeb(domain, []));
    expect(refusal.code).toBe("scenario_invalid");
    expect(listed(refusal)).toContain(fault);
  });

  it("does not support more than 10,000 numbers", () => {
    const refusal = refusalOf(() =>
      fromGeniusWeb(withIssue({ range: { low: 0, high: 10_000, step: 1 } }), []),
    );
    expect(refusal.code).toBe("scenario_unsupported");
  });
});

function byName<T>(members: Readonly<Record<string, T>>, of: (member: T) => unknown): object {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, of(member)]));
}

const DOMAIN = {
  name: "d",
  issuesValues: { colour: { values: ["red", "blue"] }, count: { range: { low: 1, high: 4, step: 1 } } },
};

const inner = () => ({
  name: "ada",
  issueWeights: { count: "0.25", colour: 0.75 } as Record<string, unknown>,
  issueUtilities: {
    colour: { DiscreteValueSetUtilities: { valueUtilities: { blue: "1.0", red: 0.4 } } },
    count: { NumberValueSetUtilities: { lowValue: 1, lowUtility: "0.9", highValue: 4, highUtility: 0 } },
  } as Record<string, unknown>,
  domain: {
    name: "d",
    issuesValues: { count: { range: { low: 1, high: 4, step: 1 } }, colour: { values: ["blue", "red"] } },
  } as unknown,
  reservationBid: null as unknown,
});

const read = (fields: object): Scenario => fromGeniusWeb(DOMAIN, [{ LinearAdditiveUtilitySpace: fields }]);
const refusalOfProfile = (profile: object) => refusalOf(() => fromGeniusWeb(DOMAIN, [profile]));
const refused = (fields: object) => refusalOfProfile({ LinearAdditiveUtilitySpace: fields });

describe("a profile of GeniusWeb", () => {
  it("BA-10: reads weights and utilities by name, numbers also as text, and interpolates", () => {
    expect(read(inner()).parties[0]).toEqual({
      name: "ada",
      preferences: {
        kind: "additive",
        weights: [0.75, 0.25],
        values: [
          { kind: "table", values: [0.4, 1] },
          { kind: "table", values: [0.9, 0.9 + (-0.9 * 1) / 3, 0.9 + (-0.9 * 2) / 3, 0] },
        ],
        reservation: null,
      },
    });
  });

  it("BA-10: the older names of utilities are known, and the domain may be left out", () => {
    const { domain: _, ...fields } = inner();
    const issueUtilities = {
      colour: { discreteutils: { valueUtilities: { blue: 1, red: 0.4 } } },
      count: fields.issueUtilities["count"],
    };
    expect(read({ ...fields, issueUtilities })).toEqual(read(fields));
  });

  it("BA-10: the utility of the reservation bid becomes the reservation; absent is none", () => {
    const bid = (issuevalues: object) => ({ ...inner(), domain: null, reservationBid: { issuevalues } });
    const reservationOf = (fields: object) => read(fields).parties[0]!.preferences.reservation;
    expect(reservationOf(bid({ colour: "red", count: 4 }))).toBe(0.75 * 0.4);
    expect(reservationOf(bid({ colour: "blue", count: "1" }))).toBe(0.75 + 0.25 * 0.9);
    expect(reservationOf(bid({ colour: "blue" }))).toBe(0.75);
    expect(reservationOf(bid({}))).toBe(0);
    const { reservationBid: _, ...absent } = bid({});
    expect(reservationOf(absent)).toBeNull();
    expect(listed(refused(bid({ colour: "green", size: 1 })))).toEqual([
      "profiles/0/LinearAdditiveUtilitySpace/reservationBid/issuevalues/size: no keys but colour, count",
      "profiles/0/LinearAdditiveUtilitySpace/reservationBid/issuevalues/colour: a value of the issue",
    ]);
  });

  const path = "profiles/0/LinearAdditiveUtilitySpace";
  const without = { ...inner(), domain: undefined };
  const withColour = (colour: unknown) => ({
    ...without,
    issueUtilities: { ...inner().issueUtilities, colour },
  });
  const withCount = (count: unknown) => ({
    ...without,
    issueUtilities: { ...inner().issueUtilities, count },
  });
  const numbers = { lowValue: 1, lowUtility: 0, highValue: 4, highUtility: 1 };

  it.each([
    [
      "a missing weight",
      { ...without, issueWeights: { colour: 1 } },
      `${path}/issueWeights/count: a finite number`,
    ],
    [
      "a weight of no issue",
      { ...without, issueWeights: { colour: 1, count: 0, size: 0 } },
      `${path}/issueWeights/size: no keys but colour, count`,
    ],
    [
      "NaN as weight",
      { ...without, issueWeights: { colour: Number.NaN, count: 0 } },
      `${path}/issueWeights/colour: a finite number`,
    ],
    ["a missing issue", withColour(undefined), `${path}/issueUtilities/colour: an object`],
    [
      "a missing value",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { red: 1 } } }),
      `${path}/issueUtilities/colour/DiscreteValueSetUtilities/valueUtilities/blue: a finite number`,
    ],
    [
      "an unknown value",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { red: 1, blue: 0, green: 0 } } }),
      `${path}/issueUtilities/colour/DiscreteValueSetUtilities/valueUtilities/green: a value of the issue`,
    ],
    [
      "a value only by inheritance",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { constructor: 1, red: 1, blue: 1 } } }),
      `${path}/issueUtilities/colour/DiscreteValueSetUtilities/valueUtilities/constructor: a value of the issue`,
    ],
    [
      "utilities of the other kind",
      withColour({ NumberValueSetUtilities: numbers }),
      `${path}/issueUtilities/colour/NumberValueSetUtilities: DiscreteValueSetUtilities for this issue`,
    ],
    [
      "two kinds of utilities",
      withColour({ DiscreteValueSetUtilities: { valueUtilities: { red: 1, blue: 1 } }, discreteutils: {} }),
      `${path}/issueUtilities/colour: one key, the type of the utilities`,
    ],
    [
      "a missing end",
      withCount({ NumberValueSetUtilities: { ...numbers, highUtility: undefined } }),
      `${path}/issueUtilities/count/NumberValueSetUtilities/highUtility: a finite number`,
    ],
    [
      "ends the wrong way round",
      withCount({ NumberValueSetUtilities: { ...numbers, lowValue: 4, highValue: 1 } }),
      `${path}/issueUtilities/count/NumberValueSetUtilities/highValue: a highValue above lowValue`,
    ],
    [
      "ends inside the range",
      withCount({ NumberValueSetUtilities: { ...numbers, highValue: 3 } }),
      `${path}/issueUtilities/count/NumberValueSetUtilities: a lowValue and highValue that enclose the range of the issue`,
    ],
    [
      "another domain",
      { ...inner(), domain: { name: "d", issuesValues: { colour: { values: ["red"] } } } },
      `${path}/domain: the issues and values of the domain`,
    ],
    [
      "an unknown key",
      { ...without, cap: 1 },
      `${path}/cap: no keys but issueUtilities, issueWeights, domain, name, reservationBid`,
    ],
    ["no name", { ...without, name: 5 }, `${path}/name: a text of 1 to 200 characters`],
  ])("BA-8: refuses %s", (_, fields, fault) => {
    const refusal = refused(fields);
    expect(refusal.code).toBe("scenario_invalid");
    expect(listed(refusal)).toContain(fault);
  });

  it("BA-8: says what it does not support", () => {
    expect(refused(withColour({ GroupedUtilities: {} })).code).toBe("scenario_unsupported");
    expect(refusalOfProfile({ DefaultPartialOrdering: {} }).code).toBe("scenario_unsupported");
    expect(refusalOfProfile({ LinearAdditiveUtilitySpace: {}, other: {} }).code).toBe("scenario_invalid");
  });
});
