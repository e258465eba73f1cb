/**
 * @module
 * Which deadlines a record has to have (docs/requirements/engine.md, section 5), which of them goes first, and what a
 * wake-up has to do to it, said a second time. Own data, so that a fault in the core's table or order shows.
 */

import type { DeadlineKind } from "../../../core/deadlines/index.js";
import type { Awaiting, Deadlines, NegotiationState, Reason, Status } from "../../../core/record/index.js";
import { type Fault, unlike } from "../../observation/index.js";

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
interface WokenRecord {
  readonly status: Status;
  readonly reason: Reason | null;
  readonly awaiting: Awaiting | null;
  readonly deadlines: Deadlines;
  /** Whether a consult ended without an answer. */
  readonly hasMissedConsult: boolean;
}

/** One timeout of a wake-up. */
interface WakeStep {
  /** `undefined` when the event is no timeout at all. */
  readonly kind: DeadlineKind | undefined;
  /** The instant that was armed, epoch ms; `null` when none was. */
  readonly armedAt: number | null;
  /** What had to go first. */
  readonly due: { readonly kind: DeadlineKind; readonly at: number } | undefined;
}

/** The timeouts of an entry one by one, and what they have to leave behind. */
interface WakeCourse {
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
      const resumed = withAwaiting(record, { kind: "move", since: at }, { turnAt: later(at, rules.turnMs) });
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
  return withAwaiting(record, { kind: "fallback", since: at }, { turnAt: later(at, turnMs) });
}

function withAwaiting(record: WokenRecord, awaiting: Awaiting, armed: Partial<Deadlines>): WokenRecord {
  const { totalAt, validityAt } = record.deadlines;
  return { ...record, awaiting, deadlines: { ...NOTHING_ARMED, totalAt, validityAt, ...armed } };
}

function ended(record: WokenRecord, status: Status, reason: Reason): WokenRecord {
  return { ...record, status, reason, awaiting: null, deadlines: NOTHING_ARMED };
}

const NOTHING_ARMED: Deadlines = {
  totalAt: null,
  validityAt: null,
  turnAt: null,
  consultAt: null,
  parkAt: null,
  claimAt: null,
};

/** A fault when one of the six instants is not the one that follows from the rest of the record. */
export function faultOfWindows(state: NegotiationState, turnCount = 0): Fault {
  const expected = state.outcome === null ? windowsOf(state, turnCount > 0) : NOTHING_ARMED;
  for (const name of NAMES) {
    const fault =
      expected[name] === state.deadlines[name]
        ? undefined
        : unlike(name, expected[name], state.deadlines[name]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** However late a turn is picked up, its claim lasts this many ms (PT-4). */
const LEAST_CLAIM_MS = 1_000;

function windowsOf(state: NegotiationState, hasTurns: boolean): Deadlines {
  const { rules, awaiting, standing, createdAt } = state;
  const lasting: Deadlines = {
    ...NOTHING_ARMED,
    totalAt: later(createdAt, rules.totalMs),
    validityAt: standing?.validUntilAt ?? null,
  };
  switch (awaiting?.kind) {
    case "move": {
      // A table that is empty again is no opening: there the opening's window only stands in (EN-65).
      const [first, second] = hasTurns ? [rules.turnMs, rules.openMs] : [rules.openMs, rules.turnMs];
      const ms = state.status === "open" ? (first ?? second) : rules.turnMs;
      return { ...lasting, turnAt: later(awaiting.since, ms) };
    }
    case "fallback":
      return { ...lasting, turnAt: later(awaiting.since, rules.turnMs) };
    case "consult":
      return { ...lasting, consultAt: later(awaiting.since, rules.consult?.windowMs ?? null) };
    case "parked":
      return { ...lasting, parkAt: awaiting.firstParkedAt + awaiting.parkMs };
    case "claimed": {
      const { claimedAt } = awaiting.claim;
      const parkAt = awaiting.firstParkedAt + awaiting.parkMs;
      const isFresh = rules.park?.claimBudget === "fresh" && rules.park.claimMs !== null;
      const claimAt = isFresh
        ? later(claimedAt, rules.park?.claimMs ?? null)
        : Math.max(parkAt, claimedAt + LEAST_CLAIM_MS);
      return { ...lasting, claimAt };
    }
    default:
      return lasting;
  }
}

function later(at: number, ms: number | null): number | null {
  return ms === null ? null : at + ms;
}

const NAMES = Object.keys(NOTHING_ARMED) as readonly (keyof Deadlines)[];
