import { describe, expect, it } from "vitest";
import { readGeniusWebDomain } from "../../../../src/preferences/formats/geniusweb/genius-web-domain.js";
import { ImportFaults, ImportReader } from "../../../../src/preferences/formats/index.js";
import { listed } from "../../genius/files.js";

function read(domain: unknown) {
  const reader = new ImportReader(new ImportFaults());
  const value = readGeniusWebDomain(domain, ["domain"], reader);
  return { value, refusal: reader.faults.refusal("it") };
}

const withIssue = (issue: unknown): unknown => ({ name: "d", issuesValues: { a: issue } });

describe("readGeniusWebDomain", () => {
  it("BA-10: reads lists of texts, and ranges in decimal steps", () => {
    const domain = {
      name: "d",
      issuesValues: {
        colour: { values: ["red", "blue"] },
        share: { range: { low: "0.1", high: "0.7", step: "0.2" } },
        count: { range: { low: 1, high: 4, step: 2 } },
        tiny: { range: { low: 0, high: 3e-7, step: 1e-7 } },
        one: { range: { low: 5, high: 5, step: 1 } },
      },
    };
    expect(read(domain).value).toEqual({
      name: "d",
      issues: [
        { name: "colour", kind: "categorical", values: ["red", "blue"] },
        { name: "share", kind: "ordinal", values: [0.1, 0.3, 0.5, 0.7] },
        { name: "count", kind: "ordinal", values: [1, 3] },
        { name: "tiny", kind: "ordinal", values: [0, 1e-7, 2e-7, 3e-7] },
        { name: "one", kind: "ordinal", values: [5] },
      ],
    });
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
    const { refusal } = read(domain);
    expect(refusal?.code).toBe("scenario_invalid");
    expect(listed(refusal)).toContain(fault);
  });

  it("does not support more than 10,000 numbers", () => {
    expect(read(withIssue({ range: { low: 1, high: 10_000, step: 1 } })).refusal).toBeUndefined();
    expect(read(withIssue({ range: { low: 0, high: 10_000, step: 1 } })).refusal?.code).toBe(
      "scenario_unsupported",
    );
  });
});
