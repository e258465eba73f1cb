import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromGeniusXml, toGeniusXml } from "../../../../src/preferences/formats/genius/index.js";
import {
  type AdditivePreferences,
  type NegotiationIssue,
  outcomeSpace,
  type Preferences,
  reservationOf,
  undiscounted,
} from "../../../../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../../../../src/preferences/scenarios/index.js";
import { utilityTable } from "../../../../src/preferences/utility/index.js";
import { refusalOf } from "../../expect-faults.js";
import { listed } from "../../genius/files.js";
import { tabularScenario } from "../../tabular-scenarios.js";

async function roundTrip(scenario: Scenario): Promise<Scenario> {
  const { domain, profiles } = toGeniusXml(scenario);
  return fromGeniusXml(domain, profiles);
}

function tablesOf({ issues, parties }: Scenario): number[][] {
  const space = outcomeSpace(issues);
  return parties.map(({ preferences }) => [...utilityTable(preferences, space)]);
}

const OF_ONE: Scenario = {
  ...generateScenario(1, [2, 2], 1),
};

function withPreferences(preferences: Preferences): Scenario {
  return { ...OF_ONE, parties: [{ name: "ada", preferences }] };
}

const failure = (scenario: Scenario) => refusalOf(() => toGeniusXml(scenario));

