import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTIONS } from "../../../src/core/record/index.js";
import { checkRules, mergeRules } from "../../../src/core/rules/index.js";
import { type ArbitraryRules, arbitraryRules } from "../../../src/fuzz/arbitraries/index.js";
import { knownPresets } from "../../../src/presets/registry/index.js";
import { roomRules } from "../../../src/presets/room/index.js";

const sample: readonly ArbitraryRules[] = fc.sample(arbitraryRules(), { numRuns: 1_000, seed: 1 });

function merged({ preset, ...over }: ArbitraryRules) {
  return mergeRules(knownPresets[preset].rules, over);
}

describe("arbitrary rules", () => {
  it("are always accepted", () => {
    fc.assert(
      fc.property(arbitraryRules(), (rules) => {
        const checked = checkRules(merged(rules), rules.preset);
        expect(checked.ok ? [] : checked.issues).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("cover the five presets and every option", () => {
    expect(new Set(sample.map(({ preset }) => preset))).toEqual(new Set(Object.keys(knownPresets)));
    const options = new Set(sample.flatMap((rules) => Object.keys(rules)));
    expect([...Object.keys(roomRules), "preset"].filter((name) => !options.has(name))).toEqual([]);
  });

  it.each([
    [
      "actions with question",
      (rules: ArbitraryRules) => JSON.stringify(rules.actions ?? "").includes("question"),
    ],
    [
      "actions by seat",
      ({ actions = [] }: ArbitraryRules) => "all" in actions && actions.initiator !== undefined,
    ],
    ["the responder as opener", ({ opener }: ArbitraryRules) => opener === "responder"],
    ["an unlimited cap", ({ cap }: ArbitraryRules) => cap?.limit === "unlimited"],
    ["a cap by pairing", ({ cap }: ArbitraryRules) => typeof cap?.limit === "object"],
    ["a cap of 1", ({ cap }: ArbitraryRules) => cap?.limit === 1],
    ["a cap that is reached", ({ cap }: ArbitraryRules) => cap?.mode === "reach"],
    ["a cap that refuses", ({ cap }: ArbitraryRules) => cap?.result === "refuse"],
    ["a last turn that decides", ({ finalTurn }: ArbitraryRules) => finalTurn === "decide"],
    ["no turn deadline", ({ turnMs }: ArbitraryRules) => turnMs === null],
    ["no total deadline", ({ totalMs }: ArbitraryRules) => totalMs === null],
    [
      "a total deadline by pairing",
      ({ totalMs }: ArbitraryRules) => typeof totalMs === "object" && totalMs !== null,
    ],
    ["parking with fresh claims", ({ park }: ArbitraryRules) => park?.claimBudget === "fresh"],
    ["parking within what remains", ({ park }: ArbitraryRules) => park?.claimBudget === "remaining"],
    ["a consult", ({ consult }: ArbitraryRules) => consult?.maxPerParty !== undefined],
    ["a fallback", ({ onTurnTimeout }: ArbitraryRules) => onTurnTimeout === "fallback"],
  ])("know %s", (_, isThere) => {
    expect(sample.filter(isThere).length).toBeGreaterThan(0);
  });

  it("leave room to counter most of the time", () => {
    const withCounter = sample.filter((rules) => {
      const { actions = ACTIONS } = merged(rules);
      return ("all" in actions ? actions.all : actions).includes("counter");
    });
    expect(withCounter.length).toBeGreaterThan(600);
  });

  it("ask for no fallback agent where there is none", () => {
    fc.assert(
      fc.property(
        arbitraryRules({ hasFallback: false }),
        (rules) => merged(rules).onTurnTimeout !== "fallback",
      ),
      { numRuns: 300 },
    );
  });

  it("shrink to the preset room", () => {
    const { counterexample } = fc.check(fc.property(arbitraryRules(), () => false));
    expect(counterexample?.[0]).toEqual({ preset: "room" });
  });
});
