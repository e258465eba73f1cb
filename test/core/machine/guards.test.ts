import { describe, expect, it } from "vitest";
import { guards } from "../../../src/core/machine/guards.js";
import type { MachineEvent } from "../../../src/core/moves/index.js";
import type { Negotiation } from "../../../src/core/record/index.js";
import type { MoveStep, Setup, Step } from "../../kit/builders.js";
import {
  CLAIM,
  CLAIMED,
  CONSULTED,
  EVERYTHING,
  eventOf,
  negotiationOf,
  PARK,
  PARKED,
  T0,
  WAKE,
} from "../../kit/builders.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

type GuardName = keyof typeof guards;

const at = T0;
const timeout: MachineEvent = { type: "turn.timeout", at };
const failing = (closes: "agent_error" | null): MachineEvent => ({
  type: "agent.failed",
  at,
  failure: { partyId: "ada", turnNumber: 1, attempt: 1, kind: "threw", error: "", at },
  closes,
});
const release = (claimId: string, when: number = at): MachineEvent => ({
  type: "release",
  at: when,
  agentId: CLAIM.agentId,
  claimId,
});

const parks = (onClaimExpiry: "repark" | "close" | "fallback"): Setup => ({
  rules: { park: { ...PARK, onClaimExpiry }, totalMs: null },
});
const claimed: Step[] = [PARKED, CLAIMED];
const capped = (
  mode: "reach" | "exceed",
  result: "expired" | "stalled" | "refuse",
  limit: number,
): Setup => ({
  rules: { ...EVERYTHING, cap: { mode, result, limit } },
});
const counter: MoveStep = { action: "counter" };

