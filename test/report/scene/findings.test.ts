import { expect, it } from "vitest";
import { analysisOf } from "../../../src/analysis/index.js";
import { findingsOf, missingOf, REASON_WORDS, RULE_NAMES, RULES } from "../../../src/report/scene/index.js";
import { fixture, scenarioOf } from "../builders.js";

it("BA-39: names each rule that found something once, together with those that found the same", () => {
  const analysis = analysisOf(fixture("s12-1000"));
  const findings = findingsOf(analysis);
  expect(findings.flatMap(({ letters }) => letters).length).toBe(RULES.length);
  expect(new Set(findings.map(({ points }) => points.map(({ outcome }) => outcome).join())).size).toBe(
    findings.length,
  );
});

it("says how many outcomes tie, and that all Nash products are 0", () => {
  const zeroSum = scenarioOf([2], [{ tables: [[0, 1]] }, { tables: [[1, 0]] }]);
  const names = findingsOf(analysisOf(zeroSum)).flatMap((finding) => finding.names);
  expect(names).toContain("Nash product (2 tied, all 0)");
});

it("BA-40: lists rules without a value by the reason", () => {
  expect(missingOf(analysisOf(fixture("s01-5x5x5")))).toEqual([]);
  const [missing] = missingOf(analysisOf(fixture("s09-no-zone")));
  expect(missing!.reason).toBe("no outcome is rational for all");
  expect(missing!.names).toContain("Kalai–Smorodinsky");
});

it("BA-39: has a name, a formula and a letter of its own for every rule", () => {
  expect(RULES.length).toBe(7);
  for (const key of ["name", "formula", "letter"] as const) {
    expect(new Set(RULES.map((rule) => RULE_NAMES[rule][key])).size).toBe(7);
  }
});

it("has words for every reason why a figure is undefined", () => {
  expect(Object.values(REASON_WORDS).every((words) => words.length > 3)).toBe(true);
  expect(REASON_WORDS["no-rational-outcome"]).toBe("no outcome is rational for all");
});
