import { describe, expect, it } from "vitest";
import { type DeadlineKind, deadlinesOf, nextDeadline } from "../../../src/core/deadlines/index.js";
import { decide } from "../../../src/core/index.js";
import type { Deadlines, Negotiation } from "../../../src/core/record/index.js";
import type { RulesInput } from "../../../src/core/rules/index.js";
import type { Setup, Step } from "../../kit/builders.js";
import {
  answerOf,
  CLAIM,
  CLAIMED,
  CONSULTED,
  commandOf,
  decideStep,
  EVERYTHING,
  FAILED,
  historyOf,
  negotiationOf,
  PARK,
  PARKED,
  T0,
  WAKE,
} from "../../kit/builders.js";

const NONE: Deadlines = {
  totalAt: null,
  validityAt: null,
  turnAt: null,
  consultAt: null,
  parkAt: null,
  claimAt: null,
};
const KINDS: readonly DeadlineKind[] = ["total", "validity", "turn", "consult", "park", "claim"];
const parking = (onClaimExpiry: "repark" | "fallback" | "close", claimMs: number): RulesInput => ({
  park: { parkMs: 3_600_000, claimBudget: "fresh", claimMs, onClaimExpiry, freshMs: null },
  totalMs: null,
});
const long: RulesInput = { turnMs: 500_000, totalMs: 1_000_000 };

/** Each deadline: how it is armed, after how long it is due, and what it then does. */
const DUE: readonly (readonly [
  name: string,
  setup: Setup,
  before: readonly Step[],
  ms: number,
  then: string,
])[] = [
  ["total, expire", { rules: { turnMs: 200_000 } }, ["propose"], 120_000, "expired total_timeout"],
  [
    "total, stall",
    { rules: { turnMs: 200_000, onTotalTimeout: "stall" } },
    ["propose"],
    120_000,
    "stalled total_timeout",
  ],
  ["total, while open", { rules: { turnMs: 200_000 } }, [], 120_000, "expired total_timeout"],
  ["validity of the rules", { rules: { validityMs: 7_000 } }, ["propose"], 7_000, "expired proposal_expired"],
  ["validity of the move", {}, [{ action: "propose", validUntilAt: T0 + 9 }], 9, "expired proposal_expired"],
  ["opening", { rules: { openMs: 4_000 } }, [], 4_000, "expired turn_timeout"],
  ["opening as a turn", {}, [], 30_000, "expired turn_timeout"],
  ["turn, expire", {}, ["propose"], 30_000, "expired turn_timeout"],
  ["turn, stall", { rules: { onTurnTimeout: "stall" } }, ["propose"], 30_000, "stalled turn_timeout"],
  ["turn, fallback", { rules: { onTurnTimeout: "fallback" } }, ["propose"], 30_000, "proposed fallback"],
  [
    "consult",
    { rules: { ...long, consult: { windowMs: 800 } } },
    ["propose", CONSULTED],
    800,
    "proposed move",
  ],
  [
    "park",
    { rules: { ...long, park: { ...PARK, parkMs: 60_000 } } },
    ["propose", PARKED],
    60_000,
    "proposed fallback",
  ],
  [
    "claim, repark",
    { rules: parking("repark", 60_000) },
    ["propose", PARKED, CLAIMED],
    60_000,
    "proposed parked",
  ],
  [
    "claim, fallback",
    { rules: parking("fallback", 60_000) },
    ["propose", PARKED, CLAIMED],
    60_000,
    "proposed fallback",
  ],
  [
    "claim, close",
    { rules: parking("close", 60_000) },
    ["propose", PARKED, CLAIMED],
    60_000,
    "stalled turn_timeout",
  ],
  [
    "claim, repark after the first window",
    { rules: parking("repark", 4_000_000) },
    ["propose", PARKED, CLAIMED],
    4_000_000,
    "proposed fallback",
  ],
];

