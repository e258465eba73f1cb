import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { definePreset } from "../../../src/presets/registry/index.js";
import { RulesResolver, type ServiceRules } from "../../../src/service/commands/index.js";

const A = { id: "a", kind: "system" } as const;
const B = { id: "b", kind: "system" } as const;
const P = { id: "p", kind: "personal" } as const;

function issuesOf(given: unknown, over?: unknown, hasFallback = false): unknown[] {
  try {
    new RulesResolver(given as ServiceRules, hasFallback).rulesFor(A, B, over as ServiceRules | undefined);
  } catch (error) {
    if (!NegotiationError.isInstance(error) || error.code !== "rules_invalid") throw error;
    return (error.details["issues"] as { path: unknown[] }[]).map(({ path }) => path.join("."));
  }
  return [];
}

describe("RulesResolver", () => {
  it("RM-2: starts from the preset room when none is named", () => {
    const rules = new RulesResolver({}, false).rulesFor(A, B, undefined);
    expect(rules).toMatchObject({ preset: "room", turnMs: 30_000, totalMs: 120_000, cap: { limit: 5 } });
    expect(Object.isFrozen(rules)).toBe(true);
  });

  it("EN-18: resolves by pairing, once for each", () => {
    const book = new RulesResolver(
      {
        totalMs: 600_000,
        cap: {
          counts: "turns",
          limit: { system: 6, mixed: 8, personal: "unlimited" },
          mode: "exceed",
          result: "stalled",
        },
      },
      false,
    );
    expect(book.rulesFor(A, B, undefined).cap.limit).toBe(6);
    expect(book.rulesFor(A, P, undefined).cap.limit).toBe(8);
    expect(book.rulesFor(P, B, undefined).cap.limit).toBe(8);
    expect(book.rulesFor(P, { ...P, id: "q" }, undefined).cap.limit).toBe("unlimited");
    expect(book.rulesFor(A, B, undefined)).toBe(book.rulesFor(B, A, undefined));
  });

  it("EN-1: equal rules are one frozen object, however they came about", () => {
    const book = new RulesResolver({ turnMs: 90_000 }, false);
    const own = book.rulesFor(A, B, undefined);
    expect(book.rulesFor(A, B, { turnMs: 90_000 })).toBe(own);
    expect(book.rulesFor(A, B, {})).toBe(own);
    expect(book.shared(JSON.parse(JSON.stringify(own)))).toBe(own);
    expect(book.rulesFor(A, B, { turnMs: 1 })).not.toBe(own);
  });

  it("EN-1: shares the newest of many, and forgets the oldest", () => {
    const book = new RulesResolver({}, false);
    const first = book.rulesFor(A, B, { turnMs: 1 });
    for (let turnMs = 2; turnMs <= 1_001; turnMs += 1) book.rulesFor(A, B, { turnMs });
    expect(book.rulesFor(A, B, { turnMs: 1_001 })).toBe(book.rulesFor(A, B, { turnMs: 1_001 }));
    const again = book.rulesFor(A, B, { turnMs: 1 });
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it("lays a creation's rules over the service's, or begins with the preset that they name", () => {
    const book = new RulesResolver({ turnMs: 90_000 }, false);
    expect(book.rulesFor(A, B, { totalMs: 500_000 })).toMatchObject({ turnMs: 90_000, totalMs: 500_000 });
    const bindu = book.rulesFor(A, B, { preset: "bindu" });
    expect(bindu.preset).toBe("bindu");
    expect(bindu.turnMs).not.toBe(90_000);
  });

  it("EN-51: takes a defined preset as it takes a known name", () => {
    const mine = definePreset({ name: "mine", rules: { turnMs: 7_000 }, projectContext: () => "projected" });
    const book = new RulesResolver({ preset: mine, totalMs: 9_000 }, false);
    expect(book.rulesFor(A, B, undefined)).toMatchObject({ preset: "mine", turnMs: 7_000, totalMs: 9_000 });
    const rules = book.rulesFor(A, B, undefined);
    expect(book.projectionOf({ rules })?.(null, "initiator")).toBe("projected");
    expect(
      new RulesResolver({}, false).projectionOf({ rules: { ...rules, preset: "room" } }),
    ).toBeUndefined();
  });

  it("EN-38, B-35: one rules_invalid lists all issues, of the constructor and of a creation", () => {
    const [turnMs, validityMs, agentTimeoutMs] = [Number.POSITIVE_INFINITY, 1.5, "30000"];
    const wrong = { turnMs, totalMs: Number.NaN, agentTimeoutMs, validityMs, agentAttempts: 9, turnsMs: 1 };
    for (const issues of [issuesOf(wrong), issuesOf({}, wrong)])
      expect(issues.sort()).toEqual(Object.keys(wrong).sort());
  });

  it.each(["unknown", 7, null, {}, { name: "x" }, { name: 7, rules: {} }, "toString"])(
    "refuses %j as a preset",
    (preset) => {
      expect(issuesOf({ preset })).toEqual(["preset"]);
    },
  );

  it("needs a fallback agent where the rules call for one", () => {
    const given = { onTurnTimeout: "fallback" } as const;
    expect(issuesOf(given)).toEqual(["onTurnTimeout"]);
    expect(issuesOf({}, given)).toEqual(["onTurnTimeout"]);
    expect(issuesOf(given, undefined, true)).toEqual([]);
  });
});
