import { describe, expect, it } from "vitest";
import type { Party } from "../../../../src/core/record/index.js";
import { ownRulesIn } from "../../../../src/simulation/invariants/transitions/index.js";
import type { ObservedWrite, WatchedWorld } from "../../../../src/simulation/observation/index.js";
import { settledRules } from "../../../../src/testing/agents/index.js";
import { changed, Script } from "../../observed-histories.js";

const PRESETS = ["room", "index", "index-2026-04", "oap"] as const;
const KINDS = ["system", "personal"] as const;

const world = (...layers: ReturnType<NonNullable<WatchedWorld["rulesOf"]>>): WatchedWorld => ({
  mode: "safety",
  seed: 0,
  rulesOf: () => layers,
});

function created(
  preset: (typeof PRESETS)[number],
  kinds: readonly Party["kind"][],
  rules = {},
): ObservedWrite {
  const [initiator, responder] = kinds.map((kind, index) => ({ id: ["ada", "smith"][index] ?? "", kind }));
  const parties = { initiator: initiator as Party, responder: responder as Party };
  const settled = settledRules({ preset, ...rules }, parties.initiator, parties.responder);
  return new Script({}, { ...parties, rules: settled }).last;
}

describe("the rules of the checkers", () => {
  it("are those that presets and kinds make, for every preset and pairing [SM-86]", () => {
    for (const preset of PRESETS) {
      for (const one of KINDS) {
        for (const other of KINDS) {
          const write = created(preset, [one, other]);
          expect([preset, ownRulesIn(world({ preset })).faultOf(write)]).toEqual([preset, undefined]);
        }
      }
    }
  });

  it("are laid over as rooms and creations lay them, a cap member by member [SM-86]", () => {
    const over = {
      cap: { limit: { system: 3, mixed: 4, personal: 7 } },
      turnMs: 9,
      finalTurn: "record",
      totalMs: 90,
    } as const;
    const write = created("index", ["system", "personal"], over);
    expect(ownRulesIn(world({ preset: "index", ...over })).faultOf(write)).toBeUndefined();
    const { turnMs, ...room } = over;
    const split = world({ preset: "index", ...room, turnMs: 8 }, { turnMs });
    expect(ownRulesIn(split).faultOf(write)).toBeUndefined();
    expect(ownRulesIn(world({ preset: "index", ...room })).faultOf(write)).toContain("the rule turnMs");
  });

  it("find a record that carries another cap, window or final turn, and take none of them [SM-86]", () => {
    const write = created("index", ["system", "personal"]);
    const own = ownRulesIn(world({ preset: "index" }));
    const others: Record<string, unknown> = {
      cap: { counts: "turns", limit: 6, mode: "reach", result: "stalled" },
      finalTurn: { system: "record", personal: "record" },
      turnMs: 1,
      totalMs: 1,
      openMs: 1,
      validityMs: 1,
      agentTimeoutMs: 1,
      park: null,
    };
    for (const [name, value] of Object.entries(others)) {
      const wrong = changed(write, (draft) => {
        draft.after.state.rules[name] = value;
      });
      expect(own.faultOf(wrong)).toContain(`the rule ${name}`);
      expect(own.in(wrong).after.state).toEqual(write.after.state);
    }
  });

  it("are those of the record where nobody tells what they were made of, or the preset is somebody's own", () => {
    const write = created("room", ["system", "system"], { turnMs: 7 });
    for (const unknown of [
      ownRulesIn({ mode: "safety", seed: 0 }),
      ownRulesIn(world({ preset: "bindu" })),
      ownRulesIn(world({ preset: "room" }, { preset: "oap" })),
    ]) {
      expect(unknown.faultOf(write)).toBeUndefined();
      expect(unknown.in(write)).toBe(write);
    }
  });
});
