import { describe, expect, it } from "vitest";
import { issueForm } from "../../../../src/preferences/formats/genius/issue-forms.js";
import type { ExportedParty } from "../../../../src/preferences/formats/index.js";
import {
  type CompleteValueFunction,
  type Fault,
  type NegotiationIssue,
  outcomeSpace,
} from "../../../../src/preferences/model/index.js";

const line = (from: number, clamp: readonly [number, number] | null = [0, 1]): CompleteValueFunction => ({
  kind: "linear",
  slope: 0.1,
  offset: 0,
  from,
  clamp,
});
const table = (size: number): CompleteValueFunction => ({ kind: "table", values: new Array(size).fill(1) });
const triangle = (height: number): CompleteValueFunction => ({
  kind: "triangular",
  low: 0,
  top: 1,
  high: 2,
  height,
});

function formOf(issue: NegotiationIssue, ...functions: readonly CompleteValueFunction[]) {
  const parties = functions.map(
    (one): ExportedParty => ({ name: "p", weights: [1], values: [one], reservation: 0, discount: 1 }),
  );
  const faults: Fault[] = [];
  const form = issueForm(outcomeSpace([issue]).issues[0]!, 0, parties, faults);
  return form ?? faults.map(({ path, expected }) => `${path.join("/")}: ${expected}`);
}

const INTEGER: NegotiationIssue = { name: "n", kind: "integer", min: 2, max: 4 };
const REAL: NegotiationIssue = { name: "x", kind: "continuous", min: 0, max: 2 };

describe("issueForm", () => {
  it("lists categorical and ordinal values as texts", () => {
    const issue: NegotiationIssue = { name: "c", kind: "ordinal", values: [1, true, "x"] };
    expect(formOf(issue, table(3))).toEqual({ form: "discrete", texts: ["1", "true", "x"] });
  });

  it("does not confuse 1 with the text 1", () => {
    expect(formOf({ name: "c", kind: "ordinal", values: [1, "1"] }, table(2))).toEqual([
      "issues/0: values that differ as text",
    ]);
  });

  it("keeps integers where every party's function is one that GENIUS knows, and lists them elsewhere", () => {
    expect(formOf(INTEGER, line(2), line(2))).toEqual({ form: "integer", min: 2, max: 4 });
    const listed = { form: "discrete", texts: ["2", "3", "4"] };
    expect(formOf(INTEGER, line(2), table(3))).toEqual(listed);
    expect(formOf(INTEGER, line(0))).toEqual(listed);
    expect(formOf(INTEGER, line(2, null))).toEqual(listed);
    expect(formOf({ ...INTEGER, max: 6, step: 2 }, line(2))).toEqual({
      form: "discrete",
      texts: ["2", "4", "6"],
    });
  });

  it("keeps real ranges of eleven levels, lists those with tables, and refuses the rest", () => {
    expect(formOf(REAL, line(0), triangle(1))).toEqual({ form: "real", min: 0, max: 2 });
    expect(formOf(REAL, { kind: "linear", slope: 0, offset: 2, from: 3, clamp: null })).toMatchObject({
      form: "real",
    });
    expect(formOf({ ...REAL, levels: 3 }, table(3))).toEqual({ form: "discrete", texts: ["0", "1", "2"] });
    expect(formOf({ ...REAL, levels: 3 }, line(0))).toEqual(["issues/0/levels: 11 levels"]);
    const refused = ["issues/0: functions that GENIUS knows, or tables of every party"];
    expect(formOf(REAL, triangle(2))).toEqual(refused);
    expect(formOf(REAL, line(1))).toEqual(refused);
    expect(formOf(REAL, line(0), table(11))).toEqual(refused);
  });
});
