/**
 * @module
 * What a recorded move, or one that closed by an exceeded cap, has to have been and to leave behind, the matrix of
 * docs/requirements/engine.md, section 3, said a second time; and how a negotiation may have ended.
 */

import type {
  Action,
  Claim,
  FinalStatus,
  NegotiationRules,
  NegotiationState,
  Party,
  Proposal,
  Reason,
  Seat,
  Status,
  Turn,
} from "../../../core/record/index.js";
import { type Fault, unlike } from "../../observation/index.js";
import {
  capVerdict,
  faultOfContent,
  faultOfPermission,
  isAtCap,
  isProposal,
  type Tally,
} from "./invariant-caps.js";

/** A move as its entry keeps it. */
export interface EnteredMove {
  readonly partyId: string;
  readonly seat: Seat;
  readonly action: Action;
  readonly source: Turn["source"];
  /** The claim under which it was handed in. */
  readonly claim: Pick<Claim, "agentId" | "claimId"> | null;
}

/** Where each recorded action leads; what a status does not have was not possible there. */
const EDGES: Readonly<Record<string, Partial<Record<Action, Status | "same">>>> = {
  open: { propose: "proposed", withdraw: "withdrawn" },
  proposed: {
    counter: "countered",
    question: "same",
    accept: "accepted",
    reject: "rejected",
    withdraw: "withdrawn",
  },
  countered: {
    counter: "countered",
    question: "same",
    accept: "accepted",
    reject: "rejected",
    withdraw: "withdrawn",
  },
};

/** How the three decisions end; the mover has made them. */
const DECISIONS: Partial<Record<Action, Ending["reason"]>> = {
  accept: "accept",
  reject: "reject",
  withdraw: "withdraw",
};

/** A fault when this party could not make this move on this record. */
export function faultOfMover(before: NegotiationState, move: EnteredMove): Fault {
  const mover = partyOf(before, move.partyId);
  if (mover === undefined) return `expected a move of one of the two, got one of ${move.partyId}`;
  return (
    unlike("the mover's seat", mover.seat, move.seat) ??
    faultOfFloor(before, move) ??
    (declinesToOpen(before, move)
      ? undefined
      : faultOfPermission(before, mover.party, mover.seat, move.action))
  );
}

/** A fault of the turn itself: its edge, its round and what it carries. */
export function faultOfTurn(before: NegotiationState, turn: Turn, tally: Tally): Fault {
  const { action, round, proposalId } = turn;
  if (EDGES[before.status]?.[action] === undefined) {
    return `expected an action that ${before.status} has, got ${action}`;
  }
  const isNew = isProposal(action);
  const id = before.standing?.id ?? null;
  return (
    unlike("the round", isNew ? tally.proposalCount + 1 : null, round) ??
    (isNew ? faultOfProposalId(proposalId, tally) : unlike("the turn's proposal", id, proposalId)) ??
    faultOfContent(before, turn, tally)
  );
}

/** The status and ending that a recorded turn leads to. */
export function afterTurn(
  before: NegotiationState,
  turn: Turn,
  tally: Tally,
): { readonly status: Status; readonly ending: Ending | null } | string {
  const { cap } = before.rules;
  const { action, partyId } = turn;
  const mover = partyOf(before, partyId);
  const verdict = mover === undefined ? "free" : capVerdict(before, mover.party.kind, action, tally);
  if (verdict === "exceeded")
    return `expected no turn above the cap of ${cap.limit} ${cap.counts}, got ${action}`;
  if (verdict === "must-decide") return `expected a decision on the final turn, got ${action}`;
  if (verdict === "last" && cap.result !== "refuse") {
    return { status: cap.result, ending: { reason: "turn_cap", by: null } };
  }
  // EN-65: no to the offer alone, where there is still time for another.
  if (action === "reject" && before.rules.onReject === "continue" && !isAtCap(before, tally)) {
    return { status: "open", ending: null };
  }
  const edge = EDGES[before.status]?.[action] ?? "same";
  const reason = DECISIONS[action];
  return {
    status: edge === "same" ? before.status : edge,
    ending: reason === undefined ? null : { reason, by: partyId },
  };
}

/** A fault when the move was not one too many, and so closed what should have gone on. */
export function faultOfExceeding(before: NegotiationState, move: EnteredMove, tally: Tally): Fault {
  const mover = partyOf(before, move.partyId);
  const { cap, repropose } = before.rules;
  if (mover === undefined) return undefined;
  const { standing } = before;
  if (tally.turnCount === 0 || (standing === null && move.action !== "propose"))
    return `expected an opening before a cap can be exceeded, got ${move.action}`;
  if (standing !== null && move.action === "propose" && repropose === "refuse")
    return "expected a counter, got a second propose";
  if (cap.result === "refuse") return "expected the cap to refuse, got a close";
  const verdict = capVerdict(before, mover.party.kind, move.action, tally);
  return verdict === "exceeded"
    ? undefined
    : `expected the cap of ${cap.limit} ${cap.counts} to be spent, got it closed at turn ${tally.turnCount}`;
}

