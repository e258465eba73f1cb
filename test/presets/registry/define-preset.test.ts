import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/core/rules/index.js";
import { NegotiationError } from "../../../src/errors.js";
import { definePreset } from "../../../src/presets/registry/index.js";
import { roomRules } from "../../../src/presets/room/index.js";

function thrownBy(preset: unknown): unknown {
  try {
    definePreset(preset as never);
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("definePreset", () => {
  it("EN-51: completes the rules from the preset room", () => {
    const blitz = definePreset({ name: "blitz", rules: { turnMs: 5_000, cap: { limit: 3 } } });
    expect(blitz).toEqual({
      name: "blitz",
      rules: {
        ...roomRules,
        turnMs: 5_000,
        cap: { counts: "turns", limit: 3, mode: "exceed", result: "expired" },
      },
    });
    expect(checkRules(blitz.rules, blitz.name).ok).toBe(true);
    expect(definePreset({ name: "plain", rules: {} }).rules).toEqual(roomRules);
  });

  it("EN-51: freezes deeply, and shares nothing with what was given", () => {
    const given = {
      name: "mine",
      rules: { actions: ["propose", "accept", "reject"] as const, cap: { limit: 3 } },
      statusNames: { open: "new" },
    };
    const preset = definePreset(given);
    given.rules.cap.limit = 99;
    given.statusNames.open = "old";
    (given.rules.actions as unknown as string[]).push("nonsense");
    expect(preset.rules.cap?.limit).toBe(3);
    expect(preset.statusNames).toEqual({ open: "new" });
    expect(preset.rules.actions).toEqual(["propose", "accept", "reject"]);
    for (const part of [preset, preset.rules, preset.rules.cap, preset.rules.actions, preset.statusNames]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(Object.isFrozen(given.rules)).toBe(false);
  });

  it("EN-51: keeps the projection, and leaves out what was not given", () => {
    const projectContext = () => null;
    expect(definePreset({ name: "x", rules: {}, projectContext }).projectContext).toBe(projectContext);
    expect(
      Object.keys(definePreset({ name: "x", rules: {}, projectContext: undefined, statusNames: undefined })),
    ).toEqual(["name", "rules"]);
  });

  it("EN-51: takes a preset that was defined before", () => {
    const first = definePreset({ name: "x", rules: { turnMs: 7 }, statusNames: { open: "new" } });
    expect(definePreset(first)).toEqual(first);
  });

  it("EN-38, EN-51: wrong rules are one error that lists all issues", () => {
    const error = thrownBy({ name: "mine", rules: { turnMs: 0, cap: { limit: "many" }, turnMS: 1 } });
    expect(NegotiationError.isInstance(error) && error.code).toBe("rules_invalid");
    const { message, details } = error as NegotiationError;
    expect(message).toContain("Expected the rules of preset mine to be valid, got 3 issues");
    expect((details["issues"] as { path: string[] }[]).map(({ path }) => path.join("."))).toEqual([
      "cap.limit",
      "turnMs",
      "turnMS",
    ]);
  });

  it.each<[string, unknown, string]>([
    ["no object", null, "Expected a preset to be an object, got null."],
    ["no name", { rules: {} }, "Expected preset.name to be 1 to 64 characters, got undefined."],
    ["an empty name", { name: "", rules: {} }, 'Expected preset.name to be 1 to 64 characters, got "".'],
    [
      "a long name",
      { name: "x".repeat(65), rules: {} },
      "Expected preset.name to be 1 to 64 characters, got ",
    ],
    ["a name that is a number", { name: 7, rules: {} }, "got 7."],
    ["no rules", { name: "x" }, "Expected preset.rules to be an object, got undefined."],
    ["rules of a wrong kind", { name: "x", rules: [] }, "Expected preset.rules to be an object, got []."],
    ["an unknown member", { name: "x", rules: {}, rule: {} }, 'got "rule". Did you mean rules?'],
    [
      "status names of a wrong kind",
      { name: "x", rules: {}, statusNames: ["open"] },
      "Expected preset.statusNames to be an object",
    ],
    [
      "an unknown status",
      { name: "x", rules: {}, statusNames: { opened: "new" } },
      'got "opened". Did you mean open?',
    ],
    [
      "an empty status name",
      { name: "x", rules: {}, statusNames: { open: "" } },
      'Expected preset.statusNames.open to be a non-empty string, got "".',
    ],
    [
      "a projection that is no function",
      { name: "x", rules: {}, projectContext: {} },
      "Expected preset.projectContext to be a function, got {}.",
    ],
  ])("EN-51, SY-16: %s is a TypeError that shows the value", (_name, preset, message) => {
    const error = thrownBy(preset);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toContain(message);
  });

  it("EN-51: a name of 1 and of 64 characters passes", () => {
    expect(definePreset({ name: "x", rules: {} }).name).toBe("x");
    expect(definePreset({ name: "x".repeat(64), rules: {} }).name).toHaveLength(64);
  });
});
