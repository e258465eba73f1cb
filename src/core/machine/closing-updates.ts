/**
 * @module
 * The named updates with which clock, cap, failure and host end a negotiation, or keep note of a
 * failure that does not end it. None of them records a turn.
 */

import type { Json } from "../json/index.js";
import type { ClosedEvent, FailedEvent, MachineEvent, MoveEvent, TimeoutEvent } from "../moves/index.js";
import type { FailedTurn, FinalStatus, Negotiation, Next, Reason } from "../record/index.js";
import { NO_DEADLINES, next, outcomeOf } from "../record/index.js";

/** The updates of endings by name. */
export const closingUpdates = {
  /** Ends as expired: the move would have been one more than the cap allows, and is not recorded. */
  expireAtCap(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return closed(negotiation, event, "expired", "turn_cap", dropped(event));
  },

  /** Ends as stalled: the move would have been one more than the cap allows, and is not recorded. */
  stallAtCap(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return closed(negotiation, event, "stalled", "turn_cap", dropped(event));
  },

  /** Ends as expired: the turn was missed. `details` names the party that had the floor. */
  expireTurn(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
    return closed(negotiation, event, "expired", "turn_timeout", missedBy(negotiation));
  },

  /** Ends as stalled: the turn, or the claim on it, was missed. */
  stallTurn(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
    return closed(negotiation, event, "stalled", "turn_timeout", missedBy(negotiation));
  },

  /** Ends as stalled: the fallback agent missed the turn as well (EN-27). */
  stallFallback(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
    return closed(negotiation, event, "stalled", "agent_error", missedBy(negotiation));
  },

  /** Ends as expired: the total time is over. */
  expireTotal(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
    return closed(negotiation, event, "expired", "total_timeout", null);
  },

  /** Ends as stalled: the total time is over. */
  stallTotal(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
    return closed(negotiation, event, "stalled", "total_timeout", null);
  },

  /** Ends as expired: the standing proposal is out of date. */
  expireProposal(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
    return closed(negotiation, event, "expired", "proposal_expired", null);
  },

  /** Ends as withdrawn: the host cancelled. */
  cancelAsWithdrawn(negotiation: Negotiation, event: ClosedEvent): Negotiation {
    return closed(negotiation, event, "withdrawn", "cancelled", event.details);
  },

  /** Ends as expired: the host cancelled. */
  cancelAsExpired(negotiation: Negotiation, event: ClosedEvent): Negotiation {
    return closed(negotiation, event, "expired", "cancelled", event.details);
  },

  /** Keeps note of a failed agent call; floor, deadlines and numbers stay (EN-29). */
  recordFailure(negotiation: Negotiation, event: FailedEvent): Negotiation {
    return next(negotiation, event.at, { failures: withFailure(negotiation, event.failure) });
  },

  /** Ends as stalled: the last attempt failed. */
  stallOnFailure(negotiation: Negotiation, event: FailedEvent): Negotiation {
    return failed(negotiation, event, "stalled");
  },

  /** Ends as expired: the last attempt failed. */
  expireOnFailure(negotiation: Negotiation, event: FailedEvent): Negotiation {
    return failed(negotiation, event, "expired");
  },
} as const;

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
