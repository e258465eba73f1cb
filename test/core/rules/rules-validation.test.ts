import { describe, expect, it } from "vitest";
import { checkRules, mergeRules, type RulesInput, rulesInvalid } from "../../../src/core/rules/index.js";
import type { Issue } from "../../../src/errors.js";
import { roomRules } from "../../../src/presets/room/index.js";

const ALL = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;
const TEN_YEARS = 315_360_000_000;

/** What no option takes that wants a number. */
const NO_NUMBERS: readonly unknown[] = [
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 53,
  1e30,
  "5",
  "",
  true,
  [],
  () => 1,
  10n,
];

function issuesOf(over: object): readonly Issue[] {
  const checked = checkRules(mergeRules(roomRules, over as RulesInput), "room");
  return checked.ok ? [] : checked.issues;
}

/** `{ "cap.limit": 7 }` as `{ cap: { limit: 7 } }`. */
function at(path: string, value: unknown): object {
  return path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
}

const park = { parkMs: 1_000, claimBudget: "fresh", claimMs: 500, onClaimExpiry: "repark", freshMs: null };

/** Each option of section 9: values that pass, values that do not, what a message must say was expected. */
const OPTIONS: readonly [
  path: string,
  valid: readonly unknown[],
  invalid: readonly unknown[],
  expected: string,
][] = [
  [
    "actions",
    [["propose", "accept", "reject"], [...ALL], { all: [...ALL] }],
    [null, "propose", 7, true, {}],
    "a list of actions",
  ],
  ["actions.all", [[...ALL]], [null, "propose", undefined, {}], "a list of actions"],
  [
    "opener",
    ["initiator", "responder"],
    [null, "", "Initiator", "both", 0, true, ["initiator"]],
    '"initiator" or "responder"',
  ],
  ["repropose", ["counter", "refuse"], [null, "", "reject", 0, false], '"counter" or "refuse"'],
  ["cap", [{}, { limit: 9 }], [null, 5, "unlimited", [], true], "{ counts, limit, mode, result }"],
  ["cap.counts", ["turns", "proposals"], [null, "rounds", "", 0], '"turns" or "proposals"'],
  [
    "cap.limit",
    [1, 2, 5, 1_000_000, "unlimited"],
    [...NO_NUMBERS, null, "infinite", "Unlimited"],
    'an integer of at least 1 or "unlimited"',
  ],
  ["cap.mode", ["reach", "exceed"], [null, "REACH", "", 1], '"reach" or "exceed"'],
  [
    "cap.result",
    ["expired", "stalled", "refuse"],
    [null, "expire", "", 1],
    '"expired" or "stalled" or "refuse"',
  ],
  [
    "turnMs",
    [1, 30_000, 5_184_000_000, TEN_YEARS, null],
    [...NO_NUMBERS, TEN_YEARS + 1],
    "an integer from 1 to 315360000000 or null",
  ],
  [
    "openMs",
    [1, TEN_YEARS, null],
    [...NO_NUMBERS, TEN_YEARS + 1],
    "an integer from 1 to 315360000000 or null",
  ],
  [
    "totalMs",
    [1, TEN_YEARS, null, { system: 1, mixed: null, personal: 2 }],
    [...NO_NUMBERS, TEN_YEARS + 1],
    "an integer from 1 to 315360000000 or null",
  ],
  [
    "validityMs",
    [1, TEN_YEARS, null],
    [...NO_NUMBERS, TEN_YEARS + 1],
    "an integer from 1 to 315360000000 or null",
  ],
  [
    "agentTimeoutMs",
    [1, TEN_YEARS, null],
    [...NO_NUMBERS, TEN_YEARS + 1],
    "an integer from 1 to 315360000000 or null",
  ],
  [
    "onTurnTimeout",
    ["expire", "stall", "fallback"],
    [null, "expired", "", 0],
    '"expire" or "stall" or "fallback"',
  ],
  ["onTotalTimeout", ["expire", "stall"], [null, "fallback", "", 0], '"expire" or "stall"'],
  ["onFailure", ["stall", "expire"], [null, "fallback", "", 0], '"stall" or "expire"'],
  ["onCancel", ["withdraw", "expire"], [null, "stall", "", 0], '"withdraw" or "expire"'],
  ["withdrawOffTurn", [false], [null, 0, 1, "true", {}], "true or false"],
  [
    "terms",
    ["required", "optional", "none"],
    [null, true, "", "forbidden"],
    '"required" or "optional" or "none"',
  ],
  [
    "finalTurn",
    ["record", { system: "record", personal: "record" }],
    [null, "", "reject", 0, []],
    '"record" or "decide"',
  ],
  ["agentAttempts", [1, 2, 5], [...NO_NUMBERS, null, 6], "an integer from 1 to 5"],
  ["onInvalidAnswer", ["fail", "conservative"], [null, "", "retry", 0], '"fail" or "conservative"'],
  ["repetition", ["off", "guard"], [null, false, "", "on"], '"off" or "guard"'],
  ["deadlockAfter", [2, 4, 100], [...NO_NUMBERS, null, 1], "an integer of at least 2"],
  [
    "consult",
    [null, {}, { maxPerParty: 10 }, { windowMs: 1 }],
    [0, true, "on", []],
    "{ maxPerParty, windowMs } or null",
  ],
  ["consult.maxPerParty", [1, 10], [...NO_NUMBERS, null, 11], "an integer from 1 to 10"],
  [
    "consult.windowMs",
    [1, TEN_YEARS],
    [...NO_NUMBERS, null, TEN_YEARS + 1],
    "an integer from 1 to 315360000000",
  ],
  [
    "park",
    [null, park],
    [0, true, "on", []],
    "{ parkMs, claimBudget, claimMs, onClaimExpiry, freshMs } or null",
  ],
  ["oneActive", ["room", "pair", "none"], [null, "", "all", true], '"room" or "pair" or "none"'],
  ["messageRequiredFor", [[], ["question"], [...ALL]], [null, "question", {}, true], "a list of actions"],
  [
    "assessments",
    ["private", "roles", "shared"],
    [null, "", "public", true],
    '"private" or "roles" or "shared"',
  ],
  [
    "maxMessageLength",
    [1, 10_000, 1_000_000],
    [...NO_NUMBERS, null, 1_000_001],
    "an integer from 1 to 1000000",
  ],
  [
    "maxTermsBytes",
    [1, 65_536, 16_777_216],
    [...NO_NUMBERS, null, 16_777_217],
    "an integer from 1 to 16777216",
  ],
];

