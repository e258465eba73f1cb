import { describe, expect, it } from "vitest";
import { decide } from "../../../src/core/index.js";
import { refusalForStranger } from "../../../src/core/moves/index.js";
import { CODES, type RefusalCode } from "../../../src/errors.js";
import type { MoveStep, Setup, Step } from "../../kit/builders.js";
import {
  ANSWERED,
  CANCEL,
  CLAIMED,
  CONSULTED,
  createCommand,
  decideStep,
  EVERYTHING,
  negotiationOf,
  PARK,
  PARKED,
  RELEASED,
  T0,
} from "../../kit/builders.js";

/** What provokes a refusal, and its details. */
interface Provocation {
  readonly setup?: Setup;
  readonly before?: readonly Step[];
  readonly step: Step;
  readonly details: object;
}

const SECRET = { price: "marker-4711" };
const CONSULTING: Setup = { rules: { consult: {} } };
const PARKING: Setup = { rules: { park: PARK, totalMs: null } };
const ALL: Setup = { rules: EVERYTHING };
const OTHER_CLAIM = { agentId: "agent-2", claimId: "clm_1" };
const LAST_DECIDES: Setup = {
  rules: { cap: { limit: 2, mode: "reach", result: "stalled" }, finalTurn: "decide" },
};

/** Every code that the core gives; the service gives the others. */
const PROVOCATIONS: Readonly<Partial<Record<RefusalCode, readonly Provocation[]>>> = {
  not_a_party: [{ step: { action: "propose", by: "eve", terms: SECRET }, details: { partyId: "eve" } }],
  negotiation_over: [
    {
      before: ["propose", "accept"],
      step: { action: "counter", by: "ada", terms: SECRET },
      details: over("accepted", "accept"),
    },
    { before: ["propose", "reject"], step: CANCEL, details: over("rejected", "reject") },
    { before: [CANCEL], step: PARKED, details: over("withdrawn", "cancelled") },
  ],
  stale_version: [
    {
      before: ["propose"],
      step: { action: "accept", expectedVersion: 0 },
      details: { expected: 0, actual: 1 },
    },
    {
      before: ["propose"],
      step: { action: "accept", expectedVersion: 2 },
      details: { expected: 2, actual: 1 },
    },
  ],
  command_conflict: [
    same({ action: "propose", by: "ada", terms: SECRET }),
    same({ action: "propose", by: "ada", message: "other" }),
    same({ action: "withdraw", by: "ada" }),
    {
      step: { action: "propose", commandId: "create-1", terms: SECRET },
      details: { commandId: "create-1", turnNumber: null },
    },
  ],
  consult_pending: [
    {
      setup: CONSULTING,
      before: ["propose", CONSULTED],
      step: "accept",
      details: { until: T0 + 86_400_000 },
    },
    {
      setup: { rules: { ...EVERYTHING, consult: {} } },
      before: ["propose", CONSULTED],
      step: { action: "withdraw", by: "ada" },
      details: { until: T0 + 86_400_000 },
    },
  ],
  consult_unavailable: [
    { before: ["propose"], step: CONSULTED, details: { why: "the rules allow none here" } },
    { setup: CONSULTING, step: CONSULTED, details: { why: "the rules allow none here" } },
    { setup: CONSULTING, before: ["propose"], step: ANSWERED, details: { why: "no consult is pending" } },
    {
      setup: { rules: { consult: {}, cap: { limit: 1 } } },
      before: ["propose"],
      step: CONSULTED,
      details: { why: "the rules allow none here" },
    },
  ],
  not_your_turn: [
    { step: { action: "propose", by: "smith", terms: SECRET }, details: { floor: "ada" } },
    { before: ["propose"], step: { action: "accept", by: "ada" }, details: { floor: "smith" } },
  ],
  claim_not_held: [
    {
      setup: PARKING,
      before: [PARKED, CLAIMED],
      step: { action: "propose", terms: SECRET },
      details: { awaiting: "claimed" },
    },
    {
      setup: PARKING,
      before: [PARKED, CLAIMED],
      step: { action: "propose", claim: OTHER_CLAIM },
      details: { awaiting: "claimed" },
    },
    {
      setup: PARKING,
      before: [PARKED],
      step: { action: "propose", claim: CLAIMED },
      details: { awaiting: "parked" },
    },
    {
      setup: PARKING,
      before: [PARKED, CLAIMED],
      step: { type: "release", ...OTHER_CLAIM },
      details: { awaiting: "claimed" },
    },
    { setup: PARKING, before: [PARKED], step: RELEASED, details: { awaiting: "parked" } },
  ],
  not_parked: [
    { setup: PARKING, step: CLAIMED, details: { awaiting: "move" } },
    { setup: PARKING, step: RELEASED, details: { awaiting: "move" } },
    { step: PARKED, details: { awaiting: "move" } },
    { setup: PARKING, step: { action: "propose", claim: CLAIMED }, details: { awaiting: "move" } },
    {
      setup: PARKING,
      before: [PARKED, { type: "wake", after: PARK.parkMs }],
      step: { action: "propose", claim: CLAIMED },
      details: { awaiting: "fallback" },
    },
  ],
  action_not_allowed: [
    {
      step: "question",
      details: { action: "question", allowed: ["propose", "counter", "accept", "reject"], by: "rules" },
    },
    {
      setup: {
        rules: {
          actions: { all: ["propose", "counter", "accept", "reject"], responder: ["accept", "reject"] },
        },
      },
      before: ["propose"],
      step: "counter",
      details: { action: "counter", allowed: ["accept", "reject"], by: "seat" },
    },
    {
      setup: {
        rules: {
          actions: {
            all: ["propose", "counter", "accept", "reject"],
            responder: ["accept", "reject", "propose"],
          },
        },
      },
      before: ["propose"],
      step: "propose",
      details: { action: "propose", allowed: ["propose", "accept", "reject"], by: "seat" },
    },
    {
      setup: { preset: "index" },
      before: ["propose"],
      step: "question",
      details: {
        action: "question",
        allowed: ["propose", "counter", "accept", "reject", "withdraw"],
        by: "kind",
      },
    },
  ],
  must_propose: [{ step: "counter", details: { allowed: ["propose"] } }],
  must_counter: [
    {
      setup: { rules: { repropose: "refuse" } },
      before: ["propose"],
      step: "propose",
      details: { allowed: ["counter", "accept", "reject"] },
    },
  ],
  own_proposal: [
    { setup: ALL, before: ["propose", "question"], step: "accept", details: { proposalId: "neg_1_p1" } },
  ],
  stale_proposal: [
    {
      before: ["propose"],
      step: { action: "accept", replyTo: "p9" },
      details: { given: "p9", standing: "neg_1_p1" },
    },
    { step: { action: "propose", replyTo: "p9" }, details: { given: "p9", standing: null } },
  ],
  proposal_id_taken: [
    {
      before: [{ action: "propose", proposalId: "first" }],
      step: { action: "counter", proposalId: "first", terms: SECRET },
      details: { proposalId: "first", round: 1 },
    },
    {
      before: ["propose"],
      step: { action: "counter", proposalId: "neg_1_p5" },
      details: { proposalId: "neg_1_p5", round: null },
    },
  ],
  cap_reached: [
    {
      setup: { rules: { cap: { counts: "proposals", limit: 1, result: "refuse" } } },
      before: ["propose"],
      step: { action: "counter", terms: SECRET },
      details: { counts: "proposals", limit: 1 },
    },
  ],
  final_turn: [
    { setup: LAST_DECIDES, before: ["propose"], step: "counter", details: { allowed: ["accept", "reject"] } },
  ],
  terms_required: [{ step: { action: "propose", terms: undefined }, details: { action: "propose" } }],
  terms_not_allowed: [
    { before: ["propose"], step: { action: "accept", terms: SECRET }, details: { action: "accept" } },
    {
      setup: { preset: "index" },
      step: { action: "propose", terms: SECRET },
      details: { action: "propose" },
    },
    { before: ["propose"], step: { action: "reject", terms: Number.NaN }, details: { action: "reject" } },
  ],
  message_required: [
    {
      setup: ALL,
      before: ["propose"],
      step: { action: "question", message: null },
      details: { action: "question" },
    },
    {
      setup: ALL,
      before: ["propose"],
      step: { action: "question", message: "\t " },
      details: { action: "question" },
    },
  ],
  terms_invalid: [
    {
      step: { action: "propose", terms: { price: Number.NaN } },
      details: { issues: [{ path: ["price"], message: expect.any(String) }] },
    },
  ],
  validity_passed: [
    { step: { action: "propose", validUntilAt: T0 }, details: { validUntilAt: T0, now: T0 } },
    {
      before: ["propose"],
      step: { action: "counter", validUntilAt: T0 - 1 },
      details: { validUntilAt: T0 - 1, now: T0 },
    },
  ],
  repeated_message: [
    {
      setup: { rules: { repetition: "guard" } },
      before: [{ action: "propose", message: "marker-4711" }],
      step: { action: "counter", message: " marker-4711\n" },
      details: { turnNumber: 1 },
    },
  ],
};

