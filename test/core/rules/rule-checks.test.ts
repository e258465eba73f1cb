import { describe, expect, it } from "vitest";
import { oneOf, shape } from "../../../src/core/rules/index.js";
import {
  actionList,
  alikeOrEach,
  type Check,
  duration,
  flag,
  integer,
  integerOr,
  nullable,
  optional,
} from "../../../src/core/rules/rule-checks.js";
import type { Issue } from "../../../src/errors.js";

const PAIRINGS = ["system", "mixed", "personal"] as const;

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
    ["a word beside integers", integerOr("unlimited", 1), "unlimited", "unlimited"],
    ["an integer beside a word", integerOr("unlimited", 1), 7, 7],
    ["false", flag, false, false],
    ["ten years", duration, 315_360_000_000, 315_360_000_000],
    ["null where it may be", nullable(duration), null, null],
    ["what is absent", optional(duration, 7), undefined, 7],
    ["one value for all pairings", alikeOrEach(PAIRINGS, duration), 5, { system: 5, mixed: 5, personal: 5 }],
    [
      "null for all pairings",
      alikeOrEach(PAIRINGS, nullable(duration)),
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
    [
      "another word beside integers",
      integerOr("unlimited", 2),
      "endless",
      'Expected cap.x[2] to be an integer of at least 2 or "unlimited", got "endless".',
    ],
    ["a word for a flag", flag, "yes", 'Expected cap.x[2] to be true or false, got "yes".'],
    [
      "null where it may not be",
      duration,
      null,
      "Expected cap.x[2] to be an integer from 1 to 315360000000, got null.",
    ],
    [
      "what is absent",
      duration,
      undefined,
      "Expected cap.x[2] to be an integer from 1 to 315360000000, got undefined.",
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
      reading(alikeOrEach(PAIRINGS, duration), { system: 0, mixed: 1, personal: 0, human: 1 }).messages,
    ).toHaveLength(3);
  });
});

describe("shape", () => {
  const read = (value: unknown): { found: unknown; issues: Issue[] } => {
    const issues: Issue[] = [];
    const found = shape({ a: integer(1), b: optional(flag, false) }, "{ a, b }")(value, ["cap"], issues);
    return { found, issues };
  };

  it("EN-38: gives what was read, in the order of its checks", () => {
    const { found, issues } = read({ b: true, a: 1 });
    expect(JSON.stringify(found)).toBe('{"a":1,"b":true}');
    expect(issues).toEqual([]);
    expect(read({ a: 1 }).found).toEqual({ a: 1, b: false });
  });

  it("EN-38: gives nothing when a member is wrong, missing or unknown", () => {
    expect(read({ a: 0 }).found).toBeUndefined();
    expect(read({}).issues).toMatchObject([{ path: ["cap", "a"] }]);
    expect(read({ a: 1, c: 2 })).toEqual({
      found: undefined,
      issues: [{ path: ["cap", "c"], message: "Expected a known option, got cap.c. The nearest is cap.a." }],
    });
    expect(read([]).issues).toEqual([{ path: ["cap"], message: "Expected cap to be { a, b }, got []." }]);
  });
});
