import { describe, expect, it } from "vitest";
import { checkRules, mergeRules, type RulesInput } from "../../../src/core/rules/index.js";
import type { Issue } from "../../../src/errors.js";
import { roomRules } from "../../../src/presets/room/index.js";

const ALL = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;
const park = { parkMs: 1_000, claimBudget: "fresh", claimMs: 500, onClaimExpiry: "repark", freshMs: null };

function issuesOf(over: object): readonly Issue[] {
  const checked = checkRules(mergeRules(roomRules, over as RulesInput), "room");
  return checked.ok ? [] : checked.issues;
}

describe("ruleConflicts", () => {
  const paths = (over: object): string[] => issuesOf(over).map(({ path }) => path.join("."));

  it("EN-17: refuse cannot be combined with reach", () => {
    expect(issuesOf({ cap: { mode: "reach", result: "refuse" } })).toEqual([
      {
        path: ["cap", "result"],
        message: 'Expected cap.result to be "expired" or "stalled" with cap.mode "reach", got "refuse".',
      },
    ]);
    expect(issuesOf({ cap: { mode: "exceed", result: "refuse" } })).toEqual([]);
    expect(issuesOf({ cap: { mode: "reach", result: "stalled" } })).toEqual([]);
  });

  it("EN-17: a final turn that must decide needs reach; record may stand anywhere", () => {
    expect(paths({ finalTurn: "decide" })).toEqual(["finalTurn"]);
    expect(paths({ finalTurn: { system: "decide", personal: "record" } })).toEqual(["finalTurn"]);
    expect(paths({ finalTurn: { system: "record", personal: "decide" } })).toEqual(["finalTurn"]);
    expect(paths({ finalTurn: "record" })).toEqual([]);
    expect(paths({ finalTurn: "decide", cap: { mode: "reach" } })).toEqual([]);
  });

  it("EN-18: a limit of 1 can be exceeded but not reached", () => {
    expect(paths({ cap: { limit: 1 } })).toEqual([]);
    expect(issuesOf({ cap: { limit: 1, mode: "reach" } })[0]?.message).toBe(
      'Expected cap.limit to be an integer of at least 2 or "unlimited", got 1.',
    );
    expect(paths({ cap: { limit: { system: 2, mixed: 1, personal: 2 }, mode: "reach" } })).toEqual([
      "cap.limit.mixed",
    ]);
    expect(paths({ cap: { limit: 2, mode: "reach" } })).toEqual([]);
  });

  it("EN-25: unlimited for a pairing demands a finite total for that pairing", () => {
    const limit = { system: 6, mixed: 8, personal: "unlimited" };
    expect(paths({ cap: { limit: "unlimited" }, totalMs: 1 })).toEqual([]);
    expect(issuesOf({ cap: { limit: "unlimited" }, totalMs: null })).toEqual([
      {
        path: ["totalMs"],
        message:
          'Expected totalMs to be finite where cap.limit is "unlimited" (system, mixed, personal), got null.',
      },
    ]);
    expect(paths({ cap: { limit }, totalMs: { system: null, mixed: null, personal: 1 } })).toEqual([]);
    expect(
      issuesOf({ cap: { limit }, totalMs: { system: 1, mixed: 1, personal: null } })[0]?.message,
    ).toContain("(personal)");
    expect(
      paths({
        cap: { limit: { ...limit, mixed: "unlimited" } },
        totalMs: { system: null, mixed: null, personal: 1 },
      }),
    ).toEqual(["totalMs"]);
  });

  /** Which of opening, answer and fallback lack a deadline, by turnMs, openMs, totalMs, validityMs and fallback. */
  it.each<[string, object, string[]]>([
    ["turnMs alone", { turnMs: 1, totalMs: null }, []],
    ["totalMs alone", { turnMs: null, totalMs: 1 }, []],
    ["neither", { turnMs: null, totalMs: null }, ["an opening", "an answer"]],
    ["openMs only", { turnMs: null, totalMs: null, openMs: 1 }, ["an answer"]],
    ["validityMs only", { turnMs: null, totalMs: null, validityMs: 1 }, ["an opening"]],
    ["openMs and validityMs", { turnMs: null, totalMs: null, openMs: 1, validityMs: 1 }, []],
    [
      "the same with a fallback",
      { turnMs: null, totalMs: null, openMs: 1, validityMs: 1, onTurnTimeout: "fallback" },
      ["a fallback"],
    ],
    [
      "the same with parked turns",
      { turnMs: null, totalMs: null, openMs: 1, validityMs: 1, park },
      ["a fallback"],
    ],
    ["the same with consults", { turnMs: null, totalMs: null, openMs: 1, validityMs: 1, consult: {} }, []],
    ["park alone", { turnMs: null, totalMs: null, park }, ["an opening", "an answer", "a fallback"]],
    ["a fallback and turnMs", { turnMs: 1, totalMs: null, onTurnTimeout: "fallback", park }, []],
    ["a fallback and totalMs", { turnMs: null, totalMs: 1, onTurnTimeout: "fallback", park }, []],
    ["an unreadable turnMs", { turnMs: -1, totalMs: null }, []],
    ["an unreadable totalMs", { turnMs: null, totalMs: -1 }, []],
  ])("EN-25: no waiting may lack a deadline: %s", (_name, over, lacking) => {
    const messages = issuesOf(over).map(({ message }) => message);
    const found = messages.flatMap((message) => /to be set for (.+) \(/.exec(message)?.[1] ?? []);
    expect(found).toEqual(lacking);
  });

  it("EN-25: names the pairings that lack a deadline", () => {
    const [issue] = issuesOf({ turnMs: null, totalMs: { system: 1, mixed: null, personal: null } });
    expect(issue).toEqual({
      path: ["turnMs"],
      message: "Expected turnMs, openMs or totalMs to be set for an opening (mixed, personal), got null.",
    });
  });

  it.each<[string, object, string[]]>([
    ["no propose", { actions: ["counter", "accept", "reject"] }, ["initiator propose"]],
    ["no accept and reject", { actions: ["propose", "counter"] }, ["responder accept", "responder reject"]],
    ["nothing", { actions: [] }, ["initiator propose", "responder accept", "responder reject"]],
    [
      "an opener without accept",
      { actions: { all: [...ALL], initiator: ["propose", "counter", "reject"] } },
      [],
    ],
    [
      "an opener without propose",
      { actions: { all: [...ALL], initiator: ["counter"] } },
      ["initiator propose"],
    ],
    ["the other without propose", { actions: { all: [...ALL], responder: ["accept", "reject"] } }, []],
    ["the other without reject", { actions: { all: [...ALL], responder: ["accept"] } }, ["responder reject"]],
    [
      "the responder as opener",
      { opener: "responder", actions: { all: [...ALL], initiator: ["accept", "reject"] } },
      [],
    ],
    [
      "the responder as opener without propose",
      { opener: "responder", actions: { all: [...ALL], responder: ["accept", "reject"] } },
      ["responder propose"],
    ],
    [
      "a kind without propose",
      { actions: { all: [...ALL], system: ["accept", "reject"] } },
      ["initiator propose"],
    ],
    [
      "a kind without accept",
      { actions: { all: [...ALL], personal: ["propose", "reject"] } },
      ["responder accept"],
    ],
    ["a kind without question", { actions: { all: [...ALL], system: ["propose", "accept", "reject"] } }, []],
    [
      "lists that only together forbid",
      { actions: { all: [...ALL], initiator: ["propose"], personal: [...ALL] } },
      [],
    ],
    [
      "a kind's list beyond all",
      { actions: { all: ["propose", "accept"], personal: [...ALL] } },
      ["responder reject"],
    ],
  ])(
    "EN-38: the opener may propose, the other may accept and reject, of whichever kind: %s",
    (_name, over, missing) => {
      const messages = issuesOf(over).map(({ message }) => message);
      expect(messages.map((message) => /to let the (\w+ \w+), got/.exec(message)?.[1])).toEqual(missing);
    },
  );

  it("EN-38: says to which kinds an action is forbidden", () => {
    expect(issuesOf({ actions: { all: [...ALL], system: ["accept", "reject"] } })[0]).toEqual({
      path: ["actions"],
      message: "Expected actions to let the initiator propose, got lists that forbid it to system.",
    });
  });

  it("EN-38: withdrawOffTurn needs withdraw in actions", () => {
    expect(paths({ withdrawOffTurn: true })).toEqual(["withdrawOffTurn"]);
    expect(paths({ withdrawOffTurn: true, actions: [...ALL] })).toEqual([]);
    expect(paths({ withdrawOffTurn: false, actions: [...ALL] })).toEqual([]);
  });
});