describe("EN-21: due when now >= at", () => {
  it.each(DUE)("%s: nothing 1 ms before", (_name, setup, before, ms) => {
    const record = negotiationOf({ ...setup, moves: before });
    expect(nextDeadline(record)?.at).toBe(T0 + ms);
    const decision = decide(record, WAKE, T0 + ms - 1);
    expect(decision).toEqual({
      ok: true,
      applied: "nothing",
      negotiation: record,
      turn: null,
      events: [],
      entry: null,
    });
    expect(decision.ok && decision.negotiation).toBe(record);
  });

  it.each(DUE.flatMap((row) => [0, 1, 1_000_000].map((late) => [...row, late] as const)))(
    "%s (%#): takes effect at it and later, by a wake-up or by any command",
    (_name, setup, before, ms, then, late) => {
      const record = negotiationOf({ ...setup, moves: before });
      const woken = decide(record, WAKE, T0 + ms + late);
      if (!woken.ok) throw new Error(woken.refusal.message);
      // Where another deadline is due as well by then, that may come after it: checked further below.
      if (late <= 1) expect(placeOf(woken.negotiation)).toBe(then);
      expect(woken).toMatchObject({ applied: "deadlines", turn: null, entry: { kind: "woken" } });
      expect(woken.negotiation.version).toBe(record.version + 1);
      expect(woken.negotiation.updatedAt).toBe(T0 + ms + late);
      expect(woken.negotiation.turns).toBe(record.turns);
      for (const step of [
        "accept",
        { type: "cancel", details: null },
        { action: "withdraw", by: "ada" },
        PARKED,
        FAILED,
      ] as Step[]) {
        expect(decideStep(record, step, T0 + ms + late)).toEqual(woken);
      }
    },
  );

  it.each(DUE)(
    "%s: a move 1 ms before takes effect, at it the clock is first",
    (_name, setup, before, ms) => {
      const record = negotiationOf({ ...setup, moves: before });
      const claim = record.awaiting?.kind === "claimed" ? CLAIM : null;
      const move = commandOf(record, { action: record.status === "open" ? "propose" : "counter", claim });
      const isConsulting = record.awaiting?.kind === "consult";
      expect(answerOf(decide(record, move, T0 + ms - 1))).toBe(isConsulting ? "consult_pending" : "taken");
      expect(answerOf(decide(record, move, T0 + ms))).toBe("deadlines");
    },
  );
});

describe("EN-22: what is due together", () => {
  it.each(KINDS.flatMap((one, index) => KINDS.slice(index + 1).map((other) => [one, other] as const)))(
    "at equal instants %s goes before %s, else the earlier one",
    (one, other) => {
      const armed = (first: number, second: number) => ({
        deadlines: { ...NONE, [`${one}At`]: first, [`${other}At`]: second },
      });
      expect(nextDeadline(armed(7, 7))).toEqual({ at: 7, kind: one });
      expect(nextDeadline(armed(8, 7))).toEqual({ at: 7, kind: other });
      expect(nextDeadline(armed(7, 8))).toEqual({ at: 7, kind: one });
      expect(deadlinesOf(armed(8, 7))).toEqual([
        { at: 8, kind: one },
        { at: 7, kind: other },
      ]);
    },
  );

  const fallback: RulesInput = { onTurnTimeout: "fallback" };
  it.each([
    [
      "total and validity",
      { rules: { totalMs: 9_000, validityMs: 9_000 } },
      ["propose"],
      9_000,
      "expired total_timeout",
    ],
    ["total and turn", { rules: { totalMs: 30_000 } }, ["propose"], 30_000, "expired total_timeout"],
    ["validity and turn", { rules: { validityMs: 30_000 } }, ["propose"], 30_000, "expired proposal_expired"],
    [
      "total and consult",
      { rules: { consult: { windowMs: 120_000 } } },
      ["propose", CONSULTED],
      120_000,
      "expired total_timeout",
    ],
    [
      "total and park",
      { rules: { park: { ...PARK, parkMs: 120_000 } } },
      [PARKED],
      120_000,
      "expired total_timeout",
    ],
    [
      "validity and claim",
      { rules: { ...parking("close", 9_000), validityMs: 9_000 } },
      ["propose", PARKED, CLAIMED],
      9_000,
      "expired proposal_expired",
    ],
    [
      "consult, later validity",
      { rules: { ...long, validityMs: 900, consult: { windowMs: 800 } } },
      ["propose", CONSULTED],
      900,
      "expired proposal_expired",
    ],
    ["turn to a fallback, later total", { rules: fallback }, ["propose"], 120_000, "expired total_timeout"],
    ["turn, later total", {}, ["propose"], 120_000, "expired turn_timeout"],
    [
      "turn to a fallback, long after",
      { rules: { ...fallback, totalMs: null } },
      ["propose"],
      1e9,
      "proposed fallback",
    ],
  ] as [string, Setup, Step[], number, string][])("%s: one commit", (_name, setup, before, ms, then) => {
    const history = historyOf(setup, before);
    const commits = history.entries.length;
    history.give(WAKE, T0 + ms);
    expect(placeOf(history.negotiation)).toBe(then);
    expect(history.entries.length).toBe(commits + 1);
    expect(history.negotiation.version).toBe(commits);
  });

  it("EN-33: a consult that is due before the total still counts as expired", () => {
    const history = historyOf({ rules: { consult: { windowMs: 800 } } }, [
      "propose",
      CONSULTED,
      { ...WAKE, after: 120_000 },
    ]);
    expect(history.negotiation.consults).toMatchObject([{ expired: true, answer: null }]);
    expect(history.negotiation.outcome?.reason).toBe("total_timeout");
  });
});

