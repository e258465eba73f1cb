import { describe, expect, it } from "vitest";
import { checkRules, mergeRules } from "../../../src/core/rules/index.js";
import { binduRules } from "../../../src/presets/bindu/index.js";
import { roomRules } from "../../../src/presets/room/index.js";

describe("binduRules", () => {
  it("BD-0: no cap and no turn deadline, but 24 hours in all", () => {
    expect(binduRules).toMatchObject({
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      cap: { counts: "proposals", limit: "unlimited" },
      turnMs: null,
      totalMs: 86_400_000,
      onTotalTimeout: "expire",
      withdrawOffTurn: true,
      oneActive: "none",
    });
  });

  it("EN-51: is valid, frozen, plain data", () => {
    expect(checkRules(mergeRules(roomRules, binduRules), "bindu")).toMatchObject({ ok: true });
    expect(Object.isFrozen(binduRules)).toBe(true);
    expect(JSON.parse(JSON.stringify(binduRules))).toEqual(binduRules);
  });
});
