import { describe, expect, it } from "vitest";
import { ImportFaults, ImportReader } from "../../../../src/preferences/formats/index.js";
import { negmasMapping } from "../../../../src/preferences/formats/negmas/negmas-mapping.js";
import { outcomeSpace } from "../../../../src/preferences/model/index.js";
import { listed } from "../../genius/files.js";

const SPACE = outcomeSpace([
  { name: "a", kind: "categorical", values: ["x", "y"] },
  { name: "b", kind: "integer", min: 1, max: 1 },
]);

function read(fields: Readonly<Record<string, unknown>>) {
  const reader = new ImportReader(new ImportFaults());
  const mapping = negmasMapping(fields, SPACE, ["parties", 0], reader);
  return { mapping, refusal: reader.faults.refusal("it") };
}

const X = { outcome: { a: "x", b: 1 }, utility: 0.5 };
const Y = { outcome: { a: "y", b: 1 }, utility: 1 };

describe("negmasMapping", () => {
  it("BA-11: reads pairs and Maps of outcomes, as lists or objects", () => {
    expect(read({ mapping: [[["x", 1], 0.5]], default: 0.1 }).mapping).toEqual({
      kind: "mapping",
      entries: [X],
      otherwise: 0.1,
    });
    const map = new Map<unknown, unknown>([
      [{ b: 1, a: "x" }, "0.5"],
      [["y", 1], 1],
    ]);
    expect(read({ mapping: map }).mapping).toEqual({ kind: "mapping", entries: [X, Y], otherwise: 0 });
  });

  it.each([
    ["no mapping", {}, "parties/0/mapping: a list of pairs or a Map"],
    [
      "an object with texts as keys",
      { mapping: { "('x', 1)": 1 } },
      "parties/0/mapping: a list of pairs or a Map",
    ],
    ["no pair", { mapping: [["x"]], default: 0 }, "parties/0/mapping/0: a pair of outcome and utility"],
    [
      "an unknown outcome",
      { mapping: [[["z", 1], 1]], default: 0 },
      "parties/0/mapping/0/0: an outcome of the domain",
    ],
    [
      "a short outcome",
      { mapping: [[["x"], 1]], default: 0 },
      "parties/0/mapping/0/0: an outcome of the domain",
    ],
    [
      "an outcome twice",
      {
        mapping: [
          [["x", 1], 1],
          [["x", 1], 1],
        ],
        default: 0,
      },
      "parties/0/mapping/1/0: an outcome that no other pair has",
    ],
    ["NaN", { mapping: [[["x", 1], Number.NaN]], default: 0 }, "parties/0/mapping/0/1: a finite number"],
    ["a missing default", { mapping: [[["x", 1], 1]] }, "parties/0/default: a finite number"],
    [
      "an endless default",
      { mapping: [], default: Number.NEGATIVE_INFINITY },
      "parties/0/default: a finite number",
    ],
  ])("BA-8: refuses %s", (_, fields, fault) => {
    expect(listed(read(fields).refusal)).toContain(fault);
  });
});
