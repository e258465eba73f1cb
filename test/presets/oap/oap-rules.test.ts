import { describe, expect, it } from "vitest";
import { mergeRules } from "../../../src/core/rules/resolve-rules.js";
import { checkRules } from "../../../src/core/rules/rules-validation.js";
import { oapRules } from "../../../src/presets/oap/oap-rules.js";
import { roomRules } from "../../../src/presets/room/room-rules.js";

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
