import { describe, expect, it } from "vitest";
import { demandFunction, demandNumber, resolvedGateOptions } from "../../src/argumentation/gate-options.js";
import { type ArgumentGateOptions, rfcAttacks } from "../../src/argumentation/index.js";

const least: ArgumentGateOptions = {
  worth: () => 1,
  outsideOption: 0,
  otherwise: () => ({ action: "reject" }),
};

describe("the options of a gate", () => {
  it("SY-20: are frozen and complete", () => {
    const full = { ...least, relation: rfcAttacks, onFailure: () => {} };
    expect(resolvedGateOptions(full)).toEqual(full);
    expect(Object.isFrozen(resolvedGateOptions(least))).toBe(true);
    expect(Object.keys(resolvedGateOptions(least))).toHaveLength(5);
  });

  it.each([Number.NEGATIVE_INFINITY, -5, 0, Number.POSITIVE_INFINITY])(
    "take an outside option of %d",
    (outsideOption) => {
      expect(resolvedGateOptions({ ...least, outsideOption }).outsideOption).toBe(outsideOption);
    },
  );

  it.each<[string, object]>([
    ["no worth", { worth: undefined }],
    ["a worth that is a number", { worth: 5 }],
    ["no otherwise", { otherwise: undefined }],
    ["a relation that is no function", { relation: {} }],
    ["a listener that is no function", { onFailure: "log" }],
    ["no outside option", { outsideOption: undefined }],
    ["an outside option of NaN", { outsideOption: Number.NaN }],
    ["an outside option that is text", { outsideOption: "4711" }],
    ["a misspelt option", { relaton: rfcAttacks }],
  ])("SY-16: %s is a TypeError", (_, wrong) => {
    expect(() => resolvedGateOptions({ ...least, ...wrong })).toThrow(TypeError);
  });

  it("SY-17: are not shown where they are private", () => {
    for (const value of ["4711", 4711n, [4711]]) {
      expect(() => demandNumber("outsideOption to be", value)).toThrow(/^((?!4711).)*$/);
    }
  });
});

describe("the demands", () => {
  it("pass what they ask for", () => {
    expect(() => demandFunction("make", () => {})).not.toThrow();
    expect(() => demandFunction("make", {})).toThrow("Expected make to be a function, got {}.");
    expect(() => demandNumber("worth to answer", 0)).not.toThrow();
    expect(() => demandNumber("worth to answer", Number.NaN)).toThrow(
      "Expected worth to answer a number, got NaN.",
    );
  });
});
