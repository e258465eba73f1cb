/**
 * @module
 * EN-6, the order of checks: each input here fails two checks that follow each other, and the answer
 * is that of the earlier one. Shape and unknown ids (1, 2) are the service's, policies (16) as well.
 */

import { describe, expect, it } from "vitest";
import type { History, MoveStep, Setup, Step } from "../kit/builders.js";
import { answerOf, CLAIMED, CONSULTED, EVERYTHING, historyOf, PARK, PARKED } from "../kit/builders.js";

const ALL: Setup = { rules: EVERYTHING };
const CONSULTING: Setup = { rules: { consult: {} } };
const PARKING: Setup = { rules: { park: PARK } };
const REFUSING: Setup = { rules: { repropose: "refuse" } };
const CAPPED: Setup = { rules: { cap: { counts: "proposals", limit: 1, result: "refuse" } } };
const CLOSING: Setup = { rules: { cap: { limit: 1 } } };
const LAST: Setup = {
  rules: { ...EVERYTHING, cap: { limit: 3, mode: "reach", result: "stalled" }, finalTurn: "decide" },
};
const TALKING: Setup = { rules: { messageRequiredFor: ["counter", "reject"] } };
const GUARDED: Setup = { rules: { repetition: "guard" } };

const OPENING: Step = { action: "propose", commandId: "c-1" };
const ACCEPTANCE: MoveStep = { action: "accept", commandId: "c-2" };
const OLD_NEWS: MoveStep = { action: "accept", expectedVersion: 0 };
const OFF_TURN: Step = { action: "counter", by: "ada" };
const NO_TERMS: MoveStep = { action: "counter", terms: undefined };
const FAIR: Step = { action: "propose", message: "Fair." };
const FAIR_AGAIN: MoveStep = { action: "counter", message: "Fair." };

/** A history, what is handed in after it, and the answer. */
interface Case {
  readonly setup?: Setup;
  readonly before?: readonly Step[];
  readonly step: Step;
  readonly answer: string;
}

