import { describe, expect, it } from "vitest";
import { allowedActions, type NegotiationRules, type Party } from "../../../src/core/record/index.js";
import { checkRules, resolveRules } from "../../../src/core/rules/index.js";
import { projectContext } from "../../../src/presets/index-network/index.js";
import { knownPresets, type PresetName } from "../../../src/presets/registry/index.js";

const NAMES: readonly PresetName[] = ["room", "index", "index-2026-04", "oap", "bindu"];
const system: Party = { id: "a", kind: "system" };
const personal: Party = { id: "b", kind: "personal" };

function rulesOf(name: PresetName, initiator: Party = system, responder: Party = system): NegotiationRules {
  const checked = checkRules(knownPresets[name].rules, name);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return resolveRules(checked.rules, initiator, responder);
}

describe("knownPresets", () => {
  it("EN-51: are the five, by their own names, frozen", () => {
    expect(Object.keys(knownPresets)).toEqual(NAMES);
    expect(Object.isFrozen(knownPresets)).toBe(true);
    for (const name of NAMES) {
      expect(knownPresets[name].name).toBe(name);
      expect(Object.isFrozen(knownPresets[name].rules)).toBe(true);
    }
  });

  it.each(NAMES)("EN-25, EN-38: %s is valid for every pairing and always has a deadline", (name) => {
    for (const initiator of [system, personal]) {
      for (const responder of [system, personal]) {
        const rules = rulesOf(name, initiator, responder);
        expect(rules.preset).toBe(name);
        expect(rules.turnMs ?? rules.totalMs).not.toBeNull();
        if (rules.cap.limit === "unlimited") expect(rules.totalMs).not.toBeNull();
      }
    }
  });

  it("RM-2: room has 5 turns, 30,000 ms a turn and 120,000 ms in total", () => {
    expect(rulesOf("room")).toMatchObject({
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
    expect(rulesOf("room").actions.all).toEqual(["propose", "counter", "accept", "reject"]);
  });

  it.each(["index", "index-2026-04"] as const)("IX-0: %s has the table of section 1", (name) => {
    const common = {
      repropose: "refuse",
      finalTurn: { system: name === "index" ? "decide" : "record", personal: "record" },
      onTurnTimeout: "fallback",
      onTotalTimeout: "stall",
      agentTimeoutMs: 45_000,
      agentAttempts: 2,
      onInvalidAnswer: "conservative",
      repetition: "guard",
      deadlockAfter: 4,
      terms: "none",
      oneActive: "pair",
    };
    const turns = { counts: "turns", mode: "reach", result: "stalled" };
    expect(rulesOf(name, system, system)).toMatchObject({
      ...common,
      cap: { ...turns, limit: 6 },
      totalMs: null,
    });
    expect(rulesOf(name, personal, system)).toMatchObject({
      ...common,
      cap: { ...turns, limit: 8 },
      totalMs: null,
    });
    expect(rulesOf(name, personal, personal)).toMatchObject({
      ...common,
      cap: { ...turns, limit: "unlimited" },
      totalMs: 86_400_000,
    });
    expect(knownPresets[name].projectContext).toBe(projectContext);
  });

  it.each(["index", "index-2026-04"] as const)("IX-5: in %s only a personal party may ask", (name) => {
    const { actions } = rulesOf(name);
    expect(allowedActions(actions, "initiator", "personal")).toEqual([
      "propose",
      "counter",
      "accept",
      "reject",
      "question",
      "withdraw",
    ]);
    expect(allowedActions(actions, "responder", "system")).toEqual([
      "propose",
      "counter",
      "accept",
      "reject",
      "withdraw",
    ]);
  });

  it("IX-11: index shares roles and asks for arguments on counter; index-2026-04 is literal", () => {
    expect(rulesOf("index")).toMatchObject({
      assessments: "roles",
      messageRequiredFor: ["counter", "question"],
      turnMs: 300_000,
      park: {
        parkMs: 300_000,
        claimBudget: "remaining",
        claimMs: null,
        onClaimExpiry: "fallback",
        freshMs: 90_000,
      },
    });
    expect(rulesOf("index-2026-04")).toMatchObject({
      assessments: "shared",
      messageRequiredFor: ["question"],
      turnMs: 86_400_000,
      park: {
        parkMs: 86_400_000,
        claimBudget: "fresh",
        claimMs: 21_600_000,
        onClaimExpiry: "repark",
        freshMs: null,
      },
    });
  });

  it("OAP-7: oap counts eight proposals and refuses the ninth", () => {
    expect(rulesOf("oap")).toMatchObject({
      cap: { counts: "proposals", limit: 8, mode: "exceed", result: "refuse" },
      validityMs: 3_600_000,
      turnMs: 2_592_000_000,
      totalMs: null,
      onTurnTimeout: "expire",
      withdrawOffTurn: true,
      repropose: "counter",
      terms: "required",
      oneActive: "none",
    });
    expect(rulesOf("oap").actions.all).toEqual(["propose", "counter", "accept", "reject", "withdraw"]);
  });

  it("BD-0: bindu has no limit but a day", () => {
    expect(rulesOf("bindu")).toMatchObject({
      cap: { counts: "proposals", limit: "unlimited" },
      turnMs: null,
      totalMs: 86_400_000,
      onTotalTimeout: "expire",
      withdrawOffTurn: true,
      repropose: "counter",
      terms: "required",
      oneActive: "none",
    });
    expect(rulesOf("bindu").actions.all).toEqual(["propose", "counter", "accept", "reject", "withdraw"]);
  });
});
