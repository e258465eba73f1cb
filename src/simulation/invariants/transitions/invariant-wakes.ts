/**
 * @module
 * What a wake-up has to do to a record, said a second time: which deadline goes first, and what each one
 * leads to. Own data, so that a fault in the core's table or order shows.
 */

import type { DeadlineKind } from "../../../core/deadlines/index.js";
import type { Awaiting, Deadlines, NegotiationState, Reason, Status } from "../../../core/record/index.js";

/** The kinds of deadlines, weightiest first (EN-22). */
export const WEIGHTS: readonly DeadlineKind[] = ["total", "validity", "turn", "consult", "park", "claim"];

/** The timeouts by the name under which an entry keeps them. */
const KINDS: Readonly<Record<string, DeadlineKind>> = {
  "total.timeout": "total",
  "proposal.expired": "validity",
  "turn.timeout": "turn",
  "consult.expired": "consult",
  "park.expired": "park",
  "claim.expired": "claim",
};

/** As much of a record as timeouts change. */
export interface WokenRecord {
  readonly status: Status;
  readonly reason: Reason | null;
  readonly awaiting: Awaiting | null;
  readonly deadlines: Deadlines;
  /** Whether a consult ended without an answer. */
  readonly hasMissedConsult: boolean;
}

/** One timeout of a wake-up. */
export interface WakeStep {
  /** `undefined` when the event is no timeout at all. */
  readonly kind: DeadlineKind | undefined;
  /** The instant that was armed, epoch ms; `null` when none was. */
  readonly armedAt: number | null;
  /** What had to go first. */
  readonly due: { readonly kind: DeadlineKind; readonly at: number } | undefined;
}

/** The timeouts of an entry one by one, and what they have to leave behind. */
export interface WakeCourse {
  readonly steps: readonly WakeStep[];
  readonly end: WokenRecord;
}

/** What these timeouts, applied at `at`, come to on a record. */
export function wakeCourse(before: NegotiationState, types: readonly string[], at: number): WakeCourse {
  let record: WokenRecord = {
    status: before.status,
    reason: null,
    awaiting: before.awaiting,
    deadlines: before.deadlines,
    hasMissedConsult: false,
  };
  const steps: WakeStep[] = [];
  for (const type of types) {
    const kind = KINDS[type];
    const { deadlines } = record;
    steps.push({
      kind,
      armedAt: kind === undefined ? null : instantOf(deadlines, kind),
      due: earliestOf(deadlines),
    });
    if (kind !== undefined) record = afterTimeout(before, record, kind, at);
  }
  return { steps, end: record };
}

/** The earliest instant, of equal ones the weightiest kind's; `undefined` when none is armed. */
export function earliestOf(
  deadlines: Deadlines,
): { readonly kind: DeadlineKind; readonly at: number } | undefined {
  let found: { readonly kind: DeadlineKind; readonly at: number } | undefined;
  for (const kind of WEIGHTS) {
    const at = instantOf(deadlines, kind);
    if (at !== null && (found === undefined || at < found.at)) found = { kind, at };
  }
  return found;
}

function instantOf(deadlines: Deadlines, kind: DeadlineKind): number | null {
  return deadlines[`${kind}At`];
}

function afterTimeout(
  { rules }: NegotiationState,
  record: WokenRecord,
  kind: DeadlineKind,
  at: number,
): WokenRecord {
  const { awaiting } = record;
  switch (kind) {
    case "total":
      return ended(record, rules.onTotalTimeout === "stall" ? "stalled" : "expired", "total_timeout");
    case "validity":
      return ended(record, "expired", "proposal_expired");
    case "turn":
      if (awaiting?.kind === "fallback") return ended(record, "stalled", "agent_error");
      if (rules.onTurnTimeout === "fallback") return fallenBack(record, rules.turnMs, at);
      return ended(record, rules.onTurnTimeout === "stall" ? "stalled" : "expired", "turn_timeout");
    case "consult": {
      const resumed = withAwaiting(record, { kind: "move", since: at }, { turnAt: after(rules.turnMs, at) });
      return { ...resumed, hasMissedConsult: true };
    }
    case "park":
      return fallenBack(record, rules.turnMs, at);
    case "claim":
      return afterClaim(record, rules, at);
  }
}

/** PT-6: parked again with the first window while that is open, or handed to the fallback, or closed. */
function afterClaim(record: WokenRecord, rules: NegotiationState["rules"], at: number): WokenRecord {
  const { awaiting } = record;
  const onExpiry = rules.park?.onClaimExpiry;
  if (onExpiry === "close") return ended(record, "stalled", "turn_timeout");
  if (onExpiry === "repark" && awaiting?.kind === "claimed") {
    const { firstParkedAt, parkMs } = awaiting;
    const parkAt = firstParkedAt + parkMs;
    if (at < parkAt) {
      const parked = { kind: "parked", since: at, firstParkedAt, parkMs, claim: null } as const;
      return withAwaiting(record, parked, { parkAt });
    }
  }
  return fallenBack(record, rules.turnMs, at);
}

function fallenBack(record: WokenRecord, turnMs: number | null, at: number): WokenRecord {
  return withAwaiting(record, { kind: "fallback", since: at }, { turnAt: after(turnMs, at) });
}

function withAwaiting(record: WokenRecord, awaiting: Awaiting, armed: Partial<Deadlines>): WokenRecord {
  const { totalAt, validityAt } = record.deadlines;
  return { ...record, awaiting, deadlines: { ...NOTHING_ARMED, totalAt, validityAt, ...armed } };
}

function ended(record: WokenRecord, status: Status, reason: Reason): WokenRecord {
  return { ...record, status, reason, awaiting: null, deadlines: NOTHING_ARMED };
}

function after(ms: number | null, at: number): number | null {
  return ms === null ? null : at + ms;
}

const NOTHING_ARMED: Deadlines = {
  totalAt: null,
  validityAt: null,
  turnAt: null,
  consultAt: null,
  parkAt: null,
  claimAt: null,
};