/** One input that fails both checks, and one that shows the second alone. */
const PAIRS: Readonly<Record<string, readonly [both: Case, second: Case]>> = {
  "3 not a party, 4 a known command with other content": [
    { before: [OPENING], step: { action: "accept", by: "eve", commandId: "c-1" }, answer: "not_a_party" },
    {
      before: [OPENING],
      step: { action: "accept", by: "ada", commandId: "c-1" },
      answer: "command_conflict",
    },
  ],
  "4 a known command, 5 a due deadline": [
    {
      before: [OPENING],
      step: { action: "accept", by: "ada", commandId: "c-1", after: 30_000 },
      answer: "command_conflict",
    },
    {
      before: [OPENING],
      step: { action: "accept", commandId: "c-2", after: 30_000 },
      answer: "negotiation_over",
    },
  ],
  "4 a repeated command, 6 final": [
    { before: [OPENING, ACCEPTANCE], step: { ...ACCEPTANCE, by: "smith" }, answer: "nothing" },
    { before: [OPENING, ACCEPTANCE], step: { action: "accept", by: "smith" }, answer: "negotiation_over" },
  ],
  "6 final, 7 an old version": [
    { before: ["propose", "reject"], step: { ...OLD_NEWS, by: "smith" }, answer: "negotiation_over" },
    { before: ["propose"], step: OLD_NEWS, answer: "stale_version" },
  ],
  "7 an old version, 8 a consult pending": [
    { setup: CONSULTING, before: ["propose", CONSULTED], step: OLD_NEWS, answer: "stale_version" },
    { setup: CONSULTING, before: ["propose", CONSULTED], step: "accept", answer: "consult_pending" },
  ],
  "8 a consult pending, 9 no floor": [
    { setup: CONSULTING, before: ["propose", CONSULTED], step: OFF_TURN, answer: "consult_pending" },
    { setup: CONSULTING, before: ["propose"], step: OFF_TURN, answer: "not_your_turn" },
  ],
  "9 no floor, 10 no claim": [
    { setup: PARKING, before: ["propose", PARKED, CLAIMED], step: OFF_TURN, answer: "not_your_turn" },
    { setup: PARKING, before: ["propose", PARKED, CLAIMED], step: "counter", answer: "claim_not_held" },
  ],
  "10 no claim, 11 an action that the rules forbid": [
    { setup: PARKING, before: ["propose", PARKED, CLAIMED], step: "question", answer: "claim_not_held" },
    { setup: PARKING, before: ["propose"], step: "question", answer: "action_not_allowed" },
  ],
  "11 an action that the rules forbid, 12 nothing to answer": [
    { step: "question", answer: "action_not_allowed" },
    { setup: ALL, step: "question", answer: "must_propose" },
  ],
  "12 nothing to answer, 13 a proposal that does not stand": [
    { step: { action: "counter", replyTo: "p7" }, answer: "must_propose" },
    { step: { action: "propose", replyTo: "p7" }, answer: "stale_proposal" },
  ],
  "12 a proposal stands, 13 not the one that is named": [
    {
      setup: REFUSING,
      before: ["propose"],
      step: { action: "propose", replyTo: "p7" },
      answer: "must_counter",
    },
    {
      setup: REFUSING,
      before: ["propose"],
      step: { action: "counter", replyTo: "p7" },
      answer: "stale_proposal",
    },
  ],
  "within 13: the own proposal, then one that does not stand": [
    {
      setup: ALL,
      before: ["propose", "question"],
      step: { action: "accept", replyTo: "p7" },
      answer: "own_proposal",
    },
    {
      setup: ALL,
      before: ["propose", "question"],
      step: { action: "reject", replyTo: "p7" },
      answer: "stale_proposal",
    },
  ],
  "within 13: a proposal that does not stand, then an id that is taken": [
    {
      before: ["propose"],
      step: { action: "counter", replyTo: "p7", proposalId: "neg_1_p1" },
      answer: "stale_proposal",
    },
    { before: ["propose"], step: { action: "counter", proposalId: "neg_1_p1" }, answer: "proposal_id_taken" },
  ],
  "13 an id that is taken, 14 the cap": [
    {
      setup: CAPPED,
      before: ["propose"],
      step: { action: "counter", proposalId: "neg_1_p1" },
      answer: "proposal_id_taken",
    },
    { setup: CAPPED, before: ["propose"], step: "counter", answer: "cap_reached" },
  ],
  "13 a proposal that does not stand, 14 an exceeded cap, which would close": [
    {
      setup: CLOSING,
      before: ["propose"],
      step: { action: "counter", replyTo: "p7" },
      answer: "stale_proposal",
    },
    { setup: CLOSING, before: ["propose"], step: "counter", answer: "taken" },
  ],
  "14 the cap, 15 no terms": [
    { setup: CAPPED, before: ["propose"], step: NO_TERMS, answer: "cap_reached" },
    { before: ["propose"], step: NO_TERMS, answer: "terms_required" },
  ],
  "15 no terms, 14 an exceeded cap, which closes only by a move that would else be taken": [
    { setup: CLOSING, before: ["propose"], step: NO_TERMS, answer: "terms_required" },
    { setup: CLOSING, before: ["propose"], step: "counter", answer: "taken" },
  ],
  "14 the last turn, 15 no message": [
    {
      setup: LAST,
      before: ["propose", "question"],
      step: { action: "question", message: null },
      answer: "final_turn",
    },
    {
      setup: LAST,
      before: ["propose"],
      step: { action: "question", message: null },
      answer: "message_required",
    },
  ],
  "within 15: no terms, then no message": [
    { setup: TALKING, before: ["propose"], step: { ...NO_TERMS, message: null }, answer: "terms_required" },
    {
      setup: TALKING,
      before: ["propose"],
      step: { action: "counter", message: " \n" },
      answer: "message_required",
    },
  ],
  "within 15: terms too many, then no message": [
    {
      setup: TALKING,
      before: ["propose"],
      step: { action: "reject", terms: 1, message: null },
      answer: "terms_not_allowed",
    },
    {
      setup: TALKING,
      before: ["propose"],
      step: { action: "reject", message: null },
      answer: "message_required",
    },
  ],
  "within 15: no message, then out of date": [
    {
      setup: TALKING,
      before: ["propose"],
      step: { action: "counter", message: "", validUntilAt: 5 },
      answer: "message_required",
    },
    {
      setup: TALKING,
      before: ["propose"],
      step: { action: "counter", validUntilAt: 5 },
      answer: "validity_passed",
    },
  ],
  "within 15: out of date, then said before": [
    { setup: GUARDED, before: [FAIR], step: { ...FAIR_AGAIN, validUntilAt: 5 }, answer: "validity_passed" },
    { setup: GUARDED, before: [FAIR], step: FAIR_AGAIN, answer: "repeated_message" },
  ],
  "15 said before, 17 terms that are no JSON": [
    {
      setup: GUARDED,
      before: [FAIR],
      step: { ...FAIR_AGAIN, terms: Number.NaN },
      answer: "repeated_message",
    },
    {
      setup: GUARDED,
      before: [FAIR],
      step: { action: "counter", terms: Number.NaN },
      answer: "terms_invalid",
    },
  ],
};