/** What stands once the turn is recorded, unless that has led back to the start. */
export function standingAfter(
  { standing, rules }: NegotiationState,
  turn: Turn,
  validUntilAt: number | null,
): Proposal | null {
  if (!isProposal(turn.action)) return standing;
  return {
    id: turn.proposalId ?? "",
    round: turn.round ?? 0,
    turn: turn.number,
    partyId: turn.partyId,
    seat: turn.seat,
    terms: turn.terms,
    validUntilAt: validUntilAt ?? (rules.validityMs === null ? null : turn.at + rules.validityMs),
    at: turn.at,
  };
}

/** The party of that id and where it sits. */
export function partyOf(
  state: NegotiationState,
  partyId: string,
): { readonly party: Party; readonly seat: Seat } | undefined {
  if (state.initiator.id === partyId) return { party: state.initiator, seat: "initiator" };
  if (state.responder.id === partyId) return { party: state.responder, seat: "responder" };
  return undefined;
}

/** The floor, the pause of a consult, and whose answer a parked turn takes. */
function faultOfFloor(before: NegotiationState, move: EnteredMove): Fault {
  if (move.action === "withdraw" && before.rules.withdrawOffTurn) return undefined;
  if (before.floor !== move.partyId) return `expected ${before.floor} to have the floor, got ${move.partyId}`;
  const { awaiting } = before;
  switch (awaiting?.kind) {
    case "consult":
      return `expected nobody to move during a consult, got ${move.action}`;
    case "fallback":
      return unlike("the source of a turn during fallback", "fallback", move.source);
    case "claimed": {
      const { agentId, claimId } = awaiting.claim;
      return unlike("the claim that answers", { agentId, claimId }, move.claim);
    }
    default:
      return unlike("the claim that answers", null, move.claim);
  }
}

/** An agent that is asked to open may always decline, whatever the lists say (EN-14). */
function declinesToOpen(before: NegotiationState, move: EnteredMove): boolean {
  const isOpening = before.standing === null && before.floor === move.partyId;
  return move.action === "withdraw" && isOpening && move.source !== "external";
}

function faultOfProposalId(proposalId: string | null, { proposalIds }: Tally): Fault {
  if (proposalId === null || proposalId === "") return "expected a proposal to have an id, got none";
  return proposalIds.has(proposalId) ? `expected a new proposal id, got ${proposalId} again` : undefined;
}

/** Why something ended, and who decided it. */
export interface Ending {
  readonly reason: Reason;
  /** A party's id; `null` for clock, cap, failure and host. */
  readonly by: string | null;
}

/** The statuses that a reason may have, whatever the rules (EN-2, EN-27). */
const STATUSES_OF: Readonly<Record<Reason, readonly FinalStatus[]>> = {
  accept: ["accepted"],
  reject: ["rejected"],
  withdraw: ["withdrawn"],
  turn_timeout: ["expired", "stalled"],
  total_timeout: ["expired", "stalled"],
  proposal_expired: ["expired"],
  turn_cap: ["expired", "stalled"],
  agent_error: ["stalled", "expired"],
  repetition: ["stalled", "expired"],
  cancelled: ["withdrawn", "expired"],
};

/** The status that the rules give to the end after a failed call, or after a cancellation. */
export function statusByRules(rules: NegotiationRules, reason: "failure" | "cancelled"): Status {
  if (reason === "cancelled") return rules.onCancel === "expire" ? "expired" : "withdrawn";
  return rules.onFailure === "expire" ? "expired" : "stalled";
}

/** A fault when the outcome does not say how it ended; whether its proposal is the right one is I8's. */
export function faultOfOutcome(
  after: NegotiationState,
  ending: Ending | null,
  at: number,
  counts: { readonly turnCount: number; readonly proposalCount: number },
): Fault {
  const { outcome } = after;
  if (outcome === null || ending === null) return unlike("the ending", ending, outcome);
  const { status, reason, by, seat } = outcome;
  const isInitiator = ending.by === after.initiator.id;
  const expectedSeat = ending.by === null ? null : isInitiator ? "initiator" : "responder";
  return (
    unlike("the reason", ending.reason, reason) ??
    (STATUSES_OF[reason].includes(status) ? undefined : `expected ${reason} not to end as ${status}`) ??
    unlike("who ended it", ending.by, by) ??
    unlike("the seat of who ended it", expectedSeat, seat) ??
    unlike("when it ended", at, outcome.at) ??
    unlike("the outcome's count of turns", counts.turnCount, outcome.turnCount) ??
    unlike("the outcome's rounds", counts.proposalCount, outcome.rounds) ??
    unlike("the outcome's group", status === "accepted" ? after.heldBy : null, outcome.heldBy)
  );
}