const VALID = OPTIONS.flatMap(([path, valid]) => valid.map((value) => [path, value] as const));
const INVALID = OPTIONS.flatMap(([path, , invalid, expected]) =>
  invalid.map((value) => [path, value, expected] as const),
);

describe("checkRules, one option at a time", () => {
  it.each(VALID)("EN-38: takes %s = %j", (path, value) => {
    // Ten years for a turn fit into no shorter total; a total stands in where the value is unlimited.
    expect(issuesOf(at(path, value))).toEqual([]);
  });

  it.each(INVALID)(
    "EN-19, EN-26, EN-38: refuses %s = %s, saying what was expected and what came",
    (path, value, expected) => {
      const [issue, ...more] = issuesOf(at(path, value)).filter((found) => !isKnockOn(found));
      if (path === "actions" && typeof value === "object" && value !== null) {
        expect(issue?.message).toBe("Expected actions.all to be a list of actions, got undefined.");
        return;
      }
      if (value === undefined)
        expect(issue).toEqual({
          path: path.split("."),
          message: `Expected ${path} to be ${expected}, got undefined.`,
        });
      expect(issue?.path).toEqual(path.split("."));
      expect(issue?.message.startsWith(`Expected ${path} to be ${expected}, got `)).toBe(true);
      expect(more).toEqual([]);
    },
  );

  it("EN-19: the message reads as the style demands", () => {
    expect(issuesOf({ cap: { limit: 0 } })).toEqual([
      {
        path: ["cap", "limit"],
        message: 'Expected cap.limit to be an integer of at least 1 or "unlimited", got 0.',
      },
    ]);
    expect(issuesOf({ turnMs: Number.POSITIVE_INFINITY })[0]?.message).toBe(
      "Expected turnMs to be an integer from 1 to 315360000000 or null, got Infinity.",
    );
  });

  it.each([[null], [7], ["room"], [[]], [new Map()], [undefined], [() => ({})]])(
    "EN-38: rules that are no object (%s) are one issue",
    (value) => {
      const checked = checkRules(value, "room");
      expect(checked).toMatchObject({ ok: false, issues: [{ path: [] }] });
      expect(checked.ok ? "" : checked.issues[0]?.message).toMatch(
        /^Expected the rules to be an object, got /,
      );
    },
  );

  it("EN-38: an option that nobody gave is an issue, as nothing is filled in here", () => {
    const checked = checkRules({}, "room");
    expect(checked.ok ? [] : checked.issues.map(({ path }) => path[0])).toEqual(Object.keys(roomRules));
  });
});

/** Deadlines that are missing only because the test set one option to `null`. */
function isKnockOn(issue: Issue): boolean {
  return issue.message.includes("so that");
}

