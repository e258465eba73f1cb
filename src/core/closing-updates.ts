/**
 * @module
 * The named updates with which clock, cap, failure and host end a negotiation, or keep note of a
 * failure that does not end it. None of them records a turn.
 */

import type { ClosedEvent, FailedEvent, MachineEvent, MoveEvent, TimeoutEvent } from "./machine-events.js";
import type { FailedTurn, FinalStatus, Json, Negotiation, Reason } from "./negotiation.js";
import { type Next, NO_DEADLINES, next } from "./next-record.js";
import { outcomeOf } from "./outcome.js";

/** Ends as expired: the move would have been one more than the cap allows, and is not recorded. */
export function expireAtCap(negotiation: Negotiation, event: MoveEvent): Negotiation {
  return closed(negotiation, event, "expired", "turn_cap", dropped(event));
}

/** Ends as stalled: the move would have been one more than the cap allows, and is not recorded. */
export function stallAtCap(negotiation: Negotiation, event: MoveEvent): Negotiation {
  return closed(negotiation, event, "stalled", "turn_cap", dropped(event));
}

/** Ends as expired: the turn was missed. `details` names the party that had the floor. */
export function expireTurn(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
  return closed(negotiation, event, "expired", "turn_timeout", missedBy(negotiation));
}

/** Ends as stalled: the turn, or the claim on it, was missed. */
export function stallTurn(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
  return closed(negotiation, event, "stalled", "turn_timeout", missedBy(negotiation));
}

/** Ends as stalled: the fallback agent missed the turn as well (EN-27). */
export function stallFallback(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
  return closed(negotiation, event, "stalled", "agent_error", missedBy(negotiation));
}

/** Ends as expired: the total time is over. */
export function expireTotal(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
  return closed(negotiation, event, "expired", "total_timeout", null);
}

/** Ends as stalled: the total time is over. */
export function stallTotal(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
  return closed(negotiation, event, "stalled", "total_timeout", null);
}

/** Ends as expired: the standing proposal is out of date. */
export function expireProposal(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
  return closed(negotiation, event, "expired", "proposal_expired", null);
}

/** Ends as withdrawn: the host cancelled. */
export function cancelAsWithdrawn(negotiation: Negotiation, event: ClosedEvent): Negotiation {
  return closed(negotiation, event, "withdrawn", "cancelled", event.details);
}

/** Ends as expired: the host cancelled. */
export function cancelAsExpired(negotiation: Negotiation, event: ClosedEvent): Negotiation {
  return closed(negotiation, event, "expired", "cancelled", event.details);
}

/** Keeps note of a failed agent call; floor, deadlines and numbers stay (EN-29). */
export function recordFailure(negotiation: Negotiation, event: FailedEvent): Negotiation {
  return next(negotiation, event.at, { failures: withFailure(negotiation, event.failure) });
}

/** Ends as stalled: the last attempt failed. */
export function stallOnFailure(negotiation: Negotiation, event: FailedEvent): Negotiation {
  return failed(negotiation, event, "stalled");
}

/** Ends as expired: the last attempt failed. */
export function expireOnFailure(negotiation: Negotiation, event: FailedEvent): Negotiation {
  return failed(negotiation, event, "expired");
}

/** More would only be noise: the outcome names the last one. */
const KEPT_FAILURES = 5;

function withFailure(negotiation: Negotiation, failure: FailedTurn): readonly FailedTurn[] {
  return Object.freeze([...negotiation.failures, failure].slice(-KEPT_FAILURES));
}

function failed(negotiation: Negotiation, event: FailedEvent, status: FinalStatus): Negotiation {
  const details = Object.freeze({ partyId: event.failure.partyId, kind: event.failure.kind });
  return closed(negotiation, event, status, event.closes ?? "agent_error", details, {
    failures: withFailure(negotiation, event.failure),
  });
}

function closed(
  negotiation: Negotiation,
  event: MachineEvent,
  status: FinalStatus,
  reason: Reason,
  details: Json,
  change?: Next,
): Negotiation {
  return next(negotiation, event.at, {
    ...change,
    status,
    floor: null,
    awaiting: null,
    deadlines: NO_DEADLINES,
    outcome: outcomeOf(negotiation, {
      status,
      reason,
      by: null,
      turnCount: negotiation.turns.length,
      details,
      at: event.at,
    }),
  });
}

function dropped(event: MoveEvent): Json {
  return Object.freeze({ partyId: event.partyId, action: event.type });
}

function missedBy(negotiation: Negotiation): Json {
  return Object.freeze({ partyId: negotiation.floor });
}
