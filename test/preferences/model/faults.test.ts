import { describe, expect, it } from "vitest";
import {
  type Fault,
  FaultList,
  refusedWith,
  refuseUnknownKeys,
  sortOf,
} from "../../../src/preferences/model/index.js";

describe("refusedWith", () => {
  const fault: Fault = { path: ["issues", 2, "name"], expected: "a name", received: "nothing" };

  it("lists all faults in details.issues and says the first in the message", () => {
    const error = refusedWith("scenario_invalid", "the scenario", [fault, { ...fault, path: [] }]);
    expect(error.code).toBe("scenario_invalid");
    expect(error.details).toEqual({ issues: [fault, { ...fault, path: [] }], issueCount: 2 });
    expect(error.message).toBe(
      "Expected the scenario to have a name, got nothing at /issues/2/name. Mend all 2 faults listed in details.issues.",
    );
    expect(JSON.parse(JSON.stringify(error.details))).toEqual(error.details);
    expect(Object.isFrozen(error.details["issues"])).toBe(true);
  });

  it("says one fault at the root without a place", () => {
    const { message } = refusedWith("issue_invalid", "the issues", [{ ...fault, path: [] }]);
    expect(message).toBe("Expected the issues to have a name, got nothing. Mend that.");
  });
});

describe("sortOf", () => {
  it("names the sort of a value, never the value", () => {
    const values = [undefined, null, [1, 2], {}, "secret", true, Number.NaN, Number.POSITIVE_INFINITY, 0.375];
    expect(values.map(sortOf)).toEqual([
      "nothing",
      "null",
      "a list of 2",
      "an object",
      "a string",
      "a boolean",
      "NaN",
      "an infinite number",
      "a number out of range",
    ]);
  });
});

describe("refuseUnknownKeys", () => {
  it("adds a fault for each other key", () => {
    const faults = new FaultList();
    refuseUnknownKeys({ a: 1, b: 2, c: 3 }, ["b"], () => ["x"], faults);
    expect(faults.kept.map(({ path }) => path.join("."))).toEqual(["x.a", "x.c"]);
  });
});