describe("toGeniusXml", () => {
  it("BA-12: read back, it has the same names and values, and utilities equal to the last bit (property)", async () => {
    await fc.assert(
      fc.asyncProperty(tabularScenario(), async (scenario) => {
        const back = await roundTrip(scenario);
        expect(tablesOf(back)).toEqual(tablesOf(scenario));
        expect(back.name).toBe(scenario.name);
        expect(back.parties.map(({ name }) => name)).toEqual(scenario.parties.map(({ name }) => name));
        const space = outcomeSpace(scenario.issues);
        const backSpace = outcomeSpace(back.issues);
        expect(backSpace.issues.map(({ name }) => name)).toEqual(space.issues.map(({ name }) => name));
        space.issues.forEach((_, index) => {
          expect(backSpace.values(index)).toEqual(space.values(index).map(String));
        });
        back.parties.forEach(({ preferences }, index) => {
          const given = scenario.parties[index]!.preferences;
          const least = Math.min(...utilityTable(given, space));
          // JSON knows no -0.
          expect(reservationOf(preferences)).toBe((reservationOf(given) ?? least) + 0);
          const factor = preferences.kind === "discounted" ? preferences.factor : 1;
          expect(factor).toBe(given.kind === "discounted" ? given.factor : 1);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("BA-12: keeps integer and real issues whose functions GENIUS knows", async () => {
    const scenario: Scenario = {
      format: "concordat-scenario",
      version: 1,
      name: "numbers",
      issues: [
        { name: "n", kind: "integer", min: -3, max: 20 },
        { name: "x", kind: "continuous", min: 0.1, max: 0.9 },
        { name: "y", kind: "continuous", min: -1, max: 1 },
      ],
      parties: [
        {
          name: "ada",
          preferences: {
            kind: "additive",
            weights: [0.3, 0.4, 0.3],
            values: [
              { kind: "linear", slope: 0.07, from: -3, offset: -0.1, clamp: [0, 1] },
              { kind: "triangular", low: 0.2, top: 0.3, high: 0.8 },
              { kind: "linear", slope: -0.4, offset: 0.5, clamp: [0, 1] },
            ],
            reservation: null,
          },
        },
      ],
    };
    const back = await roundTrip(scenario);
    expect(back.issues).toEqual(scenario.issues);
    expect(tablesOf(back)).toEqual(tablesOf(scenario));
  });

  it("scales what is not at most 1 into the weights, to within rounding", async () => {
    const scenario = withPreferences({
      kind: "additive",
      weights: [0.3, 0.7],
      values: [
        { kind: "table", values: [3, 7] },
        { kind: "table", values: [0.11, 0.13] },
      ],
    });
    const [before, after] = [tablesOf(scenario)[0]!, tablesOf(await roundTrip(scenario))[0]!];
    after.forEach((utility, index) => {
      expect(utility).toBeCloseTo(before[index]!, 12);
    });
  });

  it("D-14: no path, host name or source goes into an export", () => {
    const secret = "/home/somebody/negotiations/laptop.json on build-host-17";
    const { domain, profiles } = toGeniusXml({ ...generateScenario(3, [3, 2], 2), source: secret });
    const text = [domain, ...profiles.map(({ xml }) => xml)].join("");
    expect(text).not.toMatch(/home|somebody|build-host|\.json|file:|[A-Z]:\\/);
    expect(text).not.toContain(process.cwd());
  });

  it("BA-8: lists all that GENIUS cannot say", () => {
    const additive: Preferences = undiscounted(OF_ONE.parties[0]!.preferences);
    const scenario: Scenario = {
      ...OF_ONE,
      name: "bell \u0007",
      issues: [OF_ONE.issues[0]!, { name: "same", kind: "ordinal", values: [1, "1"] }],
      parties: [
        { name: "a", preferences: { kind: "mapping", entries: [], otherwise: 1 } },
        { name: "b", preferences: { ...additive, bias: 0.1 } as Preferences },
        { name: "c", preferences: { kind: "discounted", base: additive, factor: 0.5, form: "linear" } },
        {
          name: "d",
          preferences: { kind: "discounted", base: additive, factor: 0.5, discountReservation: false },
        },
        { name: "e", preferences: { kind: "discounted", base: additive, factor: 1, form: "linear" } },
      ],
    };
    const error = failure(scenario);
    expect(error.code).toBe("scenario_unsupported");
    expect(listed(error)).toEqual([
      "parties/0/preferences: additive preferences",
      "parties/1/preferences/bias: no bias",
      "parties/2/preferences/form: an exponential discount",
      "parties/3/preferences/discountReservation: a reservation that is discounted with the utilities",
      "issues/1: values that differ as text",
      "name: characters that XML 1.0 can carry",
    ]);
  });

  it("BA-12: what is escaped reads back as it was", async () => {
    const text = fc.string({
      minLength: 1,
      unit: fc.constantFrom("a", "&", "<", ">", '"', "'", "\t", "\n", "\r", "\u202e", "\u{1F600}", "&lt;"),
    });
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        expect((await roundTrip({ ...OF_ONE, name })).name).toBe(name);
        expect(toGeniusXml({ ...OF_ONE, name }).domain).toMatch(/<objective index="0" name="[^<>"\t\n\r]+"/);
      }),
    );
  });

  it.each(["\0", "\x08", "\x1f", "\ud800", "\udc00x", "\ufffe"])(
    "refuses to write what XML has no way to write: %j",
    (text) => {
      expect(listed(failure({ ...OF_ONE, name: `a${text}` }))).toEqual([
        "name: characters that XML 1.0 can carry",
      ]);
    },
  );

  it("refuses what is no scenario", () => {
    expect(failure({} as Scenario).code).toBe("scenario_invalid");
  });
});

describe("the forms of issues", () => {
  type ValueFunction = AdditivePreferences["values"][number];
  const line = (from: number, clamp: readonly [number, number] | null = [0, 1]): ValueFunction => ({
    kind: "linear",
    slope: 0.1,
    offset: 0,
    from,
    clamp,
  });
  const table = (size: number): ValueFunction => ({ kind: "table", values: new Array(size).fill(1) });
  const triangle = (height: number): ValueFunction => ({
    kind: "triangular",
    low: 0,
    top: 1,
    high: 2,
    height,
  });
  const scenarioOf = (issue: NegotiationIssue, functions: readonly ValueFunction[]): Scenario => ({
    ...OF_ONE,
    issues: [issue],
    parties: functions.map((one, index) => ({
      name: `p${index}`,
      preferences: { kind: "additive", weights: [1], values: [one] },
    })),
  });
  /** The kind, then values or bounds. */
  function formOf(issue: NegotiationIssue, ...functions: readonly ValueFunction[]): readonly string[] {
    const { domain } = toGeniusXml(scenarioOf(issue, functions));
    return [...domain.matchAll(/ (?:vtype|value|lowerbound|upperbound)="([^"]*)"/g)].map(([, text]) => text!);
  }
  const faultsOf = (issue: NegotiationIssue, ...functions: readonly ValueFunction[]) =>
    listed(failure(scenarioOf(issue, functions)));

  const INTEGER: NegotiationIssue = { name: "n", kind: "integer", min: 2, max: 4 };
  const REAL: NegotiationIssue = { name: "x", kind: "continuous", min: 0, max: 2 };

  it("lists categorical and ordinal values as texts, and does not confuse 1 with the text 1", () => {
    const issue: NegotiationIssue = { name: "c", kind: "ordinal", values: [1, true, "x"] };
    expect(formOf(issue, table(3))).toEqual(["discrete", "1", "true", "x"]);
    expect(faultsOf({ ...issue, values: [1, "1"] }, table(2))).toEqual([
      "issues/0: values that differ as text",
    ]);
  });

  it("keeps integers where every party's function is one that GENIUS knows, and lists them elsewhere", () => {
    expect(formOf(INTEGER, line(2), line(2))).toEqual(["integer", "2", "4"]);
    const texts = ["discrete", "2", "3", "4"];
    expect(formOf(INTEGER, line(2), table(3))).toEqual(texts);
    expect(formOf(INTEGER, line(0))).toEqual(texts);
    expect(formOf(INTEGER, line(2, null))).toEqual(texts);
    expect(formOf({ ...INTEGER, max: 6, step: 2 }, line(2))).toEqual(["discrete", "2", "4", "6"]);
  });

  it("lists at most 10,000 values", () => {
    expect(formOf({ ...INTEGER, max: 10_001 }, line(0))).toHaveLength(10_001);
    expect(faultsOf({ ...INTEGER, max: 10_002 }, line(0))).toEqual([
      "issues/0: at most 10000 values to list",
    ]);
  });

  it("keeps real ranges of eleven levels, lists those with tables, and refuses the rest", () => {
    expect(formOf(REAL, line(0), triangle(1))).toEqual(["real", "0", "2"]);
    expect(formOf(REAL, { kind: "linear", slope: 0, offset: 2, from: 3, clamp: null })).toEqual([
      "real",
      "0",
      "2",
    ]);
    expect(formOf({ ...REAL, levels: 3 }, table(3))).toEqual(["discrete", "0", "1", "2"]);
    expect(faultsOf({ ...REAL, levels: 3 }, line(0))).toEqual(["issues/0/levels: 11 levels"]);
    const refused = ["issues/0: functions that GENIUS knows, or tables of every party"];
    expect(faultsOf(REAL, triangle(2))).toEqual(refused);
    expect(faultsOf(REAL, line(1))).toEqual(refused);
    expect(faultsOf(REAL, line(0), table(11))).toEqual(refused);
  });
});

describe("the profiles", () => {
  const profiled = (evaluations: readonly number[], reservation: number | null = 0.125): Scenario => ({
    ...withPreferences({
      kind: "discounted",
      base: {
        kind: "additive",
        weights: [0.5, 0.25],
        values: [
          { kind: "table", values: evaluations },
          { kind: "linear", slope: -0.25, offset: 0.75, from: 1, clamp: [0, 1] },
        ],
        reservation,
      },
      factor: 0.75,
    }),
    name: "A & B",
    issues: [
      { name: 'a "colour"', kind: "ordinal", values: ["red", "<blue>"] },
      { name: "count", kind: "integer", min: 1, max: 3 },
    ],
  });
  const profileOf = (scenario: Scenario): string => toGeniusXml(scenario).profiles[0]!.xml;

  it("BA-12: have all text escaped", () => {
    expect(profileOf(profiled([0.5, 1]))).toBe(`<utility_space>
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
  });

  it("scale evaluations whose largest is not 1 into the weight", () => {
    const xml = profileOf(profiled([3, 4]));
    expect(xml).toContain('<weight index="1" value="2"/>');
    expect(xml).toContain('value="red" evaluation="3"');
  });

  it("refuse evaluations that GENIUS would take for 0, and have those that are", () => {
    const { details } = failure(profiled([0.000001, -1]));
    expect(details["issues"]).toMatchObject([{ path: ["parties", 0, "preferences", "values", 0] }]);
    expect(profileOf(profiled([0, 0]))).toContain('<weight index="1" value="0.5"/>');
  });

  it("BA-5: have the least utility where there is no reservation", () => {
    // 0.5 x 0.5, then 0.25 x (0.75 - 0.25 x 2)
    expect(profileOf(profiled([0.5, 1], null))).toContain('<reservation value="0.3125"/>');
  });

  it("D-4: have the reservation of a base under a discount, unless the discount has its own", () => {
    const [party] = profiled([0.5, 1]).parties;
    const own = { ...party!.preferences, reservation: 0.1 } as Preferences;
    expect(profileOf({ ...profiled([0.5, 1]), parties: [{ name: "ada", preferences: own }] })).toContain(
      '<reservation value="0.1"/>',
    );
  });
});
