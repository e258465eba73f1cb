import { describe, expect, it } from "vitest";
import { checkRules, mergeRules } from "../../../src/core/rules/index.js";
import { oapRules } from "../../../src/presets/oap/index.js";
import { roomRules } from "../../../src/presets/room/index.js";

describe("oapRules", () => {
  it("OAP-7: eight proposals, then a refusal; 30 days to open, an hour of validity", () => {
    expect(oapRules).toMatchObject({
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      cap: { counts: "proposals", limit: 8, mode: "exceed", result: "refuse" },
      validityMs: 3_600_000,
      turnMs: 2_592_000_000,
      totalMs: null,
      withdrawOffTurn: true,
      oneActive: "none",
    });
  });

  it("EN-51: is valid, frozen, plain data", () => {
    expect(checkRules(mergeRules(roomRules, oapRules), "oap")).toMatchObject({ ok: true });
    expect(Object.isFrozen(oapRules)).toBe(true);
    expect(JSON.parse(JSON.stringify(oapRules))).toEqual(oapRules);
  });
});
