import { describe, expect, it } from "vitest";
import {
  actionList,
  byPairing,
  type Check,
  duration,
  flag,
  integer,
  members,
  nullable,
  oneOf,
  optional,
} from "../../src/core/rule-checks.js";
import type { Issue } from "../../src/errors.js";

function reading<T>(check: Check<T>, value: unknown): { read: T | undefined; messages: string[] } {
  const issues: Issue[] = [];
  return { read: check(value, ["cap", "x", 2], issues), messages: issues.map(({ message }) => message) };
}

describe("the checks of single values", () => {
  it.each<[string, Check<unknown>, unknown, unknown]>([
    ["a word", oneOf("on", "off"), "on", "on"],
    ["an integer at its lower end", integer(1, 5), 1, 1],
    ["an integer at its upper end", integer(1, 5), 5, 5],
    ["the largest safe integer", integer(1), Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["false", flag, false, false],
    ["ten years", duration, 315_360_000_000, 315_360_000_000],
    ["null where it may be", nullable(duration), null, null],
    ["what is absent", optional(duration, 7), undefined, 7],
    ["one value for all pairings", byPairing(duration), 5, { system: 5, mixed: 5, personal: 5 }],
    [
      "null for all pairings",
      byPairing(nullable(duration)),
      null,
      { system: null, mixed: null, personal: null },
    ],
    ["an empty list", actionList, [], []],
  ])("EN-38: read %s", (_name, check, value, expected) => {
    expect(reading(check, value)).toEqual({ read: expected, messages: [] });
  });

  it.each<[string, Check<unknown>, unknown, string]>([
    ["another word", oneOf("on", "off"), "ON", 'Expected cap.x[2] to be "on" or "off", got "ON".'],
    ["an integer too small", integer(1, 5), 0, "Expected cap.x[2] to be an integer from 1 to 5, got 0."],
    ["an integer too large", integer(1, 5), 6, "Expected cap.x[2] to be an integer from 1 to 5, got 6."],
    [
      "an unsafe integer",
      integer(1),
      2 ** 53,
      "Expected cap.x[2] to be an integer of at least 1, got 9007199254740992.",
    ],
    ["a word for a flag", flag, "yes", 'Expected cap.x[2] to be true or false, got "yes".'],
    [
      "null where it may not be",
      duration,
      null,
      "Expected cap.x[2] to be an integer from 1 to 315360000000 (ms), got null.",
    ],
    [
      "what is absent",
      duration,
      undefined,
      "Expected cap.x[2] to be an integer from 1 to 315360000000 (ms), got undefined.",
    ],
    [
      "one of a list",
      actionList,
      ["accept", "buy"],
      'Expected cap.x[2][1] to be "propose" or "counter" or "accept" or "reject" or "question" or "withdraw", got "buy".',
    ],
    [
      "a repetition",
      actionList,
      ["accept", "accept"],
      'Expected cap.x[2][1] to be named once only, got "accept".',
    ],
  ])("EN-38: refuse %s, saying what was expected and what came", (_name, check, value, message) => {
    expect(reading(check, value)).toEqual({ read: undefined, messages: [message] });
  });

  it("EN-38: every issue of a list or of pairings is told", () => {
    expect(reading(actionList, ["buy", "sell"]).messages).toHaveLength(2);
    expect(
      reading(byPairing(duration), { system: 0, mixed: 1, personal: 0, human: 1 }).messages,
    ).toHaveLength(3);
  });
});

describe("members", () => {
  it("EN-38: gives what was read, unless a member is missing or unknown", () => {
    const issues: Issue[] = [];
    expect(members<{ a: number }>({ a: 1 }, { a: 1 }, [], issues)).toEqual({ a: 1 });
    expect(members<{ a: number }>({ a: undefined }, {}, [], issues)).toBeUndefined();
    expect(issues).toEqual([]);
    expect(members<{ a: number }>({ a: 1 }, { a: 1, b: 2 }, ["cap"], issues)).toBeUndefined();
    expect(issues).toEqual([
      { path: ["cap", "b"], message: "Expected a known option, got cap.b. The nearest is cap.a." },
    ]);
  });
});
