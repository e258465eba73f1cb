import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../../src/errors.js";
import { fromGeniusWeb } from "../../../../src/preferences/formats/geniusweb/index.js";
import { outcomeSpace } from "../../../../src/preferences/model/index.js";
import { utilityTable } from "../../../../src/preferences/utility/index.js";
import { listed } from "../../genius/files.js";

const DOMAIN = { name: "colours", issuesValues: { colour: { values: ["red", "blue"] } } };
const profile = (name: string, blue: unknown = 1) => ({
  LinearAdditiveUtilitySpace: {
    name,
    issueWeights: { colour: 0.5 },
    issueUtilities: { colour: { DiscreteValueSetUtilities: { valueUtilities: { red: 0.2, blue } } } },
  },
});

function failure(run: () => unknown): NegotiationError {
  try {
    run();
  } catch (error) {
    if (NegotiationError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("Expected a failure.");
}

describe("fromGeniusWeb", () => {
  it("BA-10: reads objects and texts alike; neither weights nor utilities are rescaled", () => {
    const scenario = fromGeniusWeb(DOMAIN, [profile("ada"), profile("smith")]);
    expect(fromGeniusWeb(JSON.stringify(DOMAIN), [JSON.stringify(profile("ada")), profile("smith")])).toEqual(
      scenario,
    );
    expect(scenario.parties.map(({ name }) => name)).toEqual(["ada", "smith"]);
    expect(scenario.name).toBe("colours");
    expect([...utilityTable(scenario.parties[0]!.preferences, outcomeSpace(scenario.issues))]).toEqual([
      0.1, 0.5,
    ]);
  });

  it("BA-8: lists the faults of all profiles", () => {
    const error = failure(() =>
      fromGeniusWeb(DOMAIN, [profile("ada", "x"), "{", profile("smith", Number.NaN)]),
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
    ["a domain that is no JSON", "{", [profile("ada")]],
    ["no profiles", DOMAIN, []],
    ["nothing", undefined, [null]],
  ])("BA-8: refuses %s", (_, domain, profiles) => {
    expect(failure(() => fromGeniusWeb(domain, profiles)).code).toBe("scenario_invalid");
  });
});
