import { describe, expect, it } from "vitest";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import {
  type NegotiationIssue,
  outcomeSpace,
  type Preferences,
} from "../../../src/preferences/model/index.js";
import { inverseFault } from "../../../src/strategies/play/index.js";

const ISSUES: readonly NegotiationIssue[] = [
  { name: "price", kind: "integer", min: 0, max: 4 },
  { name: "share", kind: "continuous", min: 0, max: 1 },
  { name: "colour", kind: "categorical", values: ["red", "blue"] },
];

const preferences = (reservation: number | null): Preferences => ({
  kind: "additive",
  weights: [0.5, 0.3, 0.2],
  values: [
    { kind: "linear", slope: 0.25 },
    { kind: "linear", slope: 1 },
    { kind: "table", values: [0, 1] },
  ],
  reservation,
});

const inverse = inverseUtility(outcomeSpace(ISSUES), preferences(0.4));

/** The issues with one of them otherwise. */
function issuesWith(index: number, change: object): readonly NegotiationIssue[] {
  return ISSUES.map((issue, place) =>
    place === index ? ({ ...issue, ...change } as NegotiationIssue) : issue,
  );
}

describe("BA-16: an inverse utility fits", () => {
  it.each([
    ["the issues it was made of", ISSUES],
    ["those of its space", inverse.space.issues],
    ["the same with the defaults written out", issuesWith(0, { step: 1 })],
    ["a copy from JSON", JSON.parse(JSON.stringify(ISSUES)) as readonly NegotiationIssue[]],
  ])("%s", (_, issues) => {
    expect(inverseFault(inverse, issues, preferences(0.4), ["inverse"])).toBeNull();
  });

  it("discounted preferences by the reservation of their base", () => {
    const discounted = { kind: "discounted", base: preferences(0.4), factor: 0.5 } as Preferences;
    expect(inverseFault(inverse, ISSUES, discounted, ["inverse"])).toBeNull();
  });
});

describe("BA-16: an inverse utility does not fit", () => {
  it.each([
    ["another name", issuesWith(0, { name: "cost" })],
    ["another kind", issuesWith(2, { kind: "ordinal" })],
    ["another step", issuesWith(0, { step: 2 })],
    ["another end", issuesWith(0, { max: 5 })],
    ["other levels", issuesWith(1, { levels: 12 })],
    ["another range", issuesWith(1, { min: -1 })],
    ["another order of values", issuesWith(2, { values: ["blue", "red"] })],
    ["more values", issuesWith(2, { values: ["red", "blue", "green"] })],
    ["fewer issues", ISSUES.slice(1)],
  ])("issues with %s", (_, issues) => {
    expect(inverseFault(inverse, issues, preferences(0.4), ["inverse"])).toMatchObject({ path: ["inverse"] });
  });

  it.each([[0.5], [null]])("a reservation of %o, which is not shown", (reservation) => {
    const fault = inverseFault(inverse, ISSUES, preferences(reservation), ["inverse"]);
    expect(fault?.expected).toContain("reservation");
    expect(JSON.stringify(fault)).not.toMatch(/0\.\d/);
  });

  it.each([[{}], [null], [7]])("%o, which is none", (stray) => {
    expect(inverseFault(stray as never, ISSUES, preferences(0.4), [])).not.toBeNull();
  });
});