describe("EN-6: the earlier of two failing checks answers", () => {
  it.each(Object.entries(PAIRS))("%s", (_checks, cases) => {
    for (const { setup = {}, before = [], step, answer: expected } of cases) {
      expect(answer(historyOf(setup, before), step)).toBe(expected);
    }
  });

  it("4 before 5: a repeated command is answered with its turn, and the due deadline stays where it is", () => {
    const history = historyOf({}, [{ action: "propose", commandId: "c-1" }]);
    const decision = history.play({
      action: "propose",
      by: "ada",
      commandId: "c-1",
      terms: { price: 40 },
      after: 30_000,
    });
    expect(decision).toMatchObject({
      ok: true,
      applied: "nothing",
      events: [],
      entry: null,
      turn: { number: 1 },
    });
    expect(history.negotiation.status).toBe("proposed");
  });

  it("5 before 6: what is due is a decision of its own, and the command is judged after it", () => {
    const history = historyOf({}, ["propose"]);
    expect(answer(history, { action: "accept", by: "smith", after: 30_000 })).toBe("negotiation_over");
    expect(history.entries.map((entry) => entry.kind)).toEqual(["created", "turn", "woken"]);
    expect(history.negotiation.outcome?.reason).toBe("turn_timeout");
  });

  it("5 before 7: a due deadline takes effect although the version is old", () => {
    const history = historyOf({ rules: { onTurnTimeout: "fallback" } }, ["propose"]);
    expect(answer(history, { action: "accept", by: "smith", expectedVersion: 1, after: 30_000 })).toBe(
      "stale_version",
    );
    expect(history.negotiation.awaiting?.kind).toBe("fallback");
  });

  it.each(["consult", "answer"] as const)(
    "3 before 5 and 6: a stranger's %s is refused as such, also after the end",
    (type) => {
      const stranger = {
        consult: { type: "consult", partyId: "eve", id: "con_1", question: "?" },
        answer: { type: "answer", partyId: "eve", answer: "!" },
      } as const;
      const live = historyOf({ rules: { consult: {} } }, ["propose"]);
      expect(answer(live, { ...stranger[type], after: 30_000 })).toBe("not_a_party");
      expect(live.negotiation.outcome).toBeNull();
      const over = historyOf({ rules: { consult: {} } }, ["propose", "accept"]);
      const decision = over.play(stranger[type]);
      expect(decision).toMatchObject({
        ok: false,
        refusal: { code: "not_a_party", version: null, legal: null },
      });
    },
  );
});

function answer(history: History, step: Step): string {
  return answerOf(history.play(step));
}