describe("checkRules, nested options", () => {
  it.each<[string, object, (string | number)[]]>([
    ["an unknown action", { actions: ["propose", "accept", "reject", "haggle"] }, ["actions", 3]],
    [
      "an unknown action of a seat",
      { actions: { all: [...ALL], initiator: ["propose", "bid"] } },
      ["actions", "initiator", 1],
    ],
    ["an action named twice", { actions: ["propose", "accept", "reject", "accept"] }, ["actions", 3]],
    ["a hole in a list", { actions: ["propose", , "accept", "reject"] }, ["actions", 1]],
    [
      "a list of a kind that is none",
      { actions: { all: [...ALL], system: "propose" } },
      ["actions", "system"],
    ],
    [
      "an unknown action in messageRequiredFor",
      { messageRequiredFor: ["asking"] },
      ["messageRequiredFor", 0],
    ],
    [
      "a limit for one pairing",
      { cap: { limit: { system: 5, mixed: 0, personal: 5 } } },
      ["cap", "limit", "mixed"],
    ],
    [
      "a missing pairing of the limit",
      { cap: { limit: { system: 5, mixed: 5 } } },
      ["cap", "limit", "personal"],
    ],
    ["a total for one pairing", { totalMs: { system: 5, mixed: 5, personal: -5 } }, ["totalMs", "personal"]],
    ["a missing pairing of the total", { totalMs: { mixed: 5, personal: 5 } }, ["totalMs", "system"]],
    ["a final turn for one kind only", { finalTurn: { system: "record" } }, ["finalTurn", "personal"]],
    ["a wrong final turn", { finalTurn: { system: "stop", personal: "record" } }, ["finalTurn", "system"]],
    ["park without parkMs", { park: { ...park, parkMs: undefined } }, ["park", "parkMs"]],
    ["park with parkMs null", { park: { ...park, parkMs: null } }, ["park", "parkMs"]],
    ["park with parkMs 0", { park: { ...park, parkMs: 0 } }, ["park", "parkMs"]],
    ["park with a wrong budget", { park: { ...park, claimBudget: "rest" } }, ["park", "claimBudget"]],
    ["a fresh budget without claimMs", { park: { ...park, claimMs: undefined } }, ["park", "claimMs"]],
    ["a fresh budget with claimMs null", { park: { ...park, claimMs: null } }, ["park", "claimMs"]],
    ["a remaining budget with claimMs", { park: { ...park, claimBudget: "remaining" } }, ["park", "claimMs"]],
    ["park with a wrong expiry", { park: { ...park, onClaimExpiry: "expire" } }, ["park", "onClaimExpiry"]],
    ["park with freshMs 0", { park: { ...park, freshMs: 0 } }, ["park", "freshMs"]],
    [
      "park with freshMs of ten years and a bit",
      { park: { ...park, freshMs: TEN_YEARS + 1 } },
      ["park", "freshMs"],
    ],
  ])("EN-38: refuses %s, with its path", (_name, over, path) => {
    expect(issuesOf(over).map((issue) => issue.path)).toEqual([path]);
  });

  it.each<[object, (string | number)[], string]>([
    [{ turnMS: 1 }, ["turnMS"], "got turnMS. The nearest is turnMs."],
    [{ turnTimeout: 1 }, ["turnTimeout"], "The nearest is onTurnTimeout."],
    [{ preset: "room" }, ["preset"], "got preset."],
    [{ cap: { limits: 5 } }, ["cap", "limits"], "got cap.limits. The nearest is cap.limit."],
    [
      { cap: { limit: { system: 1, mixed: 1, personal: 1, persons: 2 } } },
      ["cap", "limit", "persons"],
      "The nearest is cap.limit.personal.",
    ],
    [{ totalMs: { system: 1, mixed: 1, personal: 1, human: 2 } }, ["totalMs", "human"], "got totalMs.human."],
    [
      { actions: { all: [...ALL], responders: [] } },
      ["actions", "responders"],
      "The nearest is actions.responder.",
    ],
    [
      { finalTurn: { system: "record", personal: "record", mixed: "record" } },
      ["finalTurn", "mixed"],
      "got finalTurn.mixed.",
    ],
    [{ consult: { max: 1 } }, ["consult", "max"], "The nearest is consult.maxPerParty."],
    [{ park: { ...park, parkms: 1 } }, ["park", "parkms"], "The nearest is park.parkMs."],
    [JSON.parse('{"__proto__":{"opener":"responder"}}'), ["__proto__"], "got __proto__."],
  ])("EN-38: names the nearest known key for the unknown one of %j", (over, path, text) => {
    const [issue, ...more] = issuesOf(over);
    expect(issue?.path).toEqual(path);
    expect(issue?.message).toContain("Expected a known option, got ");
    expect(issue?.message).toContain(text);
    expect(more).toEqual([]);
  });

  it("EN-38: one answer lists all issues, each once", () => {
    const issues = issuesOf({
      opener: "both",
      turnMs: 0,
      cap: { limit: -1, mode: "reached", extra: 1 },
      consult: { maxPerParty: 11 },
      deadlockAfter: 1,
      nonsense: true,
    });
    expect(issues.map(({ path }) => path.join("."))).toEqual([
      "opener",
      "cap.limit",
      "cap.mode",
      "cap.extra",
      "turnMs",
      "deadlockAfter",
      "consult.maxPerParty",
      "nonsense",
    ]);
  });

  it("SY-15: long values are cut in messages", () => {
    const [issue] = issuesOf({ opener: "x".repeat(1_000) });
    expect(issue?.message.length).toBeLessThan(200);
    expect(issuesOf({ ["y".repeat(1_000)]: 1 })[0]?.message.length).toBeLessThan(200);
  });
});

