import { describe, expect, it } from "vitest";
import type { NegotiationState } from "../../../../src/core/record/index.js";
import { faultOfWindows } from "../../../../src/simulation/invariants/transitions/index.js";
import { stateIn } from "../../../../src/simulation/observation/index.js";
import type { PresetRules } from "../../../../src/testing/agents/index.js";
import { Script } from "../../observed-histories.js";

const CLAIM = { agentId: "a", claimId: "c" } as const;
const PARK = { parkMs: 300_000, claimBudget: "remaining", onClaimExpiry: "repark" } as const;
const FRESH = {
  parkMs: 86_400_000,
  claimBudget: "fresh",
  claimMs: 21_600_000,
  onClaimExpiry: "repark",
} as const;

const started = (rules: PresetRules = {}): Script =>
  new Script({ totalMs: null, consult: {}, onTurnTimeout: "fallback", park: PARK, ...rules }).move({
    action: "propose",
    terms: 1,
  });
const of = (script: Script): NegotiationState => stateIn(script.last.after);
const at = (
  state: NegotiationState,
  name: keyof NegotiationState["deadlines"],
  ms: number | null,
): string | undefined => faultOfWindows({ ...state, deadlines: { ...state.deadlines, [name]: ms } });

describe("the deadlines that a record has to have", () => {
  it("are those that the core arms", () => {
    const scripts = [
      new Script({ openMs: 50 }),
      started({ validityMs: 700 }),
      started().give({ type: "park" }),
      started()
        .give({ type: "park" })
        .give({ type: "claim", ...CLAIM }),
      started({ park: FRESH })
        .give({ type: "park" })
        .give({ type: "claim", ...CLAIM }),
      started().due(),
      started().give({ type: "consult", partyId: "smith", id: "q", question: "How far?" }),
      started().move({ action: "accept" }),
    ];
    for (const script of scripts) expect(faultOfWindows(of(script))).toBeUndefined();
  });

  it("are off by nothing, and armed where they have to be", () => {
    const state = of(started({ totalMs: 9_000, validityMs: 700 }));
    for (const name of ["totalAt", "turnAt", "validityAt"] as const) {
      const ms = state.deadlines[name] ?? 0;
      expect(at(state, name, ms)).toBeUndefined();
      expect(at(state, name, ms + 1)).toContain(name);
      expect(at(state, name, ms - 1)).toContain(name);
      expect(at(state, name, null)).toContain(name);
    }
    for (const name of ["consultAt", "parkAt", "claimAt"] as const)
      expect(at(state, name, 9)).toContain(name);
  });

  it("leave nothing armed in the end", () => {
    expect(at(of(started().move({ action: "accept" })), "turnAt", 5)).toContain("turnAt");
  });

  it("give a claim the budget of PT-4", () => {
    const claimedAfter = (park: PresetRules["park"], ms: number): number => {
      const script = started({ park, turnMs: 86_400_000 * 3 }).give({ type: "park" });
      const parkedAt = script.now;
      const state = of(script.give({ type: "claim", ...CLAIM }, ms));
      expect(faultOfWindows(state)).toBeUndefined();
      expect(at(state, "claimAt", (state.deadlines.claimAt ?? 0) + 1)).toContain("claimAt");
      return (state.deadlines.claimAt ?? 0) - parkedAt;
    };
    expect(claimedAfter(PARK, 200_000)).toBe(300_000);
    expect(claimedAfter(PARK, 299_800)).toBe(300_800);
    expect(claimedAfter(FRESH, 3_600_000)).toBe(7 * 3_600_000);
    expect(claimedAfter(FRESH, 23 * 3_600_000)).toBe(29 * 3_600_000);
  });
});
