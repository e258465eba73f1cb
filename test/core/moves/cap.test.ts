import { describe, expect, it } from "vitest";
import { isFinalTurn, legalMoves, turnsLeft } from "../../../src/core/moves/index.js";
import type { Action, Negotiation, PartyKind } from "../../../src/core/record/index.js";
import type { RulesInput } from "../../../src/core/rules/index.js";
import type { Setup, Step } from "../../kit/builders.js";
import {
  answerOf,
  CLAIM,
  CLAIMED,
  decideStep,
  EVERYTHING,
  negotiationOf,
  PARK,
  PARKED,
  WAKE,
} from "../../kit/builders.js";

const exceed5: RulesInput = { ...EVERYTHING, cap: { limit: 5 } };
const refuse8: RulesInput = { ...EVERYTHING, cap: { counts: "proposals", limit: 8, result: "refuse" } };
const reach6: RulesInput = { ...EVERYTHING, cap: { limit: 6, mode: "reach", result: "stalled" } };
const decide6: RulesInput = { ...reach6, finalTurn: "decide" };
const withoutQuestion: RulesInput = { ...refuse8, actions: ["propose", "counter", "accept", "reject"] };
const unlimited: RulesInput = { ...EVERYTHING, cap: { limit: "unlimited" } };

/** A proposal and so many counters. */
function counted(rules: RulesInput, count: number): Negotiation {
  return negotiationOf({ rules, moves: ["propose", ...Array<Step>(count - 1).fill("counter")] });
}

/** EN-17, row by row. `recorded` is the turn number, or null. */
const TABLE: readonly (readonly [
  row: string,
  rules: RulesInput,
  count: number,
  moves: readonly Action[],
  recorded: number | null,
  status: string,
  reason?: string,
])[] = [
  ["exceed 5 turns", exceed5, 4, ["counter"], 5, "countered"],
  ["exceed 5 turns", exceed5, 5, ["counter", "question", "propose"], null, "expired", "turn_cap"],
  ["exceed 5 turns", exceed5, 5, ["accept"], 6, "accepted", "accept"],
  ["exceed 5 turns", exceed5, 5, ["reject"], 6, "rejected", "reject"],
  ["exceed 8 proposals, refuse", refuse8, 7, ["counter"], 8, "countered"],
  ["exceed 8 proposals, refuse", refuse8, 8, ["question"], 9, "countered"],
  ["exceed 8 proposals, refuse", refuse8, 8, ["accept"], 9, "accepted", "accept"],
  ["exceed 8 proposals, refuse", refuse8, 8, ["reject"], 9, "rejected", "reject"],
  ["exceed 8 proposals, refuse", refuse8, 8, ["withdraw"], 9, "withdrawn", "withdraw"],
  ["reach 6 turns, record", reach6, 4, ["counter", "question"], 5, "countered"],
  ["reach 6 turns, record", reach6, 5, ["counter", "question", "propose"], 6, "stalled", "turn_cap"],
  ["reach 6 turns, record", reach6, 5, ["accept"], 6, "accepted", "accept"],
  ["reach 6 turns, record", reach6, 5, ["reject"], 6, "rejected", "reject"],
  ["reach 6 turns, decide", decide6, 4, ["counter"], 5, "countered"],
  ["reach 6 turns, decide", decide6, 5, ["accept"], 6, "accepted", "accept"],
  ["reach 6 turns, decide", decide6, 5, ["reject"], 6, "rejected", "reject"],
  ["reach 6 turns, decide", decide6, 5, ["withdraw"], 6, "withdrawn", "withdraw"],
  ["unlimited", unlimited, 1_000, ["counter", "question"], 1_001, "countered"],
  // Not in the table, from its text.
  [
    "exceed 5 turns, stalled",
    { ...exceed5, cap: { limit: 5, result: "stalled" } },
    5,
    ["counter"],
    null,
    "stalled",
    "turn_cap",
  ],
  [
    "reach 6 turns, expired",
    { ...reach6, cap: { limit: 6, mode: "reach" } },
    5,
    ["counter"],
    6,
    "expired",
    "turn_cap",
  ],
  ["exceed 1 turn", { ...EVERYTHING, cap: { limit: 1 } }, 1, ["counter"], null, "expired", "turn_cap"],
  [
    "reach 2 turns",
    { ...EVERYTHING, cap: { limit: 2, mode: "reach", result: "stalled" } },
    1,
    ["counter"],
    2,
    "stalled",
    "turn_cap",
  ],
  [
    "exceed 2 proposals",
    { ...EVERYTHING, cap: { counts: "proposals", limit: 2 } },
    2,
    ["question"],
    3,
    "countered",
  ],
  [
    "exceed 2 proposals",
    { ...EVERYTHING, cap: { counts: "proposals", limit: 2 } },
    2,
    ["counter"],
    null,
    "expired",
    "turn_cap",
  ],
  [
    "reach 3 proposals",
    { ...EVERYTHING, cap: { counts: "proposals", limit: 3, mode: "reach" } },
    2,
    ["question"],
    3,
    "countered",
  ],
  [
    "reach 3 proposals",
    { ...EVERYTHING, cap: { counts: "proposals", limit: 3, mode: "reach" } },
    2,
    ["counter"],
    3,
    "expired",
    "turn_cap",
  ],
];

