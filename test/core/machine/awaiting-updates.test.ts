import { describe, expect, it } from "vitest";
import type { Negotiation } from "../../../src/core/record/index.js";
import type { RulesInput } from "../../../src/core/rules/index.js";
import {
  ANSWERED,
  answerOf,
  CANCEL,
  CLAIM,
  CLAIMED,
  CONSULTED,
  decideStep,
  EVERYTHING,
  historyOf,
  negotiationOf,
  PARK,
  PARKED,
  RELEASED,
  type Step,
  T0,
  WAKE,
} from "../../kit/builders.js";

const HOUR = 3_600_000;
const PARKING: RulesInput = { ...EVERYTHING, park: PARK, turnMs: HOUR, totalMs: null };
const CONSULTING: RulesInput = {
  ...EVERYTHING,
  consult: { maxPerParty: 1, windowMs: 50_000 },
  cap: { limit: 9 },
};
const at = (ms: number, step: { readonly type: "wake" | "park" }): Step => ({ ...step, after: ms });

/** What is armed beside the total, in ms from the beginning. */
function armed(record: Negotiation) {
  const { totalAt: _, ...others } = record.deadlines;
  return Object.fromEntries(
    Object.entries(others).flatMap(([name, due]) => (due === null ? [] : [[name, due - T0]])),
  );
}

describe("PT-2: park", () => {
  it("sets the window in the record, instead of the turn deadline", () => {
    const record = negotiationOf({ rules: PARKING, moves: ["propose", at(500, PARKED)] });
    expect(record.awaiting).toEqual({
      kind: "parked",
      since: T0 + 500,
      firstParkedAt: T0 + 500,
      parkMs: HOUR,
      claim: null,
    });
    expect(armed(record)).toEqual({ parkAt: HOUR + 500 });
    expect(record).toMatchObject({ status: "proposed", floor: "smith" });
  });

  it("turn 1 can park (B-40)", () => {
    expect(negotiationOf({ rules: PARKING, moves: [PARKED] })).toMatchObject({
      status: "open",
      awaiting: { kind: "parked" },
    });
  });

  it.each([
    ["parked", [PARKED], "claim_not_held"],
    ["claimed", [PARKED, CLAIMED], "claim_not_held"],
    ["in fallback", [PARKED, { ...WAKE, after: HOUR }], "not_parked"],
  ] as [string, Step[], string][])("a turn that is %s is not parked again", (_name, before, code) => {
    expect(answerOf(decideStep(negotiationOf({ rules: PARKING, moves: before }), PARKED))).toBe(code);
  });
});

describe("PT-3, PT-5: claim and respond", () => {
  it("a claim clears the window and arms its own; the party's own move needs it from then on", () => {
    const record = negotiationOf({ rules: PARKING, moves: ["propose", PARKED, { ...CLAIMED, after: 700 }] });
    expect(record.awaiting).toEqual({
      kind: "claimed",
      since: T0 + 700,
      firstParkedAt: T0,
      parkMs: HOUR,
      claim: { ...CLAIM, claimedAt: T0 + 700 },
    });
    expect(armed(record)).toEqual({ claimAt: HOUR });
  });

  it.each([
    ["parked", [PARKED], {}, "taken"],
    ["parked", [PARKED], { claim: CLAIM }, "claim_not_held"],
    ["claimed", [PARKED, CLAIMED], {}, "claim_not_held"],
    ["claimed", [PARKED, CLAIMED], { claim: CLAIM }, "taken"],
    ["claimed", [PARKED, CLAIMED], { claim: { ...CLAIM, agentId: "agent-2" } }, "claim_not_held"],
    ["claimed", [PARKED, CLAIMED], { claim: { ...CLAIM, claimId: "clm_2" } }, "claim_not_held"],
    ["not parked", [], { claim: CLAIM }, "not_parked"],
    ["in fallback", [PARKED, { ...WAKE, after: HOUR }], {}, "not_parked"],
    ["in fallback", [PARKED, { ...WAKE, after: HOUR }], { claim: CLAIM }, "not_parked"],
    ["in fallback", [PARKED, { ...WAKE, after: HOUR }], { source: "fallback" }, "taken"],
  ] as const)("a turn that is %s, after %j, answered with %j: %s", (_name, before, how, code) => {
    const record = negotiationOf({ rules: PARKING, moves: ["propose", ...before] });
    const decision = decideStep(record, { action: "counter", ...how });
    expect(answerOf(decision)).toBe(code);
    if (!decision.ok) return;
    expect(decision.negotiation).toMatchObject({ floor: "ada", awaiting: { kind: "move" } });
    expect(armed(decision.negotiation)).toEqual({ turnAt: record.updatedAt - T0 + HOUR });
  });

  it("PT-5: a refused move leaves claim and deadline as they are", () => {
    const history = historyOf({ rules: PARKING }, ["propose", PARKED, CLAIMED]);
    const before = history.negotiation;
    expect(answerOf(history.play({ action: "counter", claim: CLAIM, terms: undefined }))).toBe(
      "terms_required",
    );
    expect(history.negotiation).toBe(before);
  });

  it.each([
    ["a withdrawal of the other side", { action: "withdraw", by: "ada" }, "withdraw"],
    ["cancelling", CANCEL, "cancelled"],
  ] as [string, Step, string][])(
    "PT-9: %s ends a claimed turn, a later respond is negotiation_over",
    (_what, end, reason) => {
      const history = historyOf({ rules: { ...PARKING, withdrawOffTurn: true } }, [
        "propose",
        PARKED,
        CLAIMED,
        end,
      ]);
      expect(history.negotiation.outcome?.reason).toBe(reason);
      expect(answerOf(history.play({ action: "accept", by: "smith", claim: CLAIM }))).toBe(
        "negotiation_over",
      );
      expect(answerOf(history.play(CLAIMED))).toBe("negotiation_over");
    },
  );
});

