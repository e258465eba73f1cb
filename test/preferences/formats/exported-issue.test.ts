import { expect, it } from "vitest";
import { listedTexts } from "../../../src/preferences/formats/index.js";
import { type Fault, type NegotiationIssue, outcomeSpace } from "../../../src/preferences/model/index.js";

function textsOf(issue: NegotiationIssue): readonly string[] | undefined | Fault[] {
  const faults: Fault[] = [];
  return listedTexts(outcomeSpace([issue]).issues[0]!, ["issues", 0], faults) ?? faults;
}

it("lists values as texts in their order", () => {
  expect(textsOf({ name: "a", kind: "ordinal", values: [0.1, true, "x"] })).toEqual(["0.1", "true", "x"]);
  expect(textsOf({ name: "a", kind: "integer", min: -2, max: 3, step: 2 })).toEqual(["-2", "0", "2"]);
  expect(textsOf({ name: "a", kind: "continuous", min: 0, max: 1, levels: 3 })).toEqual(["0", "0.5", "1"]);
});

it("refuses values that are written alike, and more than 10,000", () => {
  expect(textsOf({ name: "a", kind: "ordinal", values: [1, "1"] })).toMatchObject([{ path: ["issues", 0] }]);
  expect(textsOf({ name: "a", kind: "integer", min: 1, max: 10_001 })).toMatchObject([{ received: "10001" }]);
  expect(textsOf({ name: "a", kind: "integer", min: 1, max: 10_000 })?.length).toBe(10_000);
});