/** Refusals that the service gives without asking the core. */
const OF_THE_SERVICE = [
  "move_invalid",
  "unknown_negotiation",
  "forbidden_agent",
  "forbidden_party",
  "policy_masked",
  "not_admitted",
  "queue_full",
];

describe("refusals", () => {
  const rows = Object.entries(PROVOCATIONS).flatMap(([code, all]) =>
    all.map((one, index) => [code, index + 1, one] as const),
  );

  it.each(rows)("EN-40: %s (%i)", (code, _index, { setup = {}, before = [], step, details }) => {
    const record = negotiationOf({ ...setup, moves: before });
    const bytes = JSON.stringify(record);
    const decision = decideStep(record, step);
    if (decision.ok) throw new Error("not refused");
    const { refusal } = decision;
    expect(refusal.code).toBe(code);
    expect(refusal.details).toEqual(details);
    expect(refusal.negotiationId).toBe("neg_1");
    expect(refusal.version).toBe(code === "not_a_party" ? null : record.version);
    // What was expected, what came, what to do (SY-15); never anything private (SY-17).
    expect(refusal.message).toMatch(/^Expected .+, got .+\.$/s);
    expect(JSON.stringify(refusal)).not.toContain("marker-4711");
    expect(Object.isFrozen(refusal) && Object.isFrozen(refusal.details)).toBe(true);
    expect(JSON.stringify(record)).toBe(bytes);
    expect(decideStep(record, step)).toEqual(decision);
  });

  it("EN-40: no code is left out", () => {
    const known = Object.keys(CODES).filter((code) => CODES[code as keyof typeof CODES].manner === "refusal");
    expect([...Object.keys(PROVOCATIONS), ...OF_THE_SERVICE].sort()).toEqual(known.sort());
  });

  it("EN-13: a refused creation tells the code and creates nothing", () => {
    const refusedCreation = (setup: Setup) => decide(null, createCommand(setup), T0);
    expect(refusedCreation({ rules: { opener: "responder" }, opening: 1 })).toMatchObject({
      ok: false,
      refusal: { code: "action_not_allowed", details: { action: "propose", allowed: [], by: "seat" } },
    });
    expect(refusedCreation({ preset: "index", opening: 1 })).toMatchObject({
      ok: false,
      refusal: { code: "terms_not_allowed" },
    });
    expect(refusedCreation({ opening: Number.NaN })).toMatchObject({
      ok: false,
      refusal: { code: "terms_invalid" },
    });
  });

  it("EN-12: a stranger hears neither the version nor what is legal", () => {
    expect(refusalForStranger("neg_1", "not_a_party", "Expected x, got y.")).toEqual({
      ok: false,
      code: "not_a_party",
      message: "Expected x, got y.",
      negotiationId: "neg_1",
      version: null,
      details: {},
      legal: null,
    });
  });
});

function over(status: string, reason: string): object {
  return { status, reason, at: T0 };
}

function same(step: MoveStep): Provocation {
  return {
    before: [{ action: "propose", commandId: "c-1" }],
    step: { ...step, commandId: "c-1" },
    details: { commandId: "c-1", turnNumber: 1 },
  };
}