describe("PT-5a, PT-6: release and expiry of a claim", () => {
  const fresh = (claimMs: number, onClaimExpiry: "repark" | "fallback"): RulesInput => ({
    ...PARKING,
    park: { parkMs: HOUR, claimBudget: "fresh", claimMs, onClaimExpiry, freshMs: null },
  });

  it("a released turn waits again, with its first window", () => {
    const record = negotiationOf({
      rules: PARKING,
      moves: ["propose", PARKED, CLAIMED, { ...RELEASED, after: 900 }],
    });
    expect(record.awaiting).toEqual({
      kind: "parked",
      since: T0 + 900,
      firstParkedAt: T0,
      parkMs: HOUR,
      claim: null,
    });
    expect(armed(record)).toEqual({ parkAt: HOUR });
  });

  it("released when its first window has passed, it goes to the fallback in the same commit", () => {
    const moves: Step[] = ["propose", PARKED, CLAIMED, { ...RELEASED, after: HOUR }];
    const history = historyOf({ rules: fresh(2 * HOUR, "repark") }, moves);
    expect(history.negotiation.awaiting?.kind).toBe("fallback");
    expect(history.negotiation.version).toBe(4);
  });

  it("claimed and abandoned again and again, the first window never moves (24 h and 6 h: fallback after 30 h at most)", () => {
    const rules: RulesInput = {
      ...fresh(6 * HOUR, "repark"),
      park: { ...fresh(6 * HOUR, "repark").park, parkMs: 24 * HOUR } as never,
    };
    const history = historyOf({ rules }, ["propose", PARKED]);
    for (const hours of [0, 6, 12, 18]) {
      history.give({ ...CLAIMED, claimId: `clm_${hours}` }, T0 + hours * HOUR);
      expect(armed(history.negotiation)).toEqual({ claimAt: (hours + 6) * HOUR });
      history.give(WAKE, T0 + (hours + 6) * HOUR);
    }
    expect(history.negotiation.awaiting).toMatchObject({ kind: "fallback", since: T0 + 24 * HOUR });
  });

  it("a late claim outlives the first window and then goes to the fallback", () => {
    const history = historyOf({ rules: fresh(2 * HOUR, "repark") }, [
      "propose",
      PARKED,
      { ...CLAIMED, after: HOUR - 1 },
    ]);
    history.give(WAKE, T0 + 3 * HOUR - 2);
    expect(history.negotiation.awaiting?.kind).toBe("claimed");
    history.give(WAKE, T0 + 3 * HOUR - 1);
    expect(history.negotiation.awaiting).toMatchObject({ kind: "fallback" });
    expect(armed(history.negotiation)).toEqual({ turnAt: 4 * HOUR - 1 });
  });

  it("PT-8: the total wins a tie with the window", () => {
    const history = historyOf(
      { preset: "index", kinds: ["personal", "personal"], rules: { park: { ...PARK, parkMs: 24 * HOUR } } },
      [PARKED],
    );
    history.give(WAKE, T0 + 24 * HOUR);
    expect(history.negotiation.outcome).toMatchObject({ status: "stalled", reason: "total_timeout" });
  });
});

