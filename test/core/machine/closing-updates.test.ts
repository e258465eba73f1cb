import { describe, expect, it } from "vitest";
import { closingUpdates as updates } from "../../../src/core/machine/closing-updates.js";
import type { MachineEvent } from "../../../src/core/moves/index.js";
import { frozenRecord } from "../../../src/core/record/index.js";
import { EVERYTHING, eventOf, negotiationOf, T0 } from "../../kit/builders.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

const record = negotiationOf({ rules: EVERYTHING, moves: ["propose", "counter"] });
const at = T0 + 9;
const failure = Object.freeze({
  partyId: "ada",
  turnNumber: 3,
  attempt: 1,
  kind: "threw",
  error: "boom",
  at,
} as const);
const counter = eventOf(record, "counter", at);

/** Every update that ends a negotiation without a turn: the event that it is for, and the outcome. */
const CLOSINGS: readonly (readonly [
  name: keyof typeof updates,
  event: MachineEvent,
  status: string,
  reason: string,
  details: unknown,
])[] = [
  ["expireAtCap", counter, "expired", "turn_cap", { partyId: "ada", action: "counter" }],
  ["stallAtCap", counter, "stalled", "turn_cap", { partyId: "ada", action: "counter" }],
  ["expireTurn", { type: "turn.timeout", at }, "expired", "turn_timeout", { partyId: "ada" }],
  ["stallTurn", { type: "turn.timeout", at }, "stalled", "turn_timeout", { partyId: "ada" }],
  ["stallFallback", { type: "turn.timeout", at }, "stalled", "agent_error", { partyId: "ada" }],
  ["expireTotal", { type: "total.timeout", at }, "expired", "total_timeout", null],
  ["stallTotal", { type: "total.timeout", at }, "stalled", "total_timeout", null],
  ["expireProposal", { type: "proposal.expired", at }, "expired", "proposal_expired", null],
  ["cancelAsWithdrawn", { type: "closed", at, details: null }, "withdrawn", "cancelled", null],
  [
    "cancelAsExpired",
    { type: "closed", at, details: Object.freeze({ why: "left" }) },
    "expired",
    "cancelled",
    { why: "left" },
  ],
  [
    "stallOnFailure",
    { type: "agent.failed", at, failure, closes: "agent_error" },
    "stalled",
    "agent_error",
    { partyId: "ada", kind: "threw" },
  ],
  [
    "expireOnFailure",
    { type: "agent.failed", at, failure, closes: "repetition" },
    "expired",
    "repetition",
    { partyId: "ada", kind: "threw" },
  ],
];

describe("updates of clock, cap, failure and host", () => {
  it.each(CLOSINGS)("EN-2: %s", (name, event, status, reason, details) => {
    const update = updates[name] as (negotiation: typeof record, event: MachineEvent) => typeof record;
    const after = update(record, event);
    expect(after).toMatchObject({ status, version: 3, updatedAt: at, floor: null, awaiting: null });
    expect(after.outcome).toEqual({
      status,
      reason,
      by: null,
      seat: null,
      at,
      turnCount: 2,
      rounds: 2,
      proposal: null,
      heldBy: null,
      details,
    });
    expect(after.turns).toBe(record.turns);
    expect(after.standing).toBe(record.standing);
    expect(Object.values(after.deadlines)).toEqual([null, null, null, null, null, null]);
    expect(isDeepFrozen(frozenRecord(after))).toBe(true);
  });

  it("all of them are here", () => {
    const ending = Object.keys(updates).filter((name) => name !== "recordFailure");
    expect(CLOSINGS.map(([name]) => name).sort()).toEqual(ending.sort());
  });

  it("EN-29: recordFailure keeps note and nothing else, the last five", () => {
    let after = record;
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      after = updates.recordFailure(after, {
        type: "agent.failed",
        at,
        failure: { ...failure, attempt },
        closes: null,
      });
    }
    expect(after.failures.map((one) => one.attempt)).toEqual([3, 4, 5, 6, 7]);
    expect({ ...after, failures: [], version: 2, updatedAt: T0 }).toEqual(record);
  });

  it("EN-29: a failure that ends it is kept as well", () => {
    const after = updates.stallOnFailure(record, {
      type: "agent.failed",
      at,
      failure,
      closes: "agent_error",
    });
    expect(after.failures).toEqual([failure]);
  });
});
