import { describe, expect, it } from "vitest";
import type { Action, ActionRules } from "../../../src/core/record/index.js";
import { allowedActions, forbiddenBy, pairingOf } from "../../../src/core/record/index.js";

const LISTS: ActionRules = {
  all: ["propose", "counter", "accept", "reject", "question"],
  initiator: ["propose", "counter", "question"],
  responder: null,
  system: ["accept", "counter", "propose"],
  personal: null,
};

describe("rules", () => {
  it.each([
    ["system", "system", "system"],
    ["system", "personal", "mixed"],
    ["personal", "system", "mixed"],
    ["personal", "personal", "personal"],
  ] as const)("EN-18: %s and %s make the pairing %s", (one, other, pairing) => {
    expect(pairingOf({ kind: one }, { kind: other })).toBe(pairing);
  });

  it.each([
    ["withdraw", "rules"],
    ["accept", "seat"],
    ["question", "kind"],
    ["counter", undefined],
  ] as [Action, string | undefined][])(
    "EN-8: the lists are intersected: a system initiator's %s is forbidden by %s",
    (action, by) => {
      expect(forbiddenBy(LISTS, "initiator", "system", action)).toBe(by);
    },
  );

  it("EN-8: allowed is what all lists allow, in the order of the rules", () => {
    expect(allowedActions(LISTS, "initiator", "system")).toEqual(["propose", "counter"]);
    expect(allowedActions(LISTS, "responder", "system")).toEqual(["propose", "counter", "accept"]);
    expect(allowedActions(LISTS, "responder", "personal")).toEqual(LISTS.all);
  });
});
