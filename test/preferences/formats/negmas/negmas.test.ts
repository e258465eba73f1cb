import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../../src/errors.js";
import { fromNegmas } from "../../../../src/preferences/formats/negmas/index.js";
import { outcomeSpace } from "../../../../src/preferences/model/index.js";
import { utilityOf } from "../../../../src/preferences/utility/index.js";
import { listed } from "../../genius/files.js";

const DOMAIN = { name: "d", issues: [{ name: "a", values: ["x", "y"] }] };
const PARTY = {
  type: "LinearAdditiveUtilityFunction",
  weights: [0.5],
  values: [{ mapping: { x: 0, y: 1 } }],
  reserved_value: 0.2,
};

function failure(run: () => unknown): NegotiationError {
  try {
    run();
  } catch (error) {
    if (NegotiationError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("Expected a failure.");
}

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
    const error = failure(() =>
      fromNegmas(DOMAIN, [{ ...PARTY, weights: ["x"] }, 5, { ...PARTY, name: "" }]),
    );
    expect(error.code).toBe("scenario_invalid");
    expect(listed(error)).toEqual([
      "parties/0/weights/0: a finite number",
      "parties/1: an object",
      "parties/2/name: a text of 1 to 200 characters",
    ]);
  });

  it("BA-8: refuses issues that contradict each other, and scenarios without parties", () => {
    const twice = { issues: [DOMAIN.issues[0], DOMAIN.issues[0]] };
    const error = failure(() => fromNegmas(twice, [PARTY]));
    expect(error.code).toBe("scenario_invalid");
    expect(listed(error)[0]).toContain("domain/issues/1");
    expect(failure(() => fromNegmas(DOMAIN, [])).code).toBe("scenario_invalid");
  });
});
