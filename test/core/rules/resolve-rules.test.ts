import { describe, expect, it } from "vitest";
import type { CompleteRules, RulesInput } from "../../../src/core/rules/index.js";
import { checkRules, mergeRules, resolveRules } from "../../../src/core/rules/index.js";
import { roomRules } from "../../../src/presets/room/index.js";

const system = { id: "a", kind: "system" } as const;
const personal = { id: "b", kind: "personal" } as const;

function complete(over: RulesInput): CompleteRules {
  const checked = checkRules(mergeRules(roomRules, over), "room");
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.rules;
}

describe("mergeRules", () => {
  it("EN-42: an option that is given replaces, one that is undefined says nothing", () => {
    expect(mergeRules({ turnMs: 1, openMs: 2 }, { turnMs: 3, openMs: undefined })).toEqual({
      turnMs: 3,
      openMs: 2,
    });
    expect(mergeRules({ turnMs: 1 }, { turnMs: null })).toEqual({ turnMs: null });
    expect(mergeRules(roomRules, undefined)).toBe(roomRules);
    expect(mergeRules(roomRules, {})).toEqual(roomRules);
  });

  it("EN-42: cap merges member by member, its limit as a whole", () => {
    expect(mergeRules(roomRules, { cap: { limit: 9 } }).cap).toEqual({
      counts: "turns",
      limit: 9,
      mode: "exceed",
      result: "expired",
    });
    expect(mergeRules(roomRules, { cap: { limit: undefined, mode: "reach" } }).cap).toMatchObject({
      limit: 5,
      mode: "reach",
    });
    const limit = { system: 1, mixed: 2, personal: 3 };
    expect(mergeRules({ cap: { limit } }, { cap: { limit: 9 } }).cap).toEqual({ limit: 9 });
    expect(mergeRules({ cap: { limit: 9 } }, { cap: { limit } }).cap).toEqual({ limit });
    expect(mergeRules({}, { cap: { limit: 9 } })).toEqual({ cap: { limit: 9 } });
  });

  it("EN-42: finalTurn, actions, park, consult and totalMs are replaced as a whole", () => {
    const base: RulesInput = {
      finalTurn: { system: "decide", personal: "record" },
      actions: { all: ["propose"], system: ["propose"] },
      park: { parkMs: 1, claimBudget: "fresh", claimMs: 2, onClaimExpiry: "close" },
      consult: { maxPerParty: 2, windowMs: 3 },
      totalMs: { system: 1, mixed: 2, personal: 3 },
    };
    const over: RulesInput = {
      finalTurn: "record",
      actions: ["accept"],
      park: { parkMs: 1, claimBudget: "remaining", onClaimExpiry: "close" },
      consult: { windowMs: 4 },
      totalMs: null,
    };
    expect(mergeRules(base, over)).toEqual(over);
    expect(mergeRules(base, { park: null, consult: null })).toEqual({ ...base, park: null, consult: null });
  });

  it("EN-42: changes neither of the two", () => {
    const base = Object.freeze({ cap: Object.freeze({ limit: 5, mode: "exceed" }) }) as RulesInput;
    const over = Object.freeze({ cap: Object.freeze({ limit: 9 }) }) as RulesInput;
    mergeRules(base, over);
    expect(base).toEqual({ cap: { limit: 5, mode: "exceed" } });
    expect(over).toEqual({ cap: { limit: 9 } });
  });

  it.each([[null], [7], ["fast"], [[]], [new Map()], [new Date(0)]])(
    "EN-38: what is no rules at all (%s) reaches the check unchanged",
    (over) => {
      expect(mergeRules(roomRules, over as never)).toBe(over);
      expect(mergeRules(roomRules, { cap: over } as never).cap).toBe(over);
    },
  );

  it("EN-38: an own __proto__ stays an own member, for the check to refuse", () => {
    const merged = mergeRules(
      roomRules,
      JSON.parse('{"__proto__":{"opener":"responder"},"cap":{"__proto__":1}}'),
    );
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    const checked = checkRules(merged, "room");
    expect(checked.ok ? [] : checked.issues.map(({ path }) => path.join("."))).toEqual([
      "cap.__proto__",
      "__proto__",
    ]);
  });
});

describe("resolveRules", () => {
  const byPairing: RulesInput = {
    cap: { limit: { system: 6, mixed: 8, personal: "unlimited" } },
    totalMs: { system: null, mixed: 7, personal: 86_400_000 },
  };

  it.each([
    [system, system, 6, null],
    [system, personal, 8, 7],
    [personal, system, 8, 7],
    [personal, personal, "unlimited", 86_400_000],
  ] as const)("EN-18: %j against %j", (initiator, responder, limit, totalMs) => {
    const rules = resolveRules(complete(byPairing), initiator, responder);
    expect(rules.cap).toEqual({ counts: "turns", limit, mode: "exceed", result: "expired" });
    expect(rules.totalMs).toBe(totalMs);
  });

  it("EN-1: is deep-frozen JSON that survives a round trip", () => {
    const rules = resolveRules(complete({ ...byPairing, consult: {} }), system, personal);
    expect(JSON.parse(JSON.stringify(rules))).toStrictEqual(rules);
    expect(Object.isFrozen(rules)).toBe(true);
    for (const value of Object.values(rules)) expect(Object.isFrozen(value)).toBe(true);
    expect(Object.isFrozen(rules.actions.all)).toBe(true);
  });

  it("EN-1: equal rules give equal JSON, however they were written", () => {
    const one = complete({ turnMs: 5, cap: { mode: "exceed", limit: 7 }, finalTurn: "record" });
    const other = complete({
      finalTurn: { personal: "record", system: "record" },
      cap: { limit: { personal: 7, mixed: 7, system: 7 } },
      actions: { all: ["propose", "counter", "accept", "reject"] },
      turnMs: 5,
    });
    expect(JSON.stringify(resolveRules(other, system, system))).toBe(
      JSON.stringify(resolveRules(one, system, system)),
    );
  });

  it("EN-1: the keys stand in the order of NegotiationRules", () => {
    expect(JSON.stringify(resolveRules(complete({ consult: {} }), system, system))).toBe(
      '{"preset":"room","actions":{"all":["propose","counter","accept","reject"],"initiator":null,"responder":null,"system":null,"personal":null},' +
        '"opener":"initiator","repropose":"counter","cap":{"counts":"turns","limit":5,"mode":"exceed","result":"expired"},' +
        '"turnMs":30000,"openMs":null,"totalMs":120000,"validityMs":null,"agentTimeoutMs":null,"onTurnTimeout":"expire","onTotalTimeout":"expire",' +
        '"onFailure":"stall","onCancel":"withdraw","onReject":"end","withdrawOffTurn":false,"terms":"required","partialTerms":"refuse","finalTurn":{"system":"record","personal":"record"},' +
        '"agentAttempts":2,"onInvalidAnswer":"fail","repetition":"off","deadlockAfter":4,"consult":{"maxPerParty":1,"windowMs":86400000},"park":null,' +
        '"oneActive":"room","messageRequiredFor":["question"],"assessments":"private","assessmentRequired":false,"maxMessageLength":10000,"maxTermsBytes":65536}',
    );
  });
});
