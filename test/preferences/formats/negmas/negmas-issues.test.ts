import { describe, expect, it } from "vitest";
import { ImportFaults, ImportReader } from "../../../../src/preferences/formats/index.js";
import { negmasType, readNegmasIssues } from "../../../../src/preferences/formats/negmas/negmas-issues.js";
import { listed } from "../../genius/files.js";

function read(domain: unknown) {
  const reader = new ImportReader(new ImportFaults());
  const issues = readNegmasIssues(domain, reader);
  return { issues, refusal: reader.faults.refusal("it") };
}

describe("readNegmasIssues", () => {
  it("BA-11: takes two numbers of a contiguous or continuous type for a range, and else for two values", () => {
    const issues = [
      { name: "a", values: ["x", 1, true] },
      { name: "b", values: [1, 9] },
      { name: "c", values: [1, 9], type: "negmas.outcomes.ContiguousIssue" },
      { name: "d", values: [0.5, 9], __python_class__: "negmas.outcomes.continuous_issue.ContinuousIssue" },
      { name: "e", values: [1, 5, 9], type: "CardinalIssue" },
      { name: "f", values: [1, 5], type: "ordinal" },
    ];
    expect(read({ issues }).issues).toEqual([
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
    expect(listed(read(domain).refusal)).toContain(fault);
  });

  it("does not support other types", () => {
    expect(read({ issues: [{ name: "a", values: ["x"], type: "CallableIssue" }] }).refusal?.code).toBe(
      "scenario_unsupported",
    );
  });
});

it.each([
  [{ type: "negmas.outcomes.CategoricalIssue" }, "CategoricalIssue"],
  [{ type: "CategoricalIssue" }, "CategoricalIssue"],
  [{ __python_class__: "a.b:C" }, "C"],
  [{}, undefined],
  [{ type: 5 }, undefined],
])("BA-11: of a class name only the last segment counts: %j", (fields, type) => {
  expect(negmasType(fields)).toBe(type);
});
