import { expect, it } from "vitest";
import { REASON_WORDS, RULE_NAMES, RULES } from "../../../src/report/scene/index.js";

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
