import { describe, expect, it } from "vitest";
import { openRecord } from "../../src/core/index.js";
import { createCommand, T0 } from "../kit/builders.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";

describe("openRecord", () => {
  it("EN-1: has every member, absent ones are null, deep-frozen", () => {
    const command = createCommand({
      kinds: ["personal", "system"],
      heldBy: "grp_1",
      context: Object.freeze({ query: "gpu" }) as never,
    });
    const record = openRecord(command, T0, 0);
    expect(record).toEqual({
      schema: 1,
      id: "neg_1",
      createCommandId: "create-1",
      roomId: "room-1",
      version: 0,
      status: "open",
      initiator: { id: "ada", kind: "personal" },
      responder: { id: "smith", kind: "system" },
      rules: command.rules,
      context: { query: "gpu" },
      heldBy: "grp_1",
      turns: [],
      standing: null,
      floor: "ada",
      awaiting: { kind: "move", since: T0 },
      deadlines: {
        totalAt: T0 + 120_000,
        validityAt: null,
        turnAt: T0 + 30_000,
        consultAt: null,
        parkAt: null,
        claimAt: null,
      },
      failures: [],
      consults: [],
      outcome: null,
      createdAt: T0,
      updatedAt: T0,
    });
    expect(record.rules).toBe(command.rules);
    expect(isDeepFrozen(record)).toBe(true);
  });

  it.each([
    ["the turn's window", { turnMs: 7_000 }, 7_000],
    ["a window of its own", { turnMs: 7_000, openMs: 9_000 }, 9_000],
    ["a window of its own only", { turnMs: null, openMs: 9_000 }, 9_000],
    ["none but the total", { turnMs: null }, null],
  ])("EN-25: the opening has %s", (_what, rules, ms) => {
    expect(openRecord(createCommand({ rules }), T0, 0).deadlines.turnAt).toBe(ms === null ? null : T0 + ms);
  });

  it.each(["initiator", "responder"] as const)("EN-7: the floor is the opener's: %s", (opener) => {
    const command = createCommand({ rules: { opener } });
    expect(openRecord(command, T0, 0).floor).toBe(command[opener].id);
  });
});
