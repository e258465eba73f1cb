import { describe, expect, it } from "vitest";
import { checkRules, mergeRules } from "../../../src/core/rules/index.js";
import { roomRules } from "../../../src/presets/room/index.js";

describe("roomRules", () => {
  it("RM-2: five turns, 30 seconds a turn, two minutes in all", () => {
    expect(roomRules).toMatchObject({
      actions: ["propose", "counter", "accept", "reject"],
      opener: "initiator",
      repropose: "counter",
      cap: { counts: "turns", limit: 5, mode: "exceed", result: "expired" },
      turnMs: 30_000,
      totalMs: 120_000,
      onTurnTimeout: "expire",
      onTotalTimeout: "expire",
      terms: "required",
      oneActive: "room",
      withdrawOffTurn: false,
    });
  });

  it("EN-51: is valid, frozen, plain data", () => {
    expect(checkRules(mergeRules(roomRules, roomRules), "room")).toMatchObject({ ok: true });
    expect(Object.isFrozen(roomRules)).toBe(true);
    expect(JSON.parse(JSON.stringify(roomRules))).toEqual(roomRules);
  });
});