describe("EN-23: wake-ups that change nothing", () => {
  it("before anything is due, repeated, and after the end", () => {
    const live = negotiationOf({ moves: ["propose"] });
    const over = negotiationOf({ moves: ["propose", { ...WAKE, after: 30_000 }] });
    for (const [record, now] of [
      [live, T0 - 5_000],
      [live, T0 + 29_999],
      [over, T0 + 30_000],
      [over, T0 + 1e9],
    ] as const) {
      expect(decide(record, WAKE, now)).toMatchObject({
        ok: true,
        applied: "nothing",
        events: [],
        entry: null,
      });
    }
  });
});

describe("EN-24: what moves which deadline", () => {
  const rules: RulesInput = { ...EVERYTHING, validityMs: 50_000, park: PARK, consult: {} };
  const windows = (record: Negotiation) => {
    const { totalAt, validityAt, turnAt } = record.deadlines;
    return [totalAt, validityAt, turnAt].map((at) => (at === null ? null : at - T0));
  };

  it.each([
    ["creation", [], [120_000, null, 30_000]],
    ["a proposal after 1 s", [{ action: "propose", after: 1_000 }], [120_000, 51_000, 31_000]],
    ["a counter after 2 s", ["propose", { action: "counter", after: 2_000 }], [120_000, 52_000, 32_000]],
    [
      "a question after 3 s (EN-9)",
      ["propose", { action: "question", after: 3_000 }],
      [120_000, 50_000, 33_000],
    ],
    ["a failed turn", ["propose", FAILED], [120_000, 50_000, 30_000]],
    ["a parked turn", ["propose", PARKED], [120_000, 50_000, null]],
    ["a claimed turn", ["propose", PARKED, CLAIMED], [120_000, 50_000, null]],
    ["a consult", ["propose", CONSULTED], [120_000, 50_000, null]],
  ] as [string, Step[], (number | null)[]][])("%s", (_name, steps, expected) => {
    expect(windows(negotiationOf({ rules, moves: steps }))).toEqual(expected);
  });

  it("a proposal's own instant goes before the rules', and a counter without one replaces it", () => {
    const own = negotiationOf({ rules, moves: [{ action: "propose", validUntilAt: T0 + 7 }] });
    expect(windows(own)).toEqual([120_000, 7, 30_000]);
    expect(own.standing?.validUntilAt).toBe(T0 + 7);
    const unbounded = negotiationOf({ moves: [{ action: "propose", validUntilAt: T0 + 7 }, "counter"] });
    expect(unbounded.deadlines.validityAt).toBeNull();
  });

  it("EN-27a: the commit of a move carries a deadline for the next turn, and parking is a commit of its own", () => {
    const history = historyOf({ rules }, ["propose"]);
    expect(history.negotiation.deadlines.turnAt).toBe(T0 + 30_000);
    history.play(PARKED);
    expect(history.entries.map((entry) => [entry.version, entry.kind])).toEqual([
      [0, "created"],
      [1, "turn"],
      [2, "parked"],
    ]);
  });

  it("EN-27: the fallback gets a turn of its own, and its own expiry stalls with agent_error", () => {
    const history = historyOf({ rules: { onTurnTimeout: "fallback", totalMs: 600_000 } }, [
      "propose",
      { ...WAKE, after: 31_000 },
    ]);
    expect(history.negotiation.awaiting).toEqual({ kind: "fallback", since: T0 + 31_000 });
    expect(windows(history.negotiation)).toEqual([600_000, null, 61_000]);
    history.give(WAKE, T0 + 60_999);
    expect(history.negotiation.awaiting?.kind).toBe("fallback");
    history.give(WAKE, T0 + 61_000);
    expect(placeOf(history.negotiation)).toBe("stalled agent_error");
  });

  it("EN-26: a deadline 60 days ahead is due once, on time", () => {
    const days = 60 * 86_400_000;
    const record = negotiationOf({ rules: { turnMs: days, totalMs: null }, moves: ["propose"] });
    expect(answerOf(decide(record, WAKE, T0 + days - 1))).toBe("nothing");
    expect(answerOf(decide(record, WAKE, T0 + days))).toBe("deadlines");
  });
});

function placeOf({ status, outcome, awaiting }: Negotiation): string {
  return `${status} ${outcome?.reason ?? awaiting?.kind}`;
}
