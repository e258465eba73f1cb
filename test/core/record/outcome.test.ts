import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../src/core/record/index.js";
import type { Setup, Step } from "../../kit/builders.js";
import {
  CANCEL,
  EVERYTHING,
  FAILED,
  failing,
  historyOf,
  negotiationOf,
  PARK,
  PARKED,
  T0,
  WAKE,
} from "../../kit/builders.js";

const elapse = (after: number): Step => ({ ...WAKE, after });

/** EN-2: every way to end, the status and reason that it gives, and who is named. */
const ENDINGS: readonly (readonly [
  status: string,
  reason: string,
  by: string | null,
  setup: Setup,
  steps: Step[],
])[] = [
  ["accepted", "accept", "smith", {}, ["propose", "accept"]],
  ["rejected", "reject", "smith", {}, ["propose", "reject"]],
  ["withdrawn", "withdraw", "ada", { rules: EVERYTHING }, ["withdraw"]],
  ["expired", "turn_timeout", null, {}, ["propose", elapse(30_000)]],
  ["stalled", "turn_timeout", null, { rules: { onTurnTimeout: "stall" } }, ["propose", elapse(30_000)]],
  ["expired", "total_timeout", null, { rules: { turnMs: 200_000 } }, ["propose", elapse(120_000)]],
  [
    "stalled",
    "total_timeout",
    null,
    { rules: { turnMs: 200_000, onTotalTimeout: "stall" } },
    [elapse(120_000)],
  ],
  ["expired", "proposal_expired", null, { rules: { validityMs: 5 } }, ["propose", elapse(5)]],
  ["expired", "turn_cap", null, { rules: { cap: { limit: 1 } } }, ["propose", "counter"]],
  ["stalled", "turn_cap", null, { rules: { cap: { limit: 1, result: "stalled" } } }, ["propose", "counter"]],
  ["expired", "turn_cap", null, { rules: { cap: { limit: 2, mode: "reach" } } }, ["propose", "counter"]],
  [
    "stalled",
    "turn_cap",
    null,
    { rules: { cap: { limit: 2, mode: "reach", result: "stalled" } } },
    ["propose", "counter"],
  ],
  ["stalled", "agent_error", null, {}, [FAILED, FAILED]],
  ["expired", "agent_error", null, { rules: { onFailure: "expire" } }, [FAILED, FAILED]],
  [
    "stalled",
    "agent_error",
    null,
    { rules: { onTurnTimeout: "fallback" } },
    [elapse(30_000), elapse(30_000)],
  ],
  ["stalled", "repetition", null, {}, ["propose", failing("repetition"), failing("repetition")]],
  [
    "expired",
    "repetition",
    null,
    { rules: { onFailure: "expire" } },
    [failing("repetition"), failing("repetition")],
  ],
  ["withdrawn", "cancelled", null, {}, ["propose", CANCEL]],
  ["expired", "cancelled", null, { rules: { onCancel: "expire" } }, ["propose", CANCEL]],
  [
    "stalled",
    "turn_timeout",
    null,
    { rules: { park: { ...PARK, onClaimExpiry: "close" }, totalMs: null } },
    [PARKED, { type: "claim", agentId: "a", claimId: "c" }, elapse(3_600_000)],
  ],
];

describe("outcomeOf", () => {
  it.each(ENDINGS)("EN-2: an ending that is %s with reason %s, by %s", (status, reason, by, setup, steps) => {
    const { negotiation } = historyOf(setup, steps);
    const { outcome } = negotiation;
    expect({ status: negotiation.status, ...outcome }).toMatchObject({ status, reason, by });
    expect(outcome?.seat).toBe(by === null ? null : by === "ada" ? "initiator" : "responder");
    expect(outcome?.turnCount).toBe(negotiation.turns.length);
    expect(outcome?.rounds).toBe(negotiation.turns.filter((turn) => turn.round !== null).length);
    expect(outcome?.proposal).toBe(status === "accepted" ? negotiation.standing : null);
    expect(outcome?.at).toBe(negotiation.updatedAt);
    expect(negotiation.floor).toBeNull();
    expect(negotiation.awaiting).toBeNull();
    expect(Object.values(negotiation.deadlines).every((at) => at === null)).toBe(true);
  });

  it.each([
    ["a missed turn", {}, ["propose", elapse(30_000)], { partyId: "smith" }],
    [
      "a cap that is exceeded",
      { rules: { cap: { limit: 1 } } },
      ["propose", "counter"],
      { partyId: "smith", action: "counter" },
    ],
    [
      "a cap that is reached",
      { rules: { cap: { limit: 2, mode: "reach" } } },
      ["propose", "counter"],
      { partyId: "smith", action: "counter" },
    ],
    ["a failed agent", {}, ["propose", FAILED, FAILED], { partyId: "smith", kind: "threw" }],
    ["the host", {}, [{ type: "cancel", details: { why: "left" } }], { why: "left" }],
    [
      "a fallback that misses the turn as well",
      { rules: { onTurnTimeout: "fallback" } },
      ["propose", elapse(30_000), elapse(30_000)],
      { partyId: "smith" },
    ],
    ["the total time", { rules: { turnMs: 200_000 } }, [elapse(120_000)], null],
    ["a party's own decision", {}, ["propose", "reject"], null],
  ] as [string, Setup, Step[], unknown][])(
    "EN-2: `details` say who or why: %s",
    (_what, setup, steps, details) => {
      expect(historyOf(setup, steps).negotiation.outcome?.details).toEqual(details);
    },
  );

  it("EN-1: an acceptance names the group that has yet to confirm it, other endings do not", () => {
    const held = (move: "accept" | "reject") =>
      negotiationOf({ heldBy: "grp_1", moves: ["propose", move] }).outcome?.heldBy;
    expect(held("accept")).toBe("grp_1");
    expect(held("reject")).toBeNull();
  });

  it("EN-1: an outcome is complete and frozen, absent members are null", () => {
    const outcome = outcomeOf(negotiationOf({}), {
      status: "expired",
      reason: "total_timeout",
      by: null,
      turnCount: 0,
      at: T0,
    });
    expect(Object.isFrozen(outcome)).toBe(true);
    expect(outcome).toEqual({
      status: "expired",
      reason: "total_timeout",
      by: null,
      seat: null,
      at: T0,
      turnCount: 0,
      rounds: 0,
      proposal: null,
      heldBy: null,
      details: null,
    });
  });
});