describe("EN-16, EN-17: the cap", () => {
  const rows = TABLE.flatMap(([row, rules, count, moves, recorded, status, reason]) =>
    moves.map((move) => [row, count, move, rules, recorded, status, reason] as const),
  );

  it.each(rows)("%s, %i counted, %s", (_row, count, move, rules, recorded, status, reason) => {
    const before = counted(rules, count);
    const decision = decideStep(before, move);
    if (!decision.ok) throw new Error(decision.refusal.message);
    const after = decision.negotiation;
    expect(after.status).toBe(status);
    expect(decision.turn?.number ?? null).toBe(recorded);
    expect(decision.turn).toBe(recorded === null ? null : after.turns.at(-1));
    expect(after.turns.length).toBe(recorded ?? before.turns.length);
    expect(after.outcome?.reason).toBe(reason);
    if (after.outcome !== null) expect(after.outcome.turnCount).toBe(after.turns.length);
    expect(after.version).toBe(before.version + 1);
  });

  it.each([
    ["exceed 8 proposals, refuse", refuse8, 8, "counter", "cap_reached"],
    ["exceed 8 proposals, refuse", refuse8, 8, "propose", "cap_reached"],
    ["reach 6 turns, decide", decide6, 5, "counter", "final_turn"],
    ["reach 6 turns, decide", decide6, 5, "propose", "final_turn"],
    ["reach 6 turns, decide", decide6, 5, "question", "final_turn"],
  ] as const)("%s, %i counted: %s is refused with %s, and it lives on", (_row, rules, count, move, code) => {
    const before = counted(rules, count);
    expect(answerOf(decideStep(before, move))).toBe(code);
    expect(before.outcome).toBeNull();
  });

  it("EN-17: finalTurn goes by the kind of who is to move", () => {
    const answer = (kinds: readonly [PartyKind, PartyKind]) => {
      const rules: RulesInput = { ...reach6, finalTurn: { system: "decide", personal: "record" } };
      const last = negotiationOf({
        rules,
        kinds,
        moves: ["propose", "counter", "counter", "counter", "counter"],
      });
      return answerOf(decideStep(last, "counter"));
    };
    expect(answer(["personal", "system"])).toBe("final_turn");
    expect(answer(["system", "personal"])).toBe("taken");
  });

  it.each([
    [
      "exceed 5 turns",
      exceed5,
      [
        [1, 4, false],
        [4, 1, false],
        [5, 0, true],
      ],
    ],
    // Only a question would not end it, and the cap does not count it.
    [
      "exceed 8 proposals, refuse",
      refuse8,
      [
        [1, 7, false],
        [7, 1, false],
        [8, 0, false],
      ],
    ],
    [
      "exceed 8 proposals, no question",
      withoutQuestion,
      [
        [7, 1, false],
        [8, 0, true],
      ],
    ],
    [
      "reach 6 turns",
      reach6,
      [
        [1, 5, false],
        [4, 2, false],
        [5, 1, true],
      ],
    ],
    [
      "unlimited",
      unlimited,
      [
        [1, null, false],
        [100, null, false],
      ],
    ],
  ] as [string, RulesInput, [number, number | null, boolean][]][])(
    "EN-17: turns left and the final turn: %s",
    (_row, rules, expected) => {
      for (const [count, left, isFinal] of expected) {
        const record = counted(rules, count);
        expect([turnsLeft(record), isFinalTurn(record)]).toEqual([left, isFinal]);
        expect(legalMoves(record, record.floor ?? "")).toMatchObject({
          turnsLeft: left,
          isFinalTurn: isFinal,
        });
      }
    },
  );

  it("EN-17: after a question past a cap of proposals, turns left stay 0", () => {
    const record = negotiationOf({
      rules: { ...EVERYTHING, cap: { counts: "proposals", limit: 1 } },
      moves: ["propose", "question", "question"],
    });
    expect([turnsLeft(record), record.turns.length]).toEqual([0, 3]);
  });

  it("EN-17: a decision past the limit leaves 0 turns, not fewer", () => {
    const over = negotiationOf({
      rules: exceed5,
      moves: ["propose", "counter", "counter", "counter", "counter", "accept"],
    });
    expect([turnsLeft(over), isFinalTurn(over)]).toEqual([0, false]);
  });

  it.each([
    [["system", "system"], 6],
    [["system", "personal"], 8],
    [["personal", "system"], 8],
    [["personal", "personal"], "unlimited"],
  ] as const)("EN-18: the limit is resolved once, at creation, from the kinds %j: %s", (kinds, limit) => {
    const { rules } = negotiationOf({ preset: "index", kinds });
    expect(rules.cap.limit).toBe(limit);
  });

  it("EN-16: a move that closes by an exceeded cap takes effect unrecorded, and stands in the history", () => {
    const spent = counted(exceed5, 5);
    expect(decideStep(spent, { action: "counter", commandId: "c-6" })).toMatchObject({
      ok: true,
      applied: "command",
      turn: null,
      entry: { kind: "closed", commandId: "responder:c-6", turn: null, turnNumber: null },
    });
  });
});

