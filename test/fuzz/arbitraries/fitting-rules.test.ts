import { describe, expect, it } from "vitest";
import { checkRules, mergeRules, type RulesInput } from "../../../src/core/rules/index.js";
import { fittingRules } from "../../../src/fuzz/arbitraries/fitting-rules.js";
import { binduRules } from "../../../src/presets/bindu/index.js";
import { indexRules } from "../../../src/presets/index-network/index.js";
import { oapRules } from "../../../src/presets/oap/index.js";
import { roomRules } from "../../../src/presets/room/index.js";

const bases = { room: {}, oap: oapRules, index: indexRules, bindu: binduRules };

describe("fitting rules", () => {
  it.each<[keyof typeof bases, RulesInput]>([
    ["room", { actions: [] }],
    [
      "room",
      { actions: { all: ["counter"], initiator: [], responder: [], system: [], personal: ["withdraw"] } },
    ],
    ["room", { actions: { all: ["counter"], initiator: [], responder: [] }, opener: "responder" }],
    ["room", { withdrawOffTurn: true }],
    ["room", { finalTurn: { system: "record", personal: "decide" } }],
    ["room", { cap: { limit: 1, mode: "reach" } }],
    [
      "room",
      { cap: { limit: { system: 1, mixed: 2, personal: "unlimited" }, mode: "reach" }, totalMs: null },
    ],
    ["oap", { cap: { mode: "reach" } }],
    ["oap", { turnMs: null }],
    ["index", { cap: { mode: "exceed" } }],
    ["index", { turnMs: null }],
    ["bindu", { totalMs: null }],
    ["room", { turnMs: null, totalMs: { system: 1, mixed: null, personal: 1 } }],
  ])("make %s with %j valid", (preset, over) => {
    const base = mergeRules(roomRules, bases[preset]);
    expect(checkRules(mergeRules(base, over), preset).ok).toBe(false);
    const checked = checkRules(mergeRules(base, fittingRules(base, over, 60_000)), preset);
    expect(checked.ok ? [] : checked.issues).toEqual([]);
  });

  it("leave alone what fits", () => {
    const over: RulesInput = { cap: { mode: "reach", limit: 6 }, finalTurn: "decide", turnMs: null };
    const fitting = fittingRules(roomRules, over, 60_000);
    expect(fitting).toMatchObject(over);
    expect(fitting.totalMs).toBeUndefined();
    expect(fitting.actions).toBeUndefined();
  });
});
