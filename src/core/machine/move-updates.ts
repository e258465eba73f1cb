/**
 * @module
 * The named updates that record a party's move: from a record and an event to the next record, purely.
 * Those of clock, host and parking are in `closing-updates.ts` and `awaiting-updates.ts`.
 */

import type { MoveEvent } from "../moves/index.js";
import type { Deadlines, FinalStatus, Negotiation, Proposal, Status, Turn } from "../record/index.js";
import { NO_DEADLINES, next, otherParty, outcomeOf, roundsOf, unsealedTurn } from "../record/index.js";

/** The updates of moves by name. */
export const updates = {
  /** Records the opening proposal. */
  recordOpening(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return recordProposal(negotiation, event, "proposed");
  },

  /** Records a counter, also one that was handed in as a repeated `propose`. */
  recordCounter(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return recordProposal(negotiation, event, "countered");
  },

  /** Records a question: the floor passes, the proposal keeps standing. */
  recordQuestion(negotiation: Negotiation, event: MoveEvent): Negotiation {
    const { status, standing } = negotiation;
    return passed(negotiation, event, status, turnOf(negotiation, event, "question"), standing);
  },

  /** Records a rejection of the standing proposal alone: nothing stands, and the other side may propose. */
  recordRefusedOffer(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return passed(negotiation, event, "open", turnOf(negotiation, event, "reject"), null);
  },

  /** Records the acceptance of the standing proposal. */
  recordAcceptance(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return recordDecision(negotiation, event, "accepted");
  },

  /** Records a rejection. */
  recordRejection(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return recordDecision(negotiation, event, "rejected");
  },

  /** Records that a party walked away. */
  recordWithdrawal(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return recordDecision(negotiation, event, "withdrawn");
  },

  /** Records the move that reaches the cap, and expires. */
  recordLastAndExpire(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return recordLast(negotiation, event, "expired");
  },

  /** Records the move that reaches the cap, and stalls. */
  recordLastAndStall(negotiation: Negotiation, event: MoveEvent): Negotiation {
    return recordLast(negotiation, event, "stalled");
  },
} as const;

function recordProposal(
  negotiation: Negotiation,
  event: MoveEvent,
  status: "proposed" | "countered",
): Negotiation {
  const turn = turnOf(negotiation, event, status === "proposed" ? "propose" : "counter");
  return passed(negotiation, event, status, turn, proposalOf(negotiation, event, turn));
}

/** The turn recorded, and the floor with the other side. */
function passed(
  negotiation: Negotiation,
  event: MoveEvent,
  status: Status,
  turn: Turn,
  standing: Proposal | null,
): Negotiation {
  return next(negotiation, event.at, {
    status,
    turns: withTurn(negotiation.turns, turn),
    standing,
    // By identity, never by the parity of the turn count (EN-7).
    floor: otherParty(negotiation, event.partyId).id,
    awaiting: { kind: "move", since: event.at },
    deadlines: deadlinesAfter(negotiation, event, standing),
  });
}

const DECISIONS = { accepted: "accept", rejected: "reject", withdrawn: "withdraw" } as const;

function recordDecision(
  negotiation: Negotiation,
  event: MoveEvent,
  status: "accepted" | "rejected" | "withdrawn",
): Negotiation {
  const turn = turnOf(negotiation, event, DECISIONS[status]);
  return next(negotiation, event.at, {
    status,
    turns: withTurn(negotiation.turns, turn),
    floor: null,
    awaiting: null,
    deadlines: NO_DEADLINES,
    outcome: outcomeOf(negotiation, {
      status,
      reason: DECISIONS[status],
      by: event.partyId,
      turnCount: turn.number,
      at: event.at,
    }),
  });
}

function recordLast(negotiation: Negotiation, event: MoveEvent, status: FinalStatus): Negotiation {
  const offers = negotiation.standing === null ? "propose" : "counter";
  const turn = turnOf(negotiation, event, event.type === "question" ? "question" : offers);
  const standing = turn.round === null ? negotiation.standing : proposalOf(negotiation, event, turn);
  return next(negotiation, event.at, {
    status,
    turns: withTurn(negotiation.turns, turn),
    standing,
    floor: null,
    awaiting: null,
    deadlines: NO_DEADLINES,
    outcome: outcomeOf(negotiation, {
      status,
      reason: "turn_cap",
      by: null,
      turnCount: turn.number,
      rounds: standing?.round ?? 0,
      details: Object.freeze({ partyId: event.partyId, action: turn.action }),
      at: event.at,
    }),
  });
}

function turnOf(negotiation: Negotiation, event: MoveEvent, action: Turn["action"]): Turn {
  const { move } = event;
  const { standing } = negotiation;
  const isProposal = action === "propose" || action === "counter";
  const round = isProposal ? roundsOf(negotiation) + 1 : null;
  return {
    number: negotiation.turns.length + 1,
    seat: event.seat,
    partyId: event.partyId,
    action,
    round,
    proposalId:
      round === null
        ? standing === null
          ? null
          : standing.id
        : (move.proposalId ?? `${negotiation.id}_p${round}`),
    terms: isProposal ? move.terms : null,
    ...(move.changes && { changes: move.changes }),
    reason: move.reason,
    message: move.message,
    assessment: move.assessment,
    justification: move.justification,
    extra: move.extra,
    source: event.source,
    coercedFrom: event.coercedFrom,
    commandId: event.commandId,
    at: event.at,
  };
}

function proposalOf(negotiation: Negotiation, event: MoveEvent, turn: Turn): Proposal {
  const { validityMs } = negotiation.rules;
  return {
    id: turn.proposalId as string,
    round: turn.round as number,
    turn: turn.number,
    partyId: turn.partyId,
    seat: turn.seat,
    terms: turn.terms,
    validUntilAt: event.move.validUntilAt ?? (validityMs === null ? null : event.at + validityMs),
    at: event.at,
  };
}

/** A new turn deadline, and the validity of what now stands. Written out: this runs at every turn. */
function deadlinesAfter(negotiation: Negotiation, event: MoveEvent, standing: Proposal | null): Deadlines {
  const { turnMs, openMs } = negotiation.rules;
  // Where nothing stands again, the window of the opening is all that rules without turns' need have (EN-25).
  const windowMs = standing === null ? (turnMs ?? openMs) : turnMs;
  return {
    totalAt: negotiation.deadlines.totalAt,
    validityAt: standing === null ? null : standing.validUntilAt,
    turnAt: windowMs === null ? null : event.at + windowMs,
    consultAt: null,
    parkAt: null,
    claimAt: null,
  };
}

/** The turns and one more, in an array of just that length: a spread takes room for 16 more (measured). */
function withTurn(turns: readonly Turn[], turn: Turn): readonly Turn[] {
  const longer = new Array<Turn>(turns.length + 1);
  for (let index = 0; index < turns.length; index += 1) longer[index] = unsealedTurn(turns[index] as Turn);
  longer[turns.length] = turn;
  return longer;
}