describe("EN-20: every door asks the same predicate", () => {
  const doors: Readonly<Record<string, { before: readonly Step[]; move: object }>> = {
    "a caller from outside": { before: [], move: {} },
    "an agent": { before: [], move: { source: "agent" } },
    "a parked turn, taken directly": { before: [PARKED], move: {} },
    "a claim": { before: [PARKED, CLAIMED], move: { claim: CLAIM } },
    "a fallback agent": { before: [{ ...WAKE, after: 30_000 }], move: { source: "fallback" } },
  };
  const caps: Readonly<Record<string, readonly [RulesInput, Action, string]>> = {
    "exceeded, a counter": [{ cap: { limit: 2 } }, "counter", "taken expired"],
    "exceeded, a question": [{ cap: { limit: 2, result: "stalled" } }, "question", "taken stalled"],
    "reached, a question": [
      { cap: { limit: 3, mode: "reach", result: "stalled" } },
      "question",
      "taken stalled",
    ],
    "reached, a counter": [{ cap: { limit: 3, mode: "reach" } }, "counter", "taken expired"],
    refused: [{ cap: { limit: 2, result: "refuse" } }, "counter", "cap_reached countered"],
    "to be decided": [
      { cap: { limit: 3, mode: "reach" }, finalTurn: "decide" },
      "counter",
      "final_turn countered",
    ],
    "in time": [{ cap: { limit: 3 } }, "counter", "taken countered"],
  };
  const cases = Object.keys(doors).flatMap((door) => Object.keys(caps).map((cap) => [door, cap] as const));

  it.each(cases)("%s: %s", (door, cap) => {
    const { before, move } = doors[door] as (typeof doors)[string];
    const [rules, action, expected] = caps[cap] as (typeof caps)[string];
    const setup: Setup = { rules: { ...EVERYTHING, park: PARK, onTurnTimeout: "fallback", ...rules } };
    const record = negotiationOf({ ...setup, moves: ["propose", "counter", ...before] });
    const decision = decideStep(record, { action, ...move });
    expect(`${answerOf(decision)} ${decision.ok ? decision.negotiation.status : record.status}`).toBe(
      expected,
    );
  });
});
