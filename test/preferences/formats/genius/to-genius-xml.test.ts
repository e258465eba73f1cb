import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../../src/errors.js";
import { fromGeniusXml, toGeniusXml } from "../../../../src/preferences/formats/genius/index.js";
import type { Preferences } from "../../../../src/preferences/model/index.js";
import { outcomeSpace, reservationOf, undiscounted } from "../../../../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../../../../src/preferences/scenarios/index.js";
import { utilityTable } from "../../../../src/preferences/utility/index.js";
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

function failure(scenario: Scenario): NegotiationError {
  try {
    toGeniusXml(scenario);
  } catch (error) {
    if (NegotiationError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("Expected a failure.");
}

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

  it("refuses what is no scenario", () => {
    expect(failure({} as Scenario).code).toBe("scenario_invalid");
  });
});