/** Each guard: a record and an event for which it says yes, and some for which it says no. */
const CASES: readonly (readonly [
  guard: GuardName,
  expected: boolean,
  setup: Setup,
  moves: readonly Step[],
  event: MachineEvent | MoveStep,
])[] = [
  ["mayMove", true, {}, ["propose"], counter],
  ["rejectsAndGoesOn", true, { rules: { onReject: "continue" } }, ["propose"], { action: "reject" }],
  ["rejectsAndGoesOn", false, {}, ["propose"], { action: "reject" }],
  [
    "rejectsAndGoesOn",
    false,
    { rules: { onReject: "continue" } },
    ["propose"],
    { action: "reject", by: "ada" },
  ],
  [
    "rejectsAndGoesOn",
    false,
    { rules: { onReject: "continue", cap: { limit: 1 } } },
    ["propose"],
    { action: "reject" },
  ],
  [
    "rejectsAndGoesOn",
    false,
    { rules: { onReject: "continue", cap: { limit: 2, mode: "reach" } } },
    ["propose"],
    { action: "reject" },
  ],
  ["mayMove", false, {}, ["propose"], { action: "counter", by: "ada" }],
  ["mayMove", false, {}, ["propose"], { action: "counter", terms: undefined }],
  ["mayMove", false, capped("exceed", "refuse", 1), ["propose"], counter],
  ["exceedsCapExpiring", true, capped("exceed", "expired", 1), ["propose"], counter],
  ["exceedsCapExpiring", false, capped("exceed", "stalled", 1), ["propose"], counter],
  ["exceedsCapExpiring", false, capped("reach", "expired", 2), ["propose"], counter],
  ["exceedsCapExpiring", false, capped("exceed", "expired", 2), ["propose"], counter],
  ["exceedsCapStalling", true, capped("exceed", "stalled", 1), ["propose"], counter],
  ["exceedsCapStalling", false, capped("exceed", "expired", 1), ["propose"], counter],
  ["exceedsCapStalling", false, capped("exceed", "refuse", 1), ["propose"], counter],
  ["reachesCapExpiring", true, capped("reach", "expired", 2), ["propose"], counter],
  ["reachesCapExpiring", false, capped("reach", "stalled", 2), ["propose"], counter],
  ["reachesCapExpiring", false, capped("reach", "expired", 3), ["propose"], counter],
  ["reachesCapStalling", true, capped("reach", "stalled", 2), ["propose"], counter],
  ["reachesCapStalling", false, capped("exceed", "stalled", 2), ["propose"], counter],
  ["fallsBack", true, { rules: { onTurnTimeout: "fallback" } }, [], timeout],
  ["fallsBack", false, { rules: { onTurnTimeout: "stall" } }, [], timeout],
  ["fallsBack", false, { rules: { onTurnTimeout: "fallback" } }, [{ ...WAKE, after: 30_000 }], timeout],
  ["fallbackFailed", true, { rules: { onTurnTimeout: "fallback" } }, [{ ...WAKE, after: 30_000 }], timeout],
  ["fallbackFailed", false, { rules: { onTurnTimeout: "fallback" } }, [], timeout],
  ["stallsOnTurnTimeout", true, { rules: { onTurnTimeout: "stall" } }, [], timeout],
  ["stallsOnTurnTimeout", false, {}, [], timeout],
  ["stallsOnTotalTimeout", true, { rules: { onTotalTimeout: "stall" } }, [], { type: "total.timeout", at }],
  ["stallsOnTotalTimeout", false, {}, [], { type: "total.timeout", at }],
  ["reparks", true, parks("repark"), claimed, { type: "claim.expired", at }],
  ["reparks", true, parks("repark"), claimed, { type: "claim.expired", at: at + PARK.parkMs - 1 }],
  ["reparks", false, parks("repark"), claimed, { type: "claim.expired", at: at + PARK.parkMs }],
  ["reparks", false, parks("fallback"), claimed, { type: "claim.expired", at }],
  ["closesOnClaimExpiry", true, parks("close"), claimed, { type: "claim.expired", at }],
  ["closesOnClaimExpiry", false, parks("repark"), claimed, { type: "claim.expired", at }],
  ["failureStalls", true, {}, [], failing("agent_error")],
  ["failureStalls", false, {}, [], failing(null)],
  ["failureStalls", false, { rules: { onFailure: "expire" } }, [], failing("agent_error")],
  ["failureExpires", true, { rules: { onFailure: "expire" } }, [], failing("agent_error")],
  ["failureExpires", false, { rules: { onFailure: "expire" } }, [], failing(null)],
  ["failureExpires", false, {}, [], failing("agent_error")],
  ["cancelExpires", true, { rules: { onCancel: "expire" } }, [], { type: "closed", at, details: null }],
  ["cancelExpires", false, {}, [], { type: "closed", at, details: null }],
  ["mayPark", true, parks("repark"), [], { type: "park", at }],
  ["mayPark", false, parks("repark"), [PARKED], { type: "park", at }],
  ["mayPark", false, {}, [], { type: "park", at }],
  ["mayClaim", true, parks("repark"), [PARKED], { type: "claim", at, ...CLAIM }],
  ["mayClaim", false, parks("repark"), claimed, { type: "claim", at, ...CLAIM }],
  ["releasesToPark", true, parks("repark"), claimed, release("clm_1")],
  ["releasesToPark", false, parks("repark"), claimed, release("clm_2")],
  ["releasesToPark", false, parks("repark"), [PARKED], release("clm_1")],
  ["releasesToPark", false, parks("repark"), claimed, release("clm_1", at + PARK.parkMs)],
  ["releasesToFallback", true, parks("repark"), claimed, release("clm_1", at + PARK.parkMs)],
  ["releasesToFallback", false, parks("repark"), claimed, release("clm_1", at + PARK.parkMs - 1)],
  ["releasesToFallback", false, parks("repark"), claimed, release("clm_2", at + PARK.parkMs)],
  [
    "mayConsult",
    true,
    { rules: { consult: {} } },
    ["propose"],
    { type: "consult", at, id: "c", question: "?" },
  ],
  ["mayConsult", false, { rules: { consult: {} } }, [], { type: "consult", at, id: "c", question: "?" }],
  ["mayConsult", false, {}, ["propose"], { type: "consult", at, id: "c", question: "?" }],
  [
    "mayAnswer",
    true,
    { rules: { consult: {} } },
    ["propose", CONSULTED],
    { type: "answer", at, answer: "!" },
  ],
  ["mayAnswer", false, { rules: { consult: {} } }, ["propose"], { type: "answer", at, answer: "!" }],
];

describe("MA-1: the guards", () => {
  it.each(CASES)("%s says %s (%#)", (name, expected, setup, moves, event) => {
    const record = negotiationOf({ ...setup, moves });
    expect(ask(name, record, "action" in event ? eventOf(record, event) : event)).toBe(expected);
    expect(isDeepFrozen(record)).toBe(true);
  });

  it("each is asked for yes and for no", () => {
    const asked = new Set(CASES.map(([name, expected]) => `${name} ${expected}`));
    expect(
      Object.keys(guards)
        .flatMap((name) => [`${name} true`, `${name} false`])
        .filter((one) => !asked.has(one)),
    ).toEqual([]);
  });
});

function ask(name: GuardName, record: Negotiation, event: MachineEvent): boolean {
  return (guards[name] as (negotiation: Negotiation, event: MachineEvent) => boolean)(record, event);
}