describe("checkRules, what it gives", () => {
  function complete(over: object) {
    const checked = checkRules(mergeRules(roomRules, over as RulesInput), "mine");
    if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
    return checked.rules;
  }

  it("EN-38: completes lists, pairings and kinds", () => {
    expect(complete({})).toEqual({
      ...roomRules,
      preset: "mine",
      actions: {
        all: ["propose", "counter", "accept", "reject"],
        initiator: null,
        responder: null,
        system: null,
        personal: null,
      },
      cap: {
        counts: "turns",
        limit: { system: 5, mixed: 5, personal: 5 },
        mode: "exceed",
        result: "expired",
      },
      totalMs: { system: 120_000, mixed: 120_000, personal: 120_000 },
      finalTurn: { system: "record", personal: "record" },
    });
  });

  it("EN-33: a consult asks once a party and waits a day unless told otherwise", () => {
    expect(complete({ consult: {} }).consult).toEqual({ maxPerParty: 1, windowMs: 86_400_000 });
    expect(complete({ consult: { maxPerParty: undefined, windowMs: 5 } }).consult).toEqual({
      maxPerParty: 1,
      windowMs: 5,
    });
  });

  it("PT-4: claimMs is null with a remaining budget, freshMs null when left out", () => {
    expect(complete({ park: { parkMs: 5, claimBudget: "remaining", onClaimExpiry: "close" } }).park).toEqual({
      parkMs: 5,
      claimBudget: "remaining",
      claimMs: null,
      onClaimExpiry: "close",
      freshMs: null,
    });
    expect(complete({ park }).park).toEqual(park);
  });

  it("EN-9: question always needs a message", () => {
    expect(complete({ messageRequiredFor: [] }).messageRequiredFor).toEqual(["question"]);
    expect(complete({ messageRequiredFor: ["counter"] }).messageRequiredFor).toEqual(["counter", "question"]);
    expect(complete({ messageRequiredFor: ["question", "counter"] }).messageRequiredFor).toEqual([
      "question",
      "counter",
    ]);
  });

  it("EN-35: is deep-frozen and shares nothing with what was given", () => {
    const actions = ["propose", "accept", "reject"];
    const rules = complete({ actions, consult: {}, park });
    actions.push("nonsense");
    expect(rules.actions.all).toEqual(["propose", "accept", "reject"]);
    expect(() => (rules.actions.all as string[]).push("x")).toThrow(TypeError);
    expect(Object.values(rules).every((value) => Object.isFrozen(value))).toBe(true);
    expect(Object.isFrozen(rules.cap.limit)).toBe(true);
  });

  it("EN-1: rules as they stand in a record may be handed in again", () => {
    const { preset: _preset, ...again } = complete({
      actions: { all: [...ALL], system: ["propose", "accept", "reject"] },
      consult: {},
      park,
    });
    expect(complete(again)).toEqual({ preset: "mine", ...again });
  });
});

describe("rulesInvalid", () => {
  it("EN-38: carries all issues and shows the first", () => {
    const error = rulesInvalid("the rules of preset blitz", issuesOf({ turnMs: 0, opener: 1 }));
    expect(error.code).toBe("rules_invalid");
    expect(error.details["issues"]).toHaveLength(2);
    expect(error.message).toBe(
      'Expected the rules of preset blitz to be valid, got 2 issues (all in details.issues), the first: Expected opener to be "initiator" or "responder", got 1.',
    );
    expect(rulesInvalid("the rules", issuesOf({ turnMs: 0 })).message).toBe(
      "Expected the rules to be valid, got one issue: Expected turnMs to be an integer from 1 to 315360000000 or null, got 0.",
    );
  });
});