describe("EN-33: consult", () => {
  it("pauses in one commit: floor kept, turn deadline cleared, its own armed", () => {
    const history = historyOf({ rules: CONSULTING }, ["propose", CONSULTED]);
    const record = history.negotiation;
    expect(record).toMatchObject({ version: 2, floor: "smith", awaiting: { kind: "consult", since: T0 } });
    expect(armed(record)).toEqual({ consultAt: 50_000 });
    expect(record.consults).toEqual([
      {
        id: "con_1",
        partyId: "smith",
        turnNumber: 2,
        question: "How far may I go?",
        answer: null,
        askedAt: T0,
        answeredAt: null,
        expired: false,
      },
    ]);
    expect(record.turns.length).toBe(1);
  });

  it.each([
    [
      "an answer",
      { type: "answer", partyId: "smith", answer: "55.", after: 40_000 },
      { answer: "55.", answeredAt: T0 + 40_000, expired: false },
      70_000,
    ],
    [
      "its deadline",
      { ...WAKE, after: 50_000 },
      { answer: null, answeredAt: T0 + 50_000, expired: true },
      80_000,
    ],
  ] as const)("%s resumes the same side, with a turn of its own", (_what, step, consult, turnAt) => {
    const record = negotiationOf({ rules: CONSULTING, moves: ["propose", CONSULTED, step] });
    expect(record).toMatchObject({ floor: "smith", awaiting: { kind: "move" }, consults: [consult] });
    expect(armed(record)).toEqual({ turnAt });
    expect(answerOf(decideStep(record, "accept"))).toBe("taken");
  });

  it("both sides' moves wait, a withdrawal off turn does not", () => {
    const paused = (withdrawOffTurn: boolean) =>
      negotiationOf({ rules: { ...CONSULTING, withdrawOffTurn }, moves: ["propose", CONSULTED] });
    for (const by of ["ada", "smith"]) {
      for (const action of ["counter", "accept", "reject", "question", "withdraw"] as const) {
        expect(answerOf(decideStep(paused(false), { action, by }))).toBe("consult_pending");
        expect(answerOf(decideStep(paused(true), { action, by }))).toBe(
          action === "withdraw" ? "taken" : "consult_pending",
        );
      }
    }
  });

  it.each([
    ["without the rules for it", {}, ["propose"]],
    ["in open", CONSULTING, []],
    ["on the final turn", { ...CONSULTING, cap: { limit: 3, mode: "reach" } }, ["propose", "counter"]],
    ["above the ration", CONSULTING, ["propose", CONSULTED, ANSWERED]],
    ["above the ration, on a later turn", CONSULTING, ["propose", CONSULTED, ANSWERED, "counter", "counter"]],
    ["while one is pending", { ...CONSULTING, consult: { maxPerParty: 2 } }, ["propose", CONSULTED]],
    ["on a parked turn", { ...CONSULTING, park: PARK }, ["propose", PARKED]],
    ["in fallback", { ...CONSULTING, onTurnTimeout: "fallback" }, ["propose", { ...WAKE, after: 30_000 }]],
  ] as [string, RulesInput, Step[]][])("is unavailable %s", (_when, rules, moves) => {
    expect(answerOf(decideStep(negotiationOf({ rules, moves }), CONSULTED))).toBe("consult_unavailable");
  });

  it("the ration is each party's own", () => {
    const steps: Step[] = ["propose", CONSULTED, ANSWERED, "counter", CONSULTED, ANSWERED];
    expect(negotiationOf({ rules: CONSULTING, moves: steps }).consults.map((one) => one.partyId)).toEqual([
      "smith",
      "ada",
    ]);
  });

  it("the total runs on and wins", () => {
    const history = historyOf({ rules: { ...CONSULTING, totalMs: 50_000 } }, ["propose", CONSULTED]);
    history.give(WAKE, T0 + 50_000);
    expect(history.negotiation.outcome?.reason).toBe("total_timeout");
  });

  it("the other side can neither ask nor answer for it", () => {
    const record = negotiationOf({ rules: CONSULTING, moves: ["propose", CONSULTED] });
    expect(answerOf(decideStep(record, () => ({ type: "answer", partyId: "ada", answer: "Nothing." })))).toBe(
      "not_your_turn",
    );
  });
});
